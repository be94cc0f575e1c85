"""Examples in the rules of 7 Steps."""

from treppe.games.host.examples import ILLEGAL, PLAYED, Arrow, Example

_FIRST_TURN = "+a0 +a1 . ?A"

EXAMPLES = {
    "first": Example(_FIRST_TURN, (Arrow("+a4"), Arrow("+a1", ILLEGAL)), part="f2 e1 b1 c4"),
    "path": Example(
        _FIRST_TURN + " +a2 +a1",
        (
            Arrow("+a1", PLAYED, way="a2 a1"),
            Arrow("+a0", way="a1 a0"),
            Arrow("+b5", ILLEGAL, way="a1 b5"),
        ),
        part="f2 e1 b1 c4",
    ),
}
