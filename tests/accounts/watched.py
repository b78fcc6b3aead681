"""Password hashers for tests: a quick one, and one that can be watched and during which something can happen."""

from collections.abc import Callable

from accounts.hashers import Argon2


class LightHasher(Argon2):
    """The site's hasher at its least cost: most tests are about something else."""

    time_cost = 1
    memory_cost = 8


class WatchedHasher(LightHasher):
    """Counts the passwords it hashes or checks."""

    asked = 0
    meanwhile: Callable[[], object] | None = None

    def encode(self, password: str, salt: str) -> str:
        self.note()
        return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        self.note()
        return super().verify(password, encoded)

    @classmethod
    def note(cls) -> None:
        cls.asked += 1
        happens, cls.meanwhile = cls.meanwhile, None
        if happens:
            happens()
