"""What the check of a match's dice may come to, in words. The browser chooses among these (static/js/check-dice.js).

{game} and {roll} are numbers that it fills in. Each says no more than has been looked at: docs/dice.md says why.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class VerdictView:
    """One of them. `state` is what it looks like: good, weak, bad or idle."""

    name: str
    state: str
    title: str
    lines: tuple[str, ...] = ()


def verdict_views(counted: str, drawn: str, other: str) -> tuple[VerdictView, ...]:
    """All of them, for as many rolls and games as `counted` says.

    Where the server drew the secret of one player, `drawn` is he and `other` his opponent.
    """
    return (*_good(counted, drawn, other), *_undone(), *_bad())


def _good(counted: str, drawn: str, other: str) -> tuple[VerdictView, ...]:
    fits = _("The dice fit the record")
    consistent = _(
        "Every roll (%(counted)s) is what the secrets in the record give, and they are the secrets that, as the record "
        "says, were fixed before the first roll."
    ) % {"counted": counted}
    return (
        VerdictView(
            "own",
            "good",
            _("Nobody could choose these dice"),
            (
                _(
                    "Every roll (%(counted)s) comes from secrets that were fixed before the first roll, and your own "
                    "browser's secret is one of them: nobody, not even this server, could choose the dice or change "
                    "them."
                )
                % {"counted": counted},
                _("This does not prove that nobody knew them in advance."),
            ),
        ),
        VerdictView(
            "part",
            "weak",
            fits,
            (
                consistent,
                _(
                    "The secret of your own browser is one of them, and the server's are those it had noted. But it "
                    "has no note of your opponent's secret, so it cannot tell whether that one was chosen to suit "
                    "yours."
                ),
            ),
        ),
        VerdictView(
            "unused",
            "weak",
            fits,
            (
                consistent,
                _(
                    "Your browser drew a secret for this match that is not among them: as a spectator you will have "
                    "been too late to take the seat. If you did play this match in this browser, do not believe the "
                    "record."
                ),
            ),
        ),
        VerdictView(
            "none",
            "weak",
            fits,
            (
                consistent,
                _(
                    "This browser gave none of the secrets, so it cannot tell whether the whole record was written "
                    "afterwards. The browsers with which the two players began the match can."
                ),
            ),
        ),
        VerdictView(
            "one",
            "weak",
            fits,
            (
                consistent,
                _(
                    "The server drew the secret of %(drawn)s. Whether the whole record was written afterwards, only "
                    "the browser with which %(other)s began the match can tell."
                )
                % {"drawn": drawn, "other": other},
            ),
        ),
        VerdictView(
            "server",
            "weak",
            fits,
            (
                consistent,
                _(
                    "But the server drew the secrets of both players itself. This shows that it kept to them, not that "
                    "they came by chance: for that, one player has to play with a browser that gives a secret."
                ),
            ),
        ),
    )


def _undone() -> tuple[VerdictView, ...]:
    programs = _("Below are the record, and programs that check it without a browser.")
    return (
        VerdictView("busy", "idle", _("Checking…")),
        VerdictView(
            "insecure",
            "idle",
            _("This browser cannot check here"),
            (_("It computes only on pages that come by https or from this very computer."), programs),
        ),
        VerdictView(
            "missing",
            "idle",
            _("The record did not arrive"),
            (_("Nothing has been checked. Load the page again."),),
        ),
        VerdictView(
            "page",
            "idle",
            _("The record is not the one this page shows"),
            (_("If the match has gone on meanwhile, that is why. Load the page again; it should not happen twice."),),
        ),
    )


def _bad() -> tuple[VerdictView, ...]:
    again = _("It may have been damaged on its way: load the page again.")
    keep = _(
        "Download the record and keep it: with it you can show this to anybody, whatever this server says later. Do "
        "not rely on its dice until whoever runs it has explained this."
    )
    return tuple(
        VerdictView(name, "bad", title, lines)
        for name, title, lines in (
            ("seal", _("The record is damaged"), (_("Its seal is not that of what is in it."), again)),
            (
                "shape",
                _("The record cannot be read"),
                (
                    _("It is no whole record of this match, or its dice are of a kind this page does not know."),
                    again,
                ),
            ),
            (
                "order",
                _("The times in the record are out of order"),
                (_("Secrets, games and rolls did not follow each other as they have to."), keep),
            ),
            (
                "commitment",
                _("A player's secret is not the one that was fixed"),
                (_("The secret of whoever made the match does not fit the commitment to it."), keep),
            ),
            (
                "note",
                _("Your browser remembers something else"),
                (
                    _(
                        "Before the first roll it noted its own secret, and what the others had fixed. The record says "
                        "something else. Unless another browser of yours gave the secret, secrets were exchanged "
                        "afterwards."
                    ),
                    keep,
                ),
            ),
            (
                "early",
                _("A secret was told too early"),
                (_("Game {game} is still being played, but its secret is in the record already."), keep),
            ),
            (
                "untold",
                _("A secret is missing"),
                (_("Game {game} is over, but its secret is not in the record."), keep),
            ),
            (
                "link",
                _("The server's secret of game {game} is not the one it had fixed"),
                (_("It does not lead back to the commitment that was published before the first roll."), keep),
            ),
            (
                "count",
                _("Rolls of game {game} are missing or doubled"),
                (_("They are not numbered one after the other; it begins with roll {roll}."), keep),
            ),
            (
                "roll",
                _("Game {game}, roll {roll}: these are not the right dice"),
                (_("The secrets give others. All rolls that differ are marked below."), keep),
            ),
        )
    )
