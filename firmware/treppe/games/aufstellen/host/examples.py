"""Examples in the rules of Aufstellen."""

from treppe.games.host.examples import ILLEGAL, Arrow, Example

EXAMPLES = {
    "cylinder": Example(
        "+e5 +h5 +h8 +b2 +e8 +k11 +b8 +e2",
        (Arrow("h8-k5"), Arrow("h8-e11"), Arrow("h8-b11", ILLEGAL), Arrow("e5-b5", ILLEGAL)),
    ),
    "square": Example(
        "+e5 +h5 +h8 +b2 +e8 +k11 +b8 +e2 h8-k5 +b11 +k2 k11-k8",
        (Arrow("e5-b5"), Arrow("e5-h8", ILLEGAL)),
    ),
    "line": Example("+e8 +h2 +e11 +k11 +h8 +h11 +k8 +k5", (Arrow("e11-b8"),), rings="b8 e8 h8 k8"),
}
