"""A record of a match as one file: its JSON, and beside it the digest that tells whether a bit of it was damaged.

The seal is no signature: whoever changes a record can seal it anew. What nobody can make anew is in the record itself
(docs/dice.md).
"""

import json
from collections.abc import Mapping
from hashlib import sha256


def sealed(record: Mapping[str, object]) -> bytes:
    """The file: one line, ASCII, the seal being SHA-256 of the record's bytes as they stand in it."""
    text = json.dumps(record, separators=(",", ":"), ensure_ascii=True)
    seal = sha256(text.encode("ascii")).hexdigest()
    return f'{{"record":{text},"seal":"{seal}"}}\n'.encode("ascii")
