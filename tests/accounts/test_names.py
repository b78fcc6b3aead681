"""Names that are sane, names that are reserved, and names that a reader takes for one another."""

import sys
import unicodedata

import pytest
from django.core.exceptions import ValidationError

from accounts.guests import WORDS, guest_name
from accounts.names import KEY_LENGTH, LONGEST, check_not_reserved, check_sane, clean_name, fold, name_key


@pytest.mark.parametrize(
    "name",
    [
        "Al",
        "Zoë",
        "o-brien",
        "x_1.b",
        "3point",
        "A" * 20,
        "Łukasz",
        "Иван",
        "Вова",
        "Νίκος",
        "דוד",
        "محمد",
        "राम",
        "山田太郎",
        "さくら",
        "山田さくら",
        "김철수",
        "สมชาย",
    ],
)
def test_clean_name_accepts(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("  Zoë ", "Zoë"), ("Zoe\u0308", "Zoë"), ("ｆｕｌｌ", "full"), ("ﬁnn", "finn"), ("Ⅷth", "VIIIth")],
)
def test_clean_name_stores_the_usual_form(typed: str, stored: str) -> None:
    assert clean_name(typed) == stored


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "length"),
        ("a", "length"),
        ("A" * 21, "length"),
        ("  a  ", "length"),
        ("two words", "characters"),
        ("a@b", "characters"),
        ("a/b", "characters"),
        ("<b>x</b>", "characters"),
        ("nul\x00l", "characters"),
        ("new\nline", "characters"),
        ("zero\u200dwidth", "characters"),
        ("\u202eright-to-left", "characters"),
        ("\u115f\u1160", "characters"),  # Hangul fillers show nothing
        ("\u3164\u3164", "characters"),
        ("a\ufe0fb", "characters"),
        ("🎲🎲", "characters"),
        ("٣٣٣abc", "characters"),
        ("12", "form"),
        ("-ab", "form"),
        ("ab_", "form"),
        ("a..b", "form"),
        ("a.-b", "form"),
        ("\u0301ab", "form"),
        ("x\u0331\u0332\u0333y", "form"),
        ("раyраl", "scripts"),  # Cyrillic with one Latin letter
        ("Alloτ", "scripts"),
        ("アキラx", "scripts"),
        ("𐎠𐎡𐎢", "scripts"),  # Old Persian
        ("Сара", "lookalike"),  # Cyrillic throughout, reads as Latin
        ("МАХ", "lookalike"),
        ("Ανα", "lookalike"),
    ],
)
def test_clean_name_refuses(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        clean_name(typed)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("zoe", "ZOE"),
        ("Zoë", "zoe"),
        ("łukasz", "ŁUKASZ"),
        ("straße", "STRASSE"),
        ("modern", "rnodern"),
        ("Bill", "BiII"),
        ("tim1", "timl"),
        ("O0O", "ooo"),
        ("big_red", "big-red"),
        ("big.red", "bigred"),
        ("ɑnn", "ann"),
        ("ρτ-α", "ΡΤα"),
    ],
)
def test_name_key_is_one_for_names_that_look_alike(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("anna", "hanna"), ("van", "nan"), ("tim2", "tim3"), ("Иван", "Ивана")])
def test_name_key_keeps_different_names_apart(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_name_key_fits_its_column_whatever_the_letters() -> None:
    letters = (chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code))[0] in "LM")
    stored = (letter for letter in letters if unicodedata.is_normalized("NFKC", letter))
    assert max(len(name_key(letter)) for letter in stored) * LONGEST <= KEY_LENGTH


def test_fold_makes_case_and_form_one() -> None:
    assert fold("ZOE\u0308") == fold("zoë")


RESERVED = (
    "admin Admin ADMlN àdmin ad-min administrator root guest Guest-Heron-4821 guestbook GU-EST white Black "
    "spectator wh1te watch leaderboards accounts barpoint Barpoint-Staff moderator gnubg bar cube null"
)


@pytest.mark.parametrize("name", RESERVED.split())
def test_reserved_names_are_refused(name: str) -> None:
    assert clean_name(name) == name
    with pytest.raises(ValidationError):
        check_not_reserved(name)


@pytest.mark.parametrize("name", ["barbara", "whitey", "cuban", "augusta", "madmin", "newton"])
def test_names_with_a_reserved_word_inside_are_free(name: str) -> None:
    check_not_reserved(name)


def test_check_sane_wants_the_stored_form() -> None:
    check_sane("Zoë")
    with pytest.raises(ValidationError):
        check_sane("Zoe\u0308")


@pytest.mark.parametrize("digits", [4, 6])
@pytest.mark.parametrize("high", [False, True])
def test_guest_names_are_sane_and_nobody_can_choose_one(digits: int, high: bool) -> None:
    for word in range(len(WORDS)):
        draws = {len(WORDS): word, 9 * 10 ** (digits - 1): 9 * 10 ** (digits - 1) - 1 if high else 0}
        name = guest_name(draws.__getitem__, digits=digits)
        assert name == f"Guest-{WORDS[word]}-{'9' * digits if high else 10 ** (digits - 1)}"
        assert clean_name(name) == name
        with pytest.raises(ValidationError):
            check_not_reserved(name)


def test_guest_words_make_different_keys() -> None:
    assert len({name_key(word) for word in WORDS}) == len(WORDS)
