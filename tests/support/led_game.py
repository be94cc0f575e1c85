"""A game on a simulated board with hands that follow its lamps and display."""

from __future__ import annotations

from random import Random

from disturbed_boards import codes_of
from treppe import games, surfaces
from treppe.games.host import facts
from treppe.table import opening
from treppe.table.show.wording import place, spelt_place
from treppe_sim.bench_board import BenchBoard, WorldFrames
from treppe_sim.hands.guided import Guided
from treppe_sim.journal_in_memory import Flash, RecordingJournal
from treppe_sim.world import World


class LedGame:
    """A board with a game on it, and hands that follow the lamps; a box beside it has any piece that they ask for."""

    def __init__(self, name: str, seed: int, num_actions: int) -> None:
        self.random = Random(f"{name} {seed}")
        self.label = f"{name} seed {seed}"
        variants = facts.of(name).VARIANTS
        self.state = games.start(name, **variants[seed % len(variants)])
        self.last_action: int | None = None  # that would end the game
        self.seed = seed
        self.flash = Flash()
        journal = RecordingJournal(self.flash)
        played = opening.begin(journal, games.start(name, **self.state.options), [])
        while len(self.state.history()) < num_actions and not self.state.is_terminal():
            action = self.random.choice(self.state.legal_actions())
            self.state.apply_action(action)
            if self.state.is_terminal():
                self.state.undo_action()
                self.last_action = action
                break
            played.play(action)
        self.world = World(surfaces.load(self.state.surface), seed)

    def switch_on(self, stacks: list[list[str]] | None = None) -> None:
        """Switch the board on, over what stands there or over these stacks."""
        self.board = BenchBoard(WorldFrames(self.world), flash=self.flash)
        self.board.put_meter_in()
        if stacks is not None:
            self.world.arrange(stacks, dict.fromkeys(codes_of(self.state), 60))
        self.hands = Guided(self.board, lambda: self.board.display, self.disc_of, self.name_of)

    def name_of(self, field: int) -> str:
        """Return what the display calls a field."""
        session = self.board.session
        return spelt_place(session.texts, place(session, field))

    def disc_of(self, place: int) -> str:
        return f"D{self.state.colours[place]}"

    def wanted(self) -> list[list[str]]:
        """Return what should stand on each field."""
        return [list(self.state.pieces(place)) for place in range(len(self.state.image()))]

    def stacks(self) -> list[list[str]]:
        return [[str(piece) for piece in stack] for stack in self.world.stacks]

    def wrong_fields(self) -> str:
        """Say where something else stands than should."""
        names = self.board.surface.NAMES
        wanted, stacks = self.wanted(), self.stacks()
        return " ".join(
            f"{names[place]}:{'/'.join(stacks[place])}!={'/'.join(wanted[place])}"
            for place in range(len(wanted))
            if stacks[place] != wanted[place]
        )
