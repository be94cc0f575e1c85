"""Facts about Allein Wetteifern for hosts, besides its rules."""

from treppe.games import start
from treppe.games.host import facts
from treppe.games.host.marks import DOT, Mark


class Facts(facts.Facts):
    """Nine pieces of each colour, all on the board; any shape will do."""

    AGE = 8
    MINUTES = (5, 15)
    LESSON = facts.Lesson("f6-f10 g6-g10 f4-f6")
    VARIANTS = ({}, {"seed": 7})

    def marks(self) -> list[Mark]:
        """The colour that begins on each square."""
        state = start(self.name)
        return [Mark(DOT, (field,), int(code[1])) for field in range(144) for code in state.pieces(field)]
