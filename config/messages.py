"""Django's messages to visitors, whose storage is made when a page asks for them: no move leaves or shows any."""

from typing import Any

from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject, empty


class OnDemand(SimpleLazyObject):
    """The storage of Django's own choice (MESSAGE_STORAGE), once anything of it is used."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(lambda: FallbackStorage(request))

    def update(self, response: HttpResponseBase) -> list[Any]:
        """Store what was added, of which there is none as long as nobody has used it."""
        return [] if self._wrapped is empty else self._wrapped.update(response)
