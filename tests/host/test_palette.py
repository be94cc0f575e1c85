"""One table of colours feeds page, plates, pieces and words, and eyes of every kind tell its colours apart."""

import itertools
import re
from pathlib import Path

import pytest
from eyes import DEFICIENCIES, JUST_DISTINCT, contrast, distance
from guided_hands import name_of
from treppe import texts
from treppe.alphabet import roles
from treppe.games.host import palette
from treppe.panel import wording
from treppe.panel.light_bytes import PHASE_MS
from treppe_host.colours import COLOUR_LETTERS, COLOURS
from treppe_host.web import texts as page_texts
from treppe_host.web.drawing.lights import MARKS

STATIC = Path(page_texts.__file__).parents[1] / "static"
READABLE = 4.5  # WCAG 2, level AA, for texts of any size


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
@pytest.mark.parametrize("colours", [palette.PLAYERS, palette.DISCS], ids=["players", "discs"])
def test_colours_can_be_told_apart_with_every_kind_of_eyes(colours, deficiency):
    for one, other in itertools.combinations(colours, 2):
        assert distance(one.parts, other.parts, deficiency) > JUST_DISTINCT, (one.name, other.name)


@pytest.mark.parametrize("colour", [*palette.PLAYERS, *palette.DISCS], ids=lambda colour: colour.name)
def test_what_is_written_on_a_colour_can_be_read(colour):
    ink = tuple(bytes.fromhex(colour.ink[1:]))
    assert contrast(colour.parts, ink) > (READABLE if colour.letter else 3), colour.name


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_lamps_can_be_told_apart_with_every_kind_of_eyes(deficiency):
    looks = roles.palette()
    for one, other in itertools.combinations([role for role in looks if role != "."], 2):
        apart = distance(looks[one][:3], looks[other][:3], deficiency)
        is_same = MARKS.get(one) == MARKS.get(other) and looks[one][3] == looks[other][3]
        assert not is_same or apart > JUST_DISTINCT, (one, other)


def test_nobody_needs_the_colours():
    assert sorted(disc.pips for disc in palette.DISCS) == list(range(1, 8))
    assert len({player.letter for player in palette.PLAYERS}) == 4


def test_lamps_shine_in_the_players_colours():
    looks = roles.palette()
    for player in range(4):
        shining = looks[chr(roles.PLAYER + player)][:3]
        nearest = min(palette.PLAYERS, key=lambda colour: distance(colour.parts, shining))
        assert nearest is palette.PLAYERS[player], nearest.name


def test_words_follow_the_table():
    english = texts.load("en")
    for player, colour in enumerate(palette.PLAYERS):
        assert english[f"player {player}"].lower() == colour.name == COLOURS[player]
    assert english["letters"].split() == [colour.letter for colour in palette.PLAYERS] == list(COLOUR_LETTERS)
    assert tuple(disc.name for disc in palette.DISCS) == page_texts.load("en").DISCS
    assert page_texts.piece_name(page_texts.load("en"), "D4") == "turquoise disc 5"
    assert page_texts.piece_name(page_texts.load("de"), "D4") == "türkise Scheibe 5"
    for number in range(7):
        assert wording.piece_name(english, f"D{number}") == name_of(f"D{number}") == f"disc {number + 1}"


def test_the_page_has_no_player_s_or_disc_s_colour_of_its_own():
    for name in ("board.css", "page.css"):
        style = (STATIC / name).read_text("utf-8")
        for rule in re.findall(r"\.(?:player|disc|tile)\d[^{]*\{[^}]*\}", style):
            assert "#" not in rule.replace("#000", ""), rule
    assert (STATIC / "palette.css").read_text("utf-8") == palette.style_sheet()


def test_nothing_on_the_page_flashes_more_than_three_times_a_second():
    assert f"EIGHTH_MS = {PHASE_MS};" in (STATIC / "lamps.js").read_text("utf-8"), "lamps flash as on the board"
    for style in STATIC.glob("*.css"):
        for rule in re.findall(r"animation:([^;}]*)", style.read_text("utf-8")):
            times = re.findall(r"([\d.]+)(ms|s)\b", rule)
            assert rule.strip() == "none" or float(times[0][0]) >= {"s": 0.34, "ms": 340}[times[0][1]], rule
