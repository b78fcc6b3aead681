"""A race: the sides have passed each other, nobody can be hit or blocked any more. Who has won it for certain?

Bounds on the turns that a side needs, with proofs; exact answers would take tables of positions.
"""

from games.rules.position import BAR, OFF

Side = tuple[int, ...]


def is_contact(mine: Side, theirs: Side) -> bool:
    """Whether the sides have yet to pass each other; if not, the game is a race."""
    return _farthest(mine) + _farthest(theirs) > 25


def is_won(mine: Side, theirs: Side, *, rolls_next: bool) -> bool:
    """Whether the owner of `mine` is off first, with the worst rolls against the best; False if that is uncertain."""
    return not is_contact(mine, theirs) and most_turns(mine) + (not rolls_next) <= least_turns(theirs)


def least_turns(side: Side) -> int:
    """No dice take this side off in fewer turns.

    A turn has at most four steps, and a step takes one checker at most six points nearer: a checker on point p needs
    p/6 steps, rounded up.
    """
    steps = sum(-(-place // 6) * side[place] for place in range(1, BAR + 1))
    return -(-steps // 4)


def most_turns(side: Side) -> int:
    """However it rolls, this side can be off in so many turns of a race.

    Nothing blocks a step, so every die can be played (OFF-2 to OFF-4 when all are home), and takes off its number of
    pips, or the last ones of a checker. Let a turn play its larger die first. If it begins with a checker above point
    1, that die takes off 2 pips or more and the other 1: 3 in all; a double takes off 4; or the game ends. After k
    such turns all j checkers that are left stand on point 1, and two go in each turn.

    With p pips and n checkers now, 3k + j <= p and j <= n, so the turns are at most k + (j + 1)/2 <= (2p + n + 3)/6,
    rounded down. If the game ends with the last of the k turns, 3(k - 1) + 1 <= p, so k <= (p + 2)/3, which is no more.
    """
    pips = sum(place * side[place] for place in range(1, BAR + 1))
    checkers = sum(side[1 : BAR + 1])
    return (2 * pips + checkers + 3) // 6


def _farthest(side: Side) -> int:
    return max((place for place in range(1, BAR + 1) if side[place]), default=OFF)
