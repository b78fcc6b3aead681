from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Have sessions watched from the start, in commands too."""
        from games import sessions  # noqa: F401
