"""Examples in the rules of Schaff den Sprung."""

from treppe.games.host.examples import ILLEGAL, PLAYED, Arrow, Example

EXAMPLES = {
    "move": Example(
        "", (Arrow("a8-d8"), Arrow("c7-d7"), Arrow("c9-c10", ILLEGAL), Arrow("b9-e9", ILLEGAL)), part="a3 f10"
    ),
    "again": Example("c7-d7 c6-d6", (Arrow("c6-d6", PLAYED), Arrow("d6-e6")), rings="d7", part="a3 f10"),
    "edge": Example(
        "b7-d7 b6-d6 d6-e6 d7-e7 e7-f7 e6-f6",
        (Arrow("e6-f6", PLAYED), Arrow("f6-g6", ILLEGAL)),
        rings="f7",
        part="a3 i10",
    ),
}
