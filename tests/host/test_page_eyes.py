"""The page's colours can be told apart with the three common colour-vision deficiencies, by computation."""

import itertools
import math
import re
from pathlib import Path

import pytest
from treppe.table.show.roles import palette
from treppe_host.web import texts
from treppe_host.web.board import panel
from treppe_host.web.drawing.lights import MARKS

EN, DE = texts.LANGUAGES["en"], texts.LANGUAGES["de"]
PALETTE = palette()
STATIC = Path(panel.__file__).parents[1] / "static"
# Machado, Oliveira, Fernandes 2009, severity 1: linear red, green, blue as somebody with the deficiency sees them.
DEFICIENCIES = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
JUST_TOLD_APART = 20  # CIE76; 2.3 is the least that anybody sees


def lab(colour, deficiency):
    linear = [(part / 255 / 12.92) if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    red, green, blue = (max(0, sum(w * p for w, p in zip(row, linear))) for row in DEFICIENCIES[deficiency])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_lamps_can_be_told_apart_with_every_kind_of_eyes(deficiency):
    roles = [role for role in PALETTE if role != "."]
    marks = MARKS
    for count, one in enumerate(roles):
        for other in roles[:count]:
            first, second = (lab(PALETTE[role][:3], deficiency) for role in (one, other))
            is_same_mark = marks.get(one) == marks.get(other)
            is_same_rhythm = PALETTE[one][3] == PALETTE[other][3]
            assert not (is_same_mark and is_same_rhythm) or math.dist(first, second) > JUST_TOLD_APART, (one, other)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_players_can_be_told_apart_with_every_kind_of_eyes(deficiency):
    style = (STATIC / "board.css").read_text("utf-8")
    colours = re.findall(r"\.player\d { --piece: #(..)(..)(..);", style)
    seen = [lab([int(part, 16) for part in colour], deficiency) for colour in colours]
    assert len(seen) == 4
    for one, other in itertools.combinations(range(4), 2):
        assert math.dist(seen[one], seen[other]) > JUST_TOLD_APART, (EN.PLAYERS[one], EN.PLAYERS[other])
