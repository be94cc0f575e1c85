"""Hands that do what a calibration or a check asks for, movement by movement."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from treppe_sim.piece import Piece, make_piece
from treppe_sim.world import World

PIECES = 7
_CODES = {"stones": "S0", "bricks": "B", "discs": "D0"}
"""Of a piece, by what a surface's games are played with."""
_WRONG_TOWERS = ("count_pieces", "towers_differ", "field_off", "no_tower", "several_pieces")
_ANSWERED_BY_OK = (
    "resume_calibration",
    "stop_and_keep",
    "stop_and_lose",
    "calibration_done",
    "calibration_done_without",
    "check_passed",
)


class CalibratingHands:
    """Simulated hands over a world of their own. `act` does one movement; the caller lets sensors settle after it.

    They have two sets of seven pieces, as the procedure wants them. `leave` puts back what stood there before.
    """

    def __init__(self, world: World):
        self._world = world
        self._before = world.save()
        random = Random(f"calibrating {world.seed}")
        code = _CODES[world.surface.PIECES]
        self._sets = [[make_piece(code, random) for _ in range(PIECES)] for _ in range(2)]
        self._tower = -1
        self._set = 0

    def act(self, roles: str, task: Mapping[str, Any]) -> str:
        """Do the next movement by the lamps' roles and the task's report; return a button to press, or nothing."""
        code = task["says"]["code"] if task else ""
        if code in _ANSWERED_BY_OK:
            return "OK"
        lit = [field for field, role in enumerate(roles) if role == "p"]
        if code in ("clear_board", "clear_field", "take_tower_off"):
            self._clear()
        elif code == "take_one_off":
            self._take_off(roles.find("r"))
        elif code == "put_piece":
            self._put_next(lit)
        elif code == "move_magnet":
            self._touch(lit)
        else:
            wrong = task.get("wrong", {})
            is_wrong = wrong.get("code") in _WRONG_TOWERS
            if code == "put_first_tower" and is_wrong:  # its light says that it is wrong instead
                lit = [self._world.surface.NAMES.index(wrong["field"])]
            if lit or is_wrong:
                self._carry(lit, 1 if code == "put_other_towers" else 0, is_wrong=is_wrong)
        return ""

    def leave(self) -> None:
        """Put the board back as it was."""
        self._world.load(self._before)

    def _clear(self) -> None:
        for field, stack in enumerate(self._world.stacks):
            if stack:
                self._lift(field, len(stack))
                return

    def _take_off(self, field: int) -> None:
        if field >= 0 and self._world.stacks[field]:
            self._lift(field, 1)

    def _put_next(self, lit: Sequence[int]) -> None:
        for field in lit[:1]:
            self._put(field, [self._sets[0][len(self._world.stacks[field])]])

    def _touch(self, lit: Sequence[int]) -> None:
        """Hold a magnet over the first light, or take it away."""
        if self._tower >= 0 and self._world.stacks[self._tower]:
            self._lift(self._tower, 1)
        elif lit:
            self._put(lit[0], self._sets[0][:1])

    def _carry(self, lit: Sequence[int], number: int, *, is_wrong: bool) -> None:
        """Bring the tower from where it stands to the first light."""
        standing = self._world.stacks[self._tower] if self._tower >= 0 else []
        is_other = bool(standing) and number != self._set
        if standing and (self._tower not in lit or is_other or is_wrong):
            self._lift(self._tower, len(standing))
        elif not standing and lit:
            self._set = number
            self._put(lit[0], self._sets[number])

    def _lift(self, field: int, count: int) -> None:
        self._world.lift(field, count)
        self._world.hand.clear()
        self._tower = field if self._world.stacks[field] else -1

    def _put(self, field: int, pieces: Sequence[Piece]) -> None:
        self._world.hand += reversed(pieces)
        self._world.put(field, len(pieces))
        self._tower = field
