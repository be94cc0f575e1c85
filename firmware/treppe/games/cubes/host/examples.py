"""Examples in the rules of Cubes."""

from treppe.games.host.examples import ILLEGAL, Arrow, Example

_WHITES = (
    "+c3 +d3 +e3 +c5 +h4 +i4 +j7 +a7 +b9 +e9 +f9 +i9 +h8 +c8 +d7 "
    "+a2 +g2 +j2 +g6 +a5 +f7 +j4 +i6 +b10 +f10 +a10 +j10 +h10 +d10 +c7"
)

EXAMPLES = {
    "active": Example(
        _WHITES,
        (Arrow("4+d4", way="B4 d4"), Arrow("2+h3", ILLEGAL, way="B2 h3")),
        rings="c3 d3 e3 c5",
        part="B2 j5",
    ),
    "depends": Example(_WHITES + " 4+d4 .", (Arrow("4+c4"),), rings="c3 d3 c5 d4", part="B2 a6 f6"),
    "shift": Example(
        _WHITES,
        (Arrow("h4-h6"), Arrow("e3-f3"), Arrow("i4-g4", ILLEGAL)),
        part="d2 j7",
    ),
}
