"""Examples in the rules of Blockade."""

from treppe.games.host.examples import ILLEGAL, Arrow, Example

EXAMPLES = {
    "way": Example(
        "+b7 +k6 +e8 +j3",
        (Arrow("e2-off", way="e2 e7 c7 c12"), Arrow("e2-l2", ILLEGAL, way="e2 l2")),
        part="a1 l12",
    ),
    "place": Example("", (Arrow("+g7"), Arrow("+d3", ILLEGAL), Arrow("+h8", ILLEGAL)), part="a1 l12"),
    "move": Example(
        "+l6 +g10 +j6 +l10 +f9 +a3 +c8 +h12 +h1 +g1 +k4 +l11",
        (Arrow("j6-d6"), Arrow("k4-k10"), Arrow("f9-f3", ILLEGAL), Arrow("l6-l12", ILLEGAL)),
    ),
}
