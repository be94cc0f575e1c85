"""The parts of a board's page, from the board to the rules; each is a file that says what it shows of a moment."""

from treppe_host.web.board.parts import (
    advice,
    box,
    choices,
    clocks,
    device,
    facts,
    hand,
    held,
    moves,
    notice,
    pieces,
    settings,
    turn,
    world,
)

PARTS = (pieces, facts, turn, choices, clocks, notice, advice, hand, held, box, moves, device, settings, world)
