"""Hands that do not know the game, and do literally what lamps and display say."""

from collections.abc import Callable
from typing import Any, Protocol

from treppe import texts
from treppe.alphabet.roles import CAME_FROM, OFF, PUTS, REMOVE, TURN, UNSURE, WRONG
from treppe.games.host.palette import DISCS
from treppe_sim.hands.hands import CARRY_MS, REACH_MS, Board, Hands
from treppe_sim.hands.movements import Movement

_LOOK_MS = 120  # lamps that have not changed for so long are believed
_PATIENCE_MS = 4000
_MOST_LOOKS = 400
_LIMBO = bytes([CAME_FROM, WRONG]) + PUTS  # a piece is missing, although the board is not led
LED = ("setup", "wrong")


class LitBoard(Board, Protocol):
    """A board whose lamps can be seen."""

    roles: bytearray

    def is_calm(self) -> bool:
        """Tell whether nothing happens until a hand comes."""


class Lost(Exception):
    """Lamps and display say nothing that hands could do; the text has what they say."""


class Guided(Hands):
    """Hands at a board whose lamps are `board.roles`; they count their `movements`: a piece taken and laid down."""

    def __init__(
        self,
        board: LitBoard,
        look: Callable[[], dict[str, Any]],
        disc_of: Callable[[int], str] | None = None,
        name_of: Callable[[int], str] | None = None,
        stood_on: Callable[[int], str] | None = None,
    ):
        """Sit down; `disc_of` returns the code of a disc that has the colour printed on a field.

        `name_of` returns what the display calls a field, if not as the surface does, `stood_on` the code of the piece
        that hands have taken from a field and laid aside, empty if there is none.
        """
        super().__init__(board, look)
        self._lamps = board
        self._disc_of = disc_of
        self._name_of = name_of or (lambda field: str(board.world.surface.NAMES[field]))
        self._stood_on = stood_on or (lambda field: "")
        self._carried = ""
        self.owed: tuple[int, str] | None = None
        """Where the lamps have asked for a piece last, and for which."""
        self.movements = 0

    def follow(self, most: int = _MOST_LOOKS) -> int:
        """Do what the board says until it is content, or after `most` movements; return the movements. Raises Lost."""
        before = self.movements
        for _ in range(_MOST_LOOKS):
            self._await_lamps()
            if self.movements - before >= most and not self._carried:
                return self.movements - before
            if self._is_unsure() and not self._carried:
                self._show_again(self._lit(bytes([UNSURE]))[0])
            elif self._look()["phase"] in LED and (self._carried or self._lit(PUTS + bytes([REMOVE]))):
                self._obey_lamps()
            elif self._carried:
                self.lay_down(next(iter(self._lit(_LIMBO)), None))
            elif self._jumped() is not None:
                self.lift_from(self._jumped())
            elif self.owed:
                target, text = self.owed
                self.owed = None
                if not self._board.world.stacks[target]:
                    self._fetch(target, {target: text})
            elif self._look().get("doubt"):
                self._answer_doubt()
            elif self._look().get("instead"):
                self.press("END")  # the record stays as it is
            elif self._look()["phase"] not in LED and not self._lit(_LIMBO):
                return self.movements - before
            elif self.asked():
                self.press("END")  # none of the proposed actions has been played
            elif self._laid_aside():
                self._put_back(*self._laid_aside()[0])
            else:
                self._board.run_ms(_PATIENCE_MS)
        raise Lost(f"no end after {_MOST_LOOKS} looks: {self._said()}")

    def _answer_doubt(self) -> None:
        """Say whether a piece stands on the field that is asked about."""
        asked = [field for field in self._lit(bytes([UNSURE])) if self._name_of(field) == self._look()["doubt"]]
        self.press("OK" if any(self._board.world.stacks[field] for field in asked) else "END")

    def _laid_aside(self) -> list[tuple[int, str]]:
        """Return from where hands have taken what lies aside, as far as a lamp is lit there, and what it is."""
        lit = [field for field, role in enumerate(self._lamps.roles) if role != OFF]
        return [(field, self._stood_on(field)) for field in lit if self._stood_on(field)]

    def _put_back(self, target: int, code: str) -> None:
        self.do(Movement("take", code=code))
        self._carried = code
        self.lay_down(target)

    def _jumped(self) -> Any:
        """Return the field from which a piece is to be taken off to end a move, None if there is none."""
        named, surplus = self._named(), texts.load("en")["surplus"]
        return next((field for field in self._lit(bytes([REMOVE])) if named.get(field) == surplus), None)

    def _is_unsure(self) -> bool:
        """Tell whether the display asks about fields that cannot be read."""
        return bool(self._lit(bytes([UNSURE]))) and not (self.asked() or self._look().get("doubt"))

    def _show_again(self, field: int) -> None:
        """Say of a field that cannot be read that all is well there; take all off if that fails."""
        self.press("OK")
        self._await_lamps()
        if field in self._lit(bytes([UNSURE])):
            self.move([Movement("lift", field), Movement("give")] * len(self._board.world.stacks[field]))

    def turn_over(self) -> None:
        """Turn over the stones whose lamps ask for it, and do not lie as the display says."""
        named = self._named()
        for field in self._lit(bytes([TURN])):
            code = str(self._board.world.stacks[field][-1])
            if field not in named or named[field].endswith("off") != code.endswith("i"):
                self.move([Movement("lift", field), Movement("turn"), Movement("put", field)])
        self._await_lamps()

    # What is seen.

    def _lit(self, roles: bytes) -> list[int]:
        return [field for field, role in enumerate(self._lamps.roles) if role in roles]

    def _await_lamps(self) -> None:
        """Wait until sensors and lamps have had their time."""
        seen = b""
        waited_ms = 0
        while waited_ms < _PATIENCE_MS:
            self._board.run_ms(_LOOK_MS)
            waited_ms += _LOOK_MS
            now = bytes(self._lamps.roles) + repr(self._look()).encode()
            if now == seen and self._lamps.is_calm():
                return
            seen = now

    def _named(self) -> dict[int, str]:
        """Return what the display says of fields; hands put one piece at a time, however many it names."""
        names = [self._name_of(field) for field in range(self._board.world.surface.FIELDS)]
        found: dict[int, str] = {}
        for line in self._look()["lines"]:
            name, colon, text = line.partition(": ")
            if colon and name in names:
                found[names.index(name)] = text.partition(" x ")[2] or text
        return found

    def _said(self) -> str:
        return f"{self._look()['lines']}, lamps {bytes(self._lamps.roles).decode()}"

    # What is done.

    def _obey_lamps(self) -> None:
        named = self._named()
        targets = sorted(self._lit(PUTS), key=lambda field: field not in named)
        self.owed = (targets[0], named[targets[0]]) if targets and targets[0] in named else None
        if self._carried:
            fitting = [field for field in targets if self.fits(self._carried, field, named)]
            self.lay_down(fitting[0] if fitting else None)
        elif targets:
            self._fetch(targets[0], named)
        else:
            sources = self._lit(bytes([REMOVE]))
            if not sources:
                raise Lost(f"nothing to do: {self._said()}")
            self.lift_from(sources[0])

    def _fetch(self, target: int, named: dict[int, str]) -> None:
        """Take a piece for a target from a field that is lit, else from the supply."""
        world = self._board.world
        for field in self._lit(bytes([REMOVE])):
            if world.stacks[field] and self.fits(str(world.stacks[field][-1]), target, named):
                self.lift_from(field)
                return
        for code in sorted(world.supply):
            if world.supply[code] and self.fits(code, target, named):
                self._board.run_ms(REACH_MS)
                self.do(Movement("take", code=code))
                self._carried = code
                self.lay_down(target)
                return
        raise Lost(f"no piece for {world.surface.NAMES[target]}: {self._said()}")

    def lift_from(self, field: int) -> None:
        """Lift what stands on top of a field; raise Lost if nothing does."""
        if not self._board.world.stacks[field]:
            raise Lost(f"nothing to take off: {self._said()}")
        code = str(self._board.world.stacks[field][-1])
        self._board.run_ms(REACH_MS)
        self.do(Movement("lift", field))
        self._carried = code

    def lay_down(self, target: int | None) -> None:
        """Put what the hand carries on a field, or beside the board."""
        self._board.run_ms(CARRY_MS)
        wanted = self._named().get(target, "") if target is not None else ""
        if self._carried[-1] in "ai" and target is not None and wanted.endswith("off") != (self._carried[-1] == "i"):
            self.do(Movement("turn"))
        self.do(Movement("give") if target is None else Movement("put", target))
        if self.owed and target == self.owed[0]:
            self.owed = None
        self._carried = ""
        self.movements += 1

    def fits(self, code: str, target: int, named: dict[int, str]) -> bool:
        """Tell whether a piece is what the display wants on a field, or, where it does not say, what the lamp wants."""
        if code[0] == "D" and self._disc_of:
            return code == self._disc_of(target)
        if target in named:
            return name_of(code) == named[target].removesuffix(" off")
        role = chr(self._lamps.roles[target])
        return role == "p" or code[2 if code[0] == "N" else 1 :][:1] == str("4567".index(role))


def name_of(code: str) -> str:
    """Return what a piece is called in English."""
    english = texts.load("en")
    if code[0] == "N":
        return f"{english['player ' + code[2]]} {code[1]}"
    name = english["piece " + code[0]]
    if code[0] == "D":
        return f"{name} {DISCS[int(code[1])].pips}"
    return f"{english['player ' + code[1]]} {name}" if code[1:] else name
