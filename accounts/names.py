"""User names: which ones are taken as sane, which are reserved, and which two a reader may confuse.

`clean_name` brings what was typed into its stored form or refuses it; `name_key` maps every name to a key that is
the same for all names a reader may take for one another. The key is stored and unique, so two confusable names
cannot both exist, whoever comes first.
"""

import unicodedata

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 20
KEY_LENGTH = 200
SEPARATORS = "-_."

# The scripts in daily use that UAX #31 recommends for identifiers, and the mixtures that one language writes.
_SCRIPT_NAMES = """
    LATIN GREEK CYRILLIC ARMENIAN GEORGIAN HEBREW ARABIC DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL
    TELUGU KANNADA MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR ETHIOPIC KHMER THAANA BOPOMOFO HANGUL HIRAGANA
    KATAKANA HAN
"""
_SCRIPTS = frozenset(_SCRIPT_NAMES.split())
_MIXTURES = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
# Letters and marks that show nothing: a name made of them would be blank.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f") | {
    chr(code) for first, last in ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF)) for code in range(first, last + 1)
}
_ACCENTS = dict.fromkeys(range(0x0300, 0x0370))
_NOT_IN_KEY = _ACCENTS | dict.fromkeys(map(ord, SEPARATORS))

_RESERVED_WORDS = """
    root system sysop staff support help mod owner official server webmaster postmaster hostmaster security
    abuse info noreply nobody anonymous anybody everyone everybody somebody someone unknown deleted user users
    you me player players opponent spectator spectators watcher watchers viewer viewers white black seat
    computer bot robot engine gnubg dice cube double roll take drop beaver bar off hand resign draw none null
    undefined true false nan new watch match matches game games lobby home leaderboard leaderboards account
    accounts login logout signup profile settings email password static media ws api healthz join invite rules
    about terms privacy robots favicon www
"""
_RESERVED_BEGINNINGS = ("guest", "admin", "barpoint", "moderator", "deletedplayer")


def clean_name(typed: str) -> str:
    """The stored form of a typed name (NFKC, trimmed); ValidationError when it is not a sane name.

    >>> clean_name("  Zoë-2 ")
    'Zoë-2'
    """
    name = unicodedata.normalize("NFKC", typed).strip()
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A user name has %(shortest)s to %(longest)s characters."),
            params={"shortest": SHORTEST, "longest": LONGEST},
            code="length",
        )
    if any(_kind(char) == "other" for char in name):
        raise ValidationError(_("A user name is made of letters, the digits 0-9 and - _ . only."), code="characters")
    if not _well_formed(name):
        raise ValidationError(
            _("A user name starts and ends with a letter or digit, has a letter, and no two of - _ . together."),
            code="form",
        )
    scripts = {alias(char) for char in name} - {"COMMON", "INHERITED"}
    if not scripts <= _SCRIPTS or (len(scripts) > 1 and not any(scripts <= mixture for mixture in _MIXTURES)):
        raise ValidationError(_("A user name is written in one alphabet only."), code="scripts")
    if scripts != {"LATIN"} and all(_reads_as_latin(char) for char in name if _kind(char) == "letter"):
        raise ValidationError(
            _("This name looks like Latin letters but is written in others. Please choose another."), code="lookalike"
        )
    return name


def check_sane(name: str) -> None:
    """The validator of the column: the name is in its stored form."""
    if clean_name(name) != name:
        raise ValidationError(_("This user name has characters that are not in their usual form."), code="form")


def check_not_reserved(name: str) -> None:
    """ValidationError for names that the site speaks with itself, or that could pass for somebody in charge."""
    key = name_key(name)
    if key in _RESERVED_KEYS or key.startswith(_RESERVED_KEY_BEGINNINGS):
        raise ValidationError(_("This user name is reserved. Please choose another."), code="reserved")


def name_key(name: str) -> str:
    """What a reader sees of a name: without case, accents and separators, lookalikes made one (UTS #39 skeleton).

    >>> name_key("Tim.Ilo1") == name_key("tlm_i1O1")
    True
    """
    letters = unicodedata.normalize("NFKD", fold(name)).translate(_NOT_IN_KEY)
    seen = "".join(_prototype(char) for char in letters)
    return fold(unicodedata.normalize("NFKD", seen).translate(_ACCENTS)).replace("i", "l")


def fold(name: str) -> str:
    """The name without regard to case: two names that fold alike are the same name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _kind(char: str) -> str:
    category = unicodedata.category(char)
    if char in _INVISIBLE:
        return "other"
    if category[0] == "L":
        return "letter"
    if category in ("Mn", "Mc"):
        return "mark"
    if char in "0123456789":
        return "digit"
    return "separator" if char in SEPARATORS else "other"


def _well_formed(name: str) -> bool:
    kinds = [_kind(char) for char in name]
    together = list(zip(kinds, kinds[1:], strict=False))
    return (
        "letter" in kinds
        and kinds[0] in ("letter", "digit")
        and kinds[-1] != "separator"
        and ("separator", "separator") not in together
        and ("separator", "mark") not in together
        and ("digit", "mark") not in together
        and "mark mark mark" not in " ".join(kinds)  # piled-up accents spill over the lines above
    )


def _prototype(char: str) -> str:
    """The character or characters that stand for all lookalikes of `char`.

    In the library's table a lookalike has one entry, its prototype, and a prototype has an entry for each of its
    lookalikes; where both have one entry, the longer or else the smaller of the two is taken.
    """
    entries = confusables_data.get(char, ())
    if len(entries) != 1:
        return char
    other: str = entries[0]["c"].strip("\u200e")  # the table wraps right-to-left characters in marks
    if len(other) == 1 and len(confusables_data.get(other, ())) == 1:
        return min(char, other)
    return other


def _reads_as_latin(char: str) -> bool:
    return all(part.isascii() for part in unicodedata.normalize("NFKD", _prototype(char)).translate(_ACCENTS))


_RESERVED_KEYS = frozenset(map(name_key, _RESERVED_WORDS.split()))
_RESERVED_KEY_BEGINNINGS = tuple(map(name_key, _RESERVED_BEGINNINGS))
