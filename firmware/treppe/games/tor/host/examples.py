"""Examples in the rules of Das Tor."""

from treppe.games.host.examples import ILLEGAL, PLAYED, Arrow, Example

EXAMPLES = {
    "move": Example("a1-a2 l10-l9", (Arrow("a3-l3"), Arrow("c1-c12"), Arrow("a2-b2", ILLEGAL))),
    "gate": Example("a1-j1 l12-l7 j1-j10", (Arrow("j1-j10", PLAYED), Arrow("T+k11")), rings="j12 l10", part="g7 l12"),
    "crowd": Example(
        "a1-l1 l12-c12 l1-l12 S+k11 l10-k10",
        (Arrow("k11-f11"), Arrow("l12-l5", ILLEGAL)),
        rings="j12 k10",
        part="f5 l12",
    ),
    "shapes": Example(
        "a3-j3 l12-l7 j3-j10", (Arrow("j3-j10", PLAYED), Arrow("T+k11", ILLEGAL)), rings="j12 l10", part="g7 l12"
    ),
}
