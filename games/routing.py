"""The addresses of sockets."""

from channels.security.websocket import WebsocketDenier
from django.urls import re_path

from games.consumers import TableSocket

websocket_urlpatterns = [
    re_path(r"^ws/matches/(?P<public_id>[A-Za-z0-9_-]{16})/$", TableSocket.as_asgi()),
    re_path(r"", WebsocketDenier.as_asgi()),  # without it an unknown address is a traceback in the log
]
