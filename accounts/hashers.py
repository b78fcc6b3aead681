"""Password hashing with Argon2id, sized for a small server."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id at 19 MiB, two passes, one lane: the least that OWASP recommends, about 25 ms of one core.

    Django's default takes 100 MiB and eight lanes: on two cores a flood of log-ins would stop every game.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
