"""Examples in the rules of Weltreich."""

from treppe.games.host.examples import ILLEGAL, Arrow, Example

_RIDE = "c2-c7 l12-l7 c7-j7 i12-i6"

EXAMPLES = {
    "move": Example(_RIDE, (Arrow("a1-a9"), Arrow("d1-l1"), Arrow("b2-f6", ILLEGAL))),
    "capture": Example(_RIDE, (Arrow("j7xj10"), Arrow("j7xl7", ILLEGAL)), part="g5 l12"),
    "crown": Example("b2-b8 l9-l6", (Arrow("b8-h8"),), rings="h8"),
}
