"""URLs of matches and lists."""

from django.urls import path, register_converter

from games.views import challenges, check, exchange, help, learn, lists, pictures, table, tallies


class PublicId:
    """The unguessable id of a match in a URL."""

    regex = "[A-Za-z0-9_-]{16}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class InvitationToken(PublicId):
    """The secret of an invitation link."""

    regex = "[A-Za-z0-9_-]{22}"


register_converter(PublicId, "match")
register_converter(InvitationToken, "token")

app_name = "games"
urlpatterns = [
    path("matches/<match:public_id>/moves/", table.moves, name="moves"),  # first, because most requests are moves
    path("matches/<match:public_id>/", table.table, name="table"),
    path("", lists.home, name="home"),
    path("help/", help.help_page, name="help"),
    path("watch/", lists.watch, name="watch"),
    path("leaderboards/", lists.leaderboard, name="leaderboards"),
    path("leaderboards/<slug:variant>/", lists.leaderboard, name="leaderboard"),
    path("dice/", tallies.site_dice, name="dice"),
    path("@<str:username>/dice/", tallies.player_dice, name="player_dice"),
    path("learn/", learn.contents, name="learn"),
    path("learn/done/", learn.learnt, name="learnt"),
    path("learn/<slug:key>/", learn.lesson, name="lesson"),
    path("matches/new/", challenges.create, name="create"),
    path("matches/<match:public_id>/record.json", check.record, name="record"),
    path("matches/<match:public_id>/dice/", check.check_dice, name="check_dice"),
    path("matches/<match:public_id>/board.svg", pictures.match_svg, name="match_svg"),
    path("matches/<match:public_id>/board.png", pictures.match_png, name="match_png"),
    # An id of a position may have slashes in it.
    path("positions/<path:position_id>.svg", pictures.position_svg, name="position_svg"),
    path("positions/<path:position_id>.png", pictures.position_png, name="position_png"),
    path("matches/<match:public_id>/join/<token:token>/", challenges.invitation, name="invitation"),
    path("matches/<match:public_id>/join/", challenges.invitation, name="join"),
    path("matches/<match:public_id>/dice/exchange/", exchange.exchange, name="exchange"),
    path("matches/<match:public_id>/cancel/", challenges.cancel, name="cancel"),
    path("matches/<match:public_id>/rematch/", challenges.rematch, name="rematch"),
]
