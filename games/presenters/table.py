"""The table in words: from the facts of a match to everything its template prints."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from games.presenters.actions import ActionsView, AnswerView, actions_view, answer_view
from games.presenters.board import BoardView, board_view, place_id, taps
from games.presenters.call import CallView, call_view
from games.presenters.challenges import match_title
from games.presenters.clocks import ClockView, clock_view
from games.presenters.comfort import AutoView, auto_view
from games.presenters.dice import DiceView, dice_view
from games.presenters.flights import NewestView, newest_view
from games.presenters.outcome import LineView, OutcomeView, dice_url, outcome_view, result_lines
from games.presenters.people import People, pairing, people
from games.presenters.positions import pips_count, pips_text, position_text
from games.presenters.record import RowView, record_rows
from games.presenters.secrets import drawn_note
from games.presenters.stages import DoublesView, StepView, doubles_view, trail
from games.presenters.turns import newest_turn, read_turns
from games.rules import plays
from games.rules.game import GameState, Phase, Seat
from games.rules.match import shown_score
from games.rules.plays import Draft
from games.rules.position import OFF, Position

if TYPE_CHECKING:
    from games.selectors.table import TableFacts


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's strip: name, points, pips, and whether the table waits for him."""

    seat: Seat
    css: str
    colour: str
    name: str
    score: str
    pips: str
    off: str
    acting: str
    clock: ClockView | None
    attends: bool  # whether it matters that a page of his is open


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything the table shows to one view. Nothing in it depends on who looks, beyond the view."""

    css: str
    public_id: str
    match_url: str
    version: int
    view: str
    status: str
    turn: str  # the seat that is to act, if any
    title: str
    heading: str
    badge: str
    pips: str
    board_said: str
    focus: str
    drafted: str  # what of a play is on the board
    newest: NewestView
    notice: str  # why a command was refused
    note: str  # what was asked for by a word
    auto: AutoView | None
    call: CallView
    trail: tuple[StepView, ...]
    doubles: DoublesView | None
    near: PlayerView
    far: PlayerView
    board: BoardView
    dice: DiceView
    seated: bool  # the viewer plays, so there are forms around the table to fill in
    actions: ActionsView | None
    answer: AnswerView | None
    outcome: OutcomeView | None
    is_step: bool  # the answer to a step: the page has the record and the resignations already
    record: tuple[RowView, ...]
    results: tuple[LineView, ...]
    dice_url: str  # where the dice of these are checked
    may_call_off: bool  # a match that waits for a secret
    joiner_secret: str  # what the creator's browser answers with its own
    drawn: str  # whose secret for the dice the server has drawn


def begin_draft(state: GameState, text: str = "", lead: int | None = None) -> Draft:
    """The part-played roll of the player on roll; the larger die leads unless another is named.

    Raises a RuleError for a text that is no beginning of a legal play.
    """
    if state.on_roll is None or state.dice is None:
        raise ValueError("there is no roll to play")
    lead = lead or max(state.dice)
    return plays.draft(state.variant, state.seen_by(state.on_roll), state.dice, text, lead)


def draft_of(state: GameState | None, view: str, text: str, lead: str) -> Draft | None:
    """What this view has put on the board of the roll it has to play; None where it has none. Raises a RuleError."""
    if state is None or state.phase != Phase.TO_PLAY or state.on_roll != view:
        return None
    return begin_draft(state, text, int(lead) if lead in set("123456") else None)


def table_view(
    facts: "TableFacts",
    view: str,
    draft: Draft | None = None,
    notice: str = "",
    note: str = "",
    *,
    is_step: bool = False,
) -> TableView:
    """The table of `facts` for white, black or spectator.

    `draft` is what the player on roll has put on the board so far; without one he sees the roll unplayed. Others
    never see a draft. `notice` says why a command was refused, `note` what the viewer has asked for by a word. The
    answer to a step (`is_step`) leaves out what no step changes.
    """
    who, state = people(facts, view), facts.state
    to_play = state if state and state.phase == Phase.TO_PLAY and state.on_roll == who.you else None
    asked = draft if to_play else None
    draft = begin_draft(to_play) if to_play and asked is None else asked
    position = position_shown(facts, draft, who)
    match_url = table_url(facts.public_id)
    rules, lines = facts.terms.rules, read_turns(facts.record)
    waits_for_you = facts.status == "waiting" and facts.creator == who.you
    turn, doubles = newest_turn(lines), doubles_view(state, who)
    answer, outcome = answer_view(state, who), outcome_view(facts, who)
    near, far = _player(facts, who.near, position, who), _player(facts, who.near.other, position.swapped(), who)
    return TableView(
        css="table has-hand" if rules.has_hand else "table",
        public_id=facts.public_id,
        match_url=match_url,
        version=facts.version,
        view=view,
        status=facts.status,
        turn=(state and state.to_act) or "",
        title=pairing(who),
        heading=heading(facts),
        badge=badge(state),
        pips=pips_text(rules, position, who),
        board_said=position_text(position, who),
        focus="outcome" if outcome else focus_of(draft, answer, doubles, state, who),
        drafted=draft.text if draft else "",
        newest=newest_view(facts.record, state, asked, notice or note, position, who),
        notice=notice,
        note=note,
        auto=auto_view(state, draft, who.you),
        call=call_view(facts, turn, draft, outcome, notice, note, who),
        trail=trail(turn, state),
        doubles=doubles,
        near=near,
        far=far,
        board=board_view(position, state, facts.record, draft, who, has_hand=rules.has_hand),
        dice=dice_view(state, turn, draft, match_url, facts.version, who),
        seated=who.you is not None,
        actions=actions_view(facts, draft, who),
        answer=answer,
        outcome=outcome,
        is_step=is_step,
        record=() if is_step else record_rows(lines, state, who),
        results=result_lines(facts.results, rules, who),
        dice_url=dice_url(facts),
        may_call_off=facts.status == "waiting" and who.you is not None,
        joiner_secret=facts.secrets.of_joiner if facts.secrets and waits_for_you else "",
        drawn="" if facts.status == "open" and facts.secrets is None else drawn_note(facts.secrets),
    )


@lru_cache(maxsize=4096)
def table_url(public_id: str) -> str:
    """The address of a match, which each of its moves names again."""
    return reverse("games:table", args=[public_id])


def position_shown(facts: "TableFacts", draft: Draft | None, who: People) -> Position:
    """The board as the near side sees it; before the first game it stands ready."""
    if draft:
        return draft.position
    if facts.state is None:
        return facts.terms.rules.start()
    return facts.state.seen_by(who.near)


def _player(facts: "TableFacts", seat: Seat, position: Position, who: People) -> PlayerView:
    is_acting = facts.state is not None and facts.state.to_act == seat and facts.status == "playing"
    white, black = shown_score(facts.terms, facts.score)
    off = position.mine[OFF]
    return PlayerView(
        seat=seat,
        css=f"player {'near' if seat == who.near else 'far'} {seat}" + (" is-acting" if is_acting else ""),
        colour=_("White") if seat == Seat.WHITE else _("Black"),
        name=who.names[seat] if facts.players[seat] else _("empty seat"),
        score=str(white if seat == Seat.WHITE else black),
        pips=pips_count(facts.terms.rules.pips(position.mine)),
        off=_("%(checkers)s off") % {"checkers": off} if off else "",
        acting=_("to act") if is_acting else "",
        clock=clock_view(facts.clock, seat),
        attends=facts.status in ("waiting", "playing", "over"),
    )


def heading(facts: "TableFacts") -> str:
    """Which match this is, and which of its games."""
    title = match_title(facts.terms)
    if facts.game_number == 0:
        return title
    return _("%(match)s, game %(number)s") % {"match": title, "number": facts.game_number}


def badge(state: GameState | None) -> str:
    """What is special about this game's cube; nothing where the variant has none."""
    if state is None or not state.variant.has_cube:
        return ""
    if state.terms.crawford:
        return _("Crawford game: no doubling")
    return "" if state.cube_in_play else _("no cube")


def focus_of(
    draft: Draft | None, answer: AnswerView | None, doubles: DoublesView | None, state: GameState | None, who: People
) -> str:
    """Where the keyboard goes when what had the focus has gone: the next thing this viewer would press."""
    if draft:
        sources = taps(draft)
        return place_id(max(sources)) if sources and not draft.complete else "confirm"
    if answer:
        return "answer"  # not one of its buttons: a key already on its way down must not take or drop
    if doubles:
        return "doubles"
    if state and state.phase == Phase.TO_ROLL and state.on_roll == who.you:
        return "roll"
    return "board"
