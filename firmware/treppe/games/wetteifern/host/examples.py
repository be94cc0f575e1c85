"""Examples in the rules of Allein Wetteifern."""

from treppe.games.host.examples import ILLEGAL, Arrow, Example

EXAMPLES = {
    "jump": Example("", (Arrow("f8-f10"), Arrow("f8-j8"), Arrow("f8-f3"), Arrow("f8-c8", ILLEGAL)), part="b2 k11"),
}
