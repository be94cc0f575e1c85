"""Facts about Cubes for hosts, besides its rules."""

from typing import Any

from treppe.games import start
from treppe.games.cubes.cards import CARDS
from treppe.games.cubes.rules import MOST_POINTS, UNPLACED, WHITES
from treppe.games.cubes.rules import SEATS as SIDES
from treppe.games.host import facts
from treppe.games.host.marks import FRAME, NUMBER, SEATS, Mark, seats_at
from treppe.games.host.printed import DEPENDENCE, OVERVIEW, PASS, POINT, SHIFT, SWAP, Printed

_BEYOND = {"S": 8, "W": 24, "N": 134, "E": 107}  # the field beyond stone 6 on each side: i1, a3, c12, l9

_WAYS = {"F": (0, 1), "B": (0, -1), "L": (-1, 0), "R": (1, 0)}  # columns to the right, rows forward
_CHANGES = {"<": (PASS, (1,)), ">": (PASS, (-1,)), "*": (SWAP, ())}


class Facts(facts.Facts):
    """Numbered stones on their parking fields, white ones beside the board."""

    AGE = 12
    MINUTES = (30, 60)
    LESSON = facts.Lesson(
        "4+c4 i2-i3 2+e2 . 3+d3 xL1",
        "+h2 +i7 +a8 +c1 +h1 +g1 +g3 +a9 +d5 +b3 +i2 +j1 +c5 +i6 +d6 +c10 +f2 +c3 +c2 +b2 +f3 +i1 +h8 +i5 +g6 +d7 "
        "+i10 +a6 +c7 +f6",
        {"seed": 2},
    )
    DEMO_SEED = 13929
    VARIANTS = ({}, {"players": 3}, {"players": 4})

    def supply(self, state: Any) -> dict[str, int]:
        """The white stones."""
        return {"W": WHITES[state.players]}

    def printed(self, players: int) -> list[Printed]:
        """The deck; by player a card of his colour, an overview, discs for his action points."""
        things = []
        for code, count in CARDS:
            if code in _CHANGES:
                kind, values = _CHANGES[code]
                things.append(Printed(kind, "changes", code, count, values=values))
            else:
                east, north = _WAYS[code[0]]
                distance = int(code[1])
                things.append(Printed(SHIFT, "shifts", code, count, values=(distance * east, distance * north)))
        for player in range(players):
            things.append(Printed(DEPENDENCE, "dependencies", "depends", 1, player))
        things.append(Printed(OVERVIEW, "overviews", "overview", players))
        for player in range(players):
            things.append(Printed(POINT, "points", "point", MOST_POINTS, player))
        return things

    def held(self, state: Any, player: int) -> list[str]:
        """The cards of a dealt game, once they are dealt."""
        if not state.is_dealt or state.position[UNPLACED]:
            return []
        return [CARDS[kind][0] for kind in state.hand(player)]

    def scattered(self, state: Any) -> int:
        """The white stones that are still to be put."""
        return int(state.position[UNPLACED])

    def word_of(self, state: Any, chosen: list[str]) -> str:
        """Cards are exchanged."""
        order = [code for code, _ in CARDS]
        return "x" + "".join(sorted(chosen, key=order.index)) if chosen else ""

    def gives(self, word: str) -> bool:
        """An exchange; in an open game its cards are not named."""
        return word[:1] == "x" and len(word) > 1

    def marks(self) -> list[Mark]:
        """The board of 10 x 10, where stones 2 to 6 wait, and whose side it is, on the field beyond them."""
        state = start(self.name, players=4)
        waiting = [(field, code[1]) for field in range(144) for code in state.pieces(field)]
        marks = [Mark(FRAME, (13, 130)), *(Mark(NUMBER, (field,), text=number) for field, number in waiting)]
        for side, field in _BEYOND.items():
            marks.append(Mark(SEATS, (field,), seats=seats_at(side, SIDES)))
        return marks
