"""What a board needs of a rival: another board, whose players' actions hands carry out here. An annex brings it."""

from typing import Protocol

from treppe_host.html import Html
from treppe_host.programs.turn import Step


class Rival(Protocol):
    """Another board that plays the game of this one."""

    is_thinking: bool
    failure: Exception | None

    @property
    def wish(self) -> Step | None:
        """The action of the other side for hands to carry out now."""

    @property
    def is_ours(self) -> bool:
        """Whether the game on the board is the one that is played together."""

    @property
    def is_to_move(self) -> bool:
        """Whether it is the other side's turn, or it has played and hands have to follow."""

    @property
    def limits(self) -> dict[str, int] | None:
        """The time limits of the game, which the two sides keep, None without."""

    def left_s(self) -> list[int]:
        """Return each player's remaining time, empty without limits."""

    def question(self, language: str) -> Html:
        """Return the open question between the sides, with buttons `grant` and `refuse` if this side answers it."""

    def notice(self, language: str) -> str:
        """Return why the other side is silent, or that its players get hints; empty if all is well."""

    def begin(self) -> None:
        """Look for the other board; in the event loop."""

    def close(self) -> None:
        """Stop; the game goes on later."""

    def answer(self, is_granted: bool) -> None:
        """Answer the other side's question."""

    def offer(self) -> None:
        """Offer a draw."""

    def resign(self) -> None:
        """Give up."""
