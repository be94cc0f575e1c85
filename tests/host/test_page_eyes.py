"""The page's colours can be distinguished with the three common colour-vision deficiencies, by computation."""

from pathlib import Path

import pytest
from eyes import DEFICIENCIES, JUST_DISTINCT, distance
from treppe.alphabet.roles import palette
from treppe_host import web
from treppe_host.web import texts
from treppe_host.web.drawing.lights import MARKS

EN, DE = texts.load("en"), texts.load("de")
PALETTE = palette()
STATIC = Path(web.__file__).parent / "static"


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_lamps_can_be_told_apart_with_every_kind_of_eyes(deficiency):
    roles = [role for role in PALETTE if role != "."]
    marks = MARKS
    for count, one in enumerate(roles):
        for other in roles[:count]:
            apart = distance(PALETTE[one][:3], PALETTE[other][:3], deficiency)
            is_same_mark = marks.get(one) == marks.get(other)
            is_same_rhythm = PALETTE[one][3] == PALETTE[other][3]
            assert not (is_same_mark and is_same_rhythm) or apart > JUST_DISTINCT, (one, other)
