"""Lessons for newcomers. Whatever they do is in the address: nothing is stored, and nobody need be known."""

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.preferences import preferences_of
from accounts.preferences_form import menu_view
from games.commands import Command
from games.errors import MatchError
from games.lessons import LESSONS, Lesson
from games.lessons.lesson import LEARNER
from games.markup import draw
from games.models import Match
from games.move_form import read_form
from games.presenters.actions import notation_view
from games.presenters.lesson import Sight, back, chapter_views, lesson_view, notes_for, onward
from games.presenters.reading import reading
from games.presenters.rule_card import rule_card
from games.presenters.table import draft_of
from games.rules.clock import PACES, new_clock
from games.rules.errors import RuleError
from games.rules.game import Seat
from games.rules.match import MatchTerms, Score
from games.rules.plays import Draft
from games.rules.variants import VARIANTS
from games.selectors.table import Player, TableFacts
from games.time_source import time_now
from games.typed import NOTHING, Sketch, understand
from games.views.answers import TableRequest, sentence_of, status_of
from games.views.errors import only


@only("GET")
def contents(request: TableRequest) -> HttpResponse:
    """The list of lessons."""
    return render(request, "learn/contents.html", {"chapters": chapter_views()})


@only("GET")
def lesson(request: TableRequest, key: str) -> HttpResponse:
    """One lesson: `?draft=13/8` shows a part-played roll as at a table, `?kind=play&play=24/13` is the answer."""
    if key not in LESSONS:
        raise Http404(_("There is no such lesson."))
    lesson = LESSONS[key]
    try:
        sight, status = _sight(lesson, request.GET), 200
    except (MatchError, RuleError) as error:
        sight, status = Sight(_draft(lesson), notice=sentence_of(error)), status_of(error)
    fragment = draw("lesson", lesson_view(lesson, sight))
    if request.htmx:
        return HttpResponse(fragment, status=status)
    context = {
        "lesson": lesson,
        "match_url": reverse("games:lesson", args=[key]),
        "fragment": fragment,
        "menu": menu_view(preferences_of(request)),
        "notation": notation_view(lesson.begin.variant),
        "back": back(lesson),
        "onward": onward(lesson),
        "chapter": notes_for(lesson),
    }
    return render(request, "learn/lesson.html", context, status=status)


@only("GET")
def learnt(request: TableRequest) -> HttpResponse:
    """After the last lesson: where to play, and the rules in full."""
    cards = [(_(each.name), rule_card(MatchTerms(key, 5), PACES["none"])) for key, each in VARIANTS.items()]
    return render(request, "learn/learnt.html", {"cards": cards})


def _draft(lesson: Lesson, sketch: Sketch = NOTHING) -> Draft | None:
    return draft_of(lesson.begin, LEARNER, *sketch)


def _sight(lesson: Lesson, query: QueryDict) -> Sight:
    """What this address shows of the lesson: the buttons and the box of a table send what they would post there."""
    sketch = Sketch(query.get("draft", ""), query.get("lead", ""))
    draft = _draft(lesson, sketch)
    if "kind" not in query and "text" not in query:
        return Sight(draft, lesson.answer_of(draft) if draft else None)
    form = read_form(query)
    meant = form.command() or understand(form.text, lesson.begin, draft)
    if isinstance(meant, Command):
        return Sight(None, lesson.answer(meant.kind, meant.text))
    draft = _draft(lesson, Sketch(meant.draft, sketch.lead))
    return Sight(draft, note=reading(_facts(lesson), LEARNER, meant.question, draft, time_now()))


def _facts(lesson: Lesson) -> TableFacts:
    """The lesson as a table, for what can be asked about one: the second game of a session or of a match."""
    away, terms = lesson.begin.terms.away, lesson.begin.terms
    length = max(away) if away else 0
    return TableFacts(
        public_id="",
        version=0,
        terms=MatchTerms(terms.variant, length, cube=terms.cube),
        score=Score(length - away[0], length - away[1]) if away else Score(),
        status=Match.Status.PLAYING,
        rated=False,
        public=False,
        creator=None,
        players={Seat.WHITE: Player(_("White"), is_guest=False), Seat.BLACK: Player(_("Black"), is_guest=False)},
        game_number=2,
        state=lesson.begin,
        record=lesson.record,
        results=(),
        clock=new_clock(PACES["none"], length),
        winner=None,
        rating_changes={},
        rematch_by=None,
        rematch_id=None,
    )
