"""Examples in the rules of STEP BY STEP."""

from treppe.games.host.examples import ILLEGAL, Arrow, Example

_BUILT = "a1-b2 +b3 g7-d2 +c2 b2-b1 +a1 d2-c3 +c2 b1-b2 +a2 c3-d3 +d2"

_STAIRS = "a1-b4 +c4 g7-c4 +c3 b4-d3 +c3 c4-c3 +c4 d3-c5 +c4 c3-c4 +c3 c5-b3 +c3 c4-c3 +c4 b3-f4 +f3"

EXAMPLES = {
    "move": Example(
        _BUILT,
        (
            Arrow("b2-b3"),
            Arrow("b2-d1", way="b2 b1 c1 d1"),
            Arrow("b2-c2", ILLEGAL),
        ),
        part="a1 a4 e1 e4",
    ),
    "build": Example(
        _BUILT + " b2-c3",
        (Arrow("+c4"), Arrow("+b3"), Arrow("+d3", ILLEGAL), Arrow("+d4", ILLEGAL)),
        part="a2 b5 e2 e5",
    ),
    "top": Example(_STAIRS, (Arrow("c3-d4", way="c3 c4 d4"),), part="b2 b5 e2 e5"),
}
