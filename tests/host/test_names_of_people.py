"""Which names are equal and which are allowed: one rule on the page and in every database."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from treppe_host.names import fold_name, tidy_name
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store

SPELT = (
    ("Ärne", ("ärne", "ÄRNE", "A\u0308RNE")),
    ("Владимир", ("владимир", "ВЛАДИМИР")),
    ("José", ("JOSE\u0301", "jose\u0301")),
    ("Strauß", ("STRAUSS", "strauss")),
    ("Σίσυφος", ("ΣΊΣΥΦΟΣ", "σίσυφοσ")),
    ("İpek", ("i\u0307pek",)),
    ('Al "the\\Fox" %_', ('al "THE\\fox" %_',)),
    ("علی\u200cرضا", ("علیرضا",)),
    ("👩\u200d🚀 Ada", ("👩\u200d🚀  ADA",)),
)
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
ALLOWED = ("علی\u200cرضا", "👩\u200d🚀 Ada", "क\u094d\u200dष", "❤\ufe0f", ENGLAND, "O'Brien", "李小龍")
REFUSED = ("", " ", "\u200d", "\u200c\u200d", "a\u202eb", "a\x00b", "\x1b[2J", "\ud800", "\U000e0061", "x" * 61)


def stored(store: Store) -> Store:
    for name, _ in SPELT:
        sheet = ScoreSheet("step", {"players": 2}, [name, "Bo"], [Move("a1-b1", player=0)], event=f"{name} Cup")
        store.add_sheets([sheet])
    return store


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.needs("postgresql"))])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "sqlite":
        return stored(Store(f"sqlite:///{tmp_path}/games.db"))
    return stored(Store(request.getfixturevalue("own_database")))


def test_games_are_found_by_every_spelling(store: Store) -> None:
    for name, spellings in SPELT:
        for spelt in (name, *spellings):
            for choice in (GameFilter(player=spelt), GameFilter(event=f"{spelt} cup")):
                found = store.games(choice)
                assert [game.seats[0] for game in found] == [name], (name, spelt)
                assert len(store.numbers(choice)) == 1 and store.statistics(choice)[0].num_games == 1
    assert len(store.games(GameFilter(player="bO"))) == len(SPELT) and store.games(GameFilter(player="B")) == []
    for event in store.event_names():
        assert store.games(GameFilter(event=event))


@given(st.text(max_size=30))
def test_equal_names_stay_equal_whatever_is_done_to_them(name: str) -> None:
    folded = fold_name(name)
    for form in ("NFC", "NFD"):
        assert fold_name(unicodedata.normalize(form, name)) == folded
    assert fold_name(folded) == folded and fold_name(f" {name}\t") == folded
    assert fold_name(name.casefold()) == folded
    tidy = tidy_name(name, 60)
    assert tidy is None or (fold_name(tidy) == folded and tidy_name(tidy, 60) == tidy)


def test_names_of_all_scripts_are_allowed_and_those_that_steer_are_not() -> None:
    for name in ALLOWED:
        assert tidy_name(name, 60) == name
    for name in REFUSED:
        assert tidy_name(name, 60) is None, name
