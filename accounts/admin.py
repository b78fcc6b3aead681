"""The admin site's view of people; and what every page of it has in common: nothing there changes anything."""

from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.http import HttpRequest

from accounts.models import User


class ReadOnly(admin.ModelAdmin):
    """Rows to look at. Newest first, and without counting a whole table for one page of it."""

    ordering = ("-pk",)
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row; Django takes an empty `_to_field` in the address for the name of a field, and fails."""
        return super().get_object(request, object_id, from_field or None)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        return False


@admin.register(User)
class UserAdmin(ReadOnly):
    """People, by name or address; never their password's hash."""

    list_display = ("username", "is_guest", "email", "date_joined", "last_login", "is_active", "is_staff")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username", "=email")
    exclude = ("password",)


# Their pages would add and change rows.
for model in (Group, EmailAddress, EmailConfirmation):
    if admin.site.is_registered(model):
        admin.site.unregister(model)
