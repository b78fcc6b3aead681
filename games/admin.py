"""The admin site's view of matches, games, moves and ratings: to look at, never to change."""

import json

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnly
from games.models import Game, Match, Move, Rating, RatingBand, RatingChange


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """Matches, by id or player. The secret of the invitation link is left out: it would give the seat away."""

    list_display = ("public_id", "white", "black", "length", "white_score", "black_score", "status", "rated")
    list_filter = ("status", "rated", "visibility", "variant")
    list_select_related = ("white", "black")
    search_fields = ("=public_id", "=white__username", "=black__username")
    exclude = ("invite_token",)


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games with their snapshot as it is stored."""

    list_display = ("match", "number", "winner", "reason", "multiplier", "points", "started_at", "ended_at")
    list_filter = ("reason",)
    list_select_related = ("match",)
    search_fields = ("=match__public_id", "=match__white__username", "=match__black__username")
    exclude = ("state",)
    readonly_fields = ("raw_state",)

    @admin.display(description=_("state"))
    def raw_state(self, game: Game) -> SafeString:
        """The snapshot, one member a line."""
        return format_html("<pre>{}</pre>", json.dumps(game.state, indent=1))


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """The record of moves."""

    list_display = ("match", "version", "seat", "kind", "die1", "die2", "text", "made_at")
    list_filter = ("kind",)
    list_select_related = ("match",)
    search_fields = ("=match__public_id",)


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    """Ratings, by player."""

    list_display = ("user", "variant", "rating", "experience", "matches", "won", "listed")
    list_filter = ("variant", "listed")
    list_select_related = ("user",)
    search_fields = ("=user__username",)


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly):
    """What each rated match did."""

    list_display = ("match", "user", "seat", "before", "after")
    list_select_related = ("match", "user")
    search_fields = ("=match__public_id", "=user__username")


@admin.register(RatingBand)
class RatingBandAdmin(ReadOnly):
    """How many listed players stand in each point of rating."""

    list_display = ("variant", "floor", "players")
    list_filter = ("variant",)
