"""What a step of a story costs, in hundredths of a nat: a step that one of n steps is costs 100 * ln(n).

Frequencies are those of `treppe_sim/hands/traits.py`, and of recordings of a real board for chess (199 moves). Nothing
else in this folder holds a number that says how likely something is.
"""

from typing import TYPE_CHECKING

from treppe.runtime import const

if TYPE_CHECKING:
    from collections.abc import Sequence

ADJUSTED_OWN = const(250)
"""A piece of the player to move is lifted and put back: he has changed his mind (1 of 12 turns)."""
ADJUSTED_OTHER = const(320)
"""Any other piece is lifted and put back: `adoube`, 1 of 25 turns."""
NOT_FELT = const(450)
"""A captured piece and the one that takes it are exchanged in one motion: `push_off`, 1 of 90 turns."""
NO_END = const(70)
"""A turn is ended by the next player's move, not by END: `no_end`, every other turn."""
OVERLAP = const(190)
"""A player lifts before another one has put his piece: `fast_reply`, 1 of 7 turns."""
PUT_FIRST = const(350)
"""The target is filled before the origin is seen empty: 2 of 199 moves, more where a hand holds both."""
MOVED_ON = const(100)
"""A player moves a piece on by a second action of his turn."""
DETOUR = const(900)
"""The same where one action would have been enough."""
SAME_PLAYER_MS = const(4000)
"""A piece that is lifted again within this time is mostly moved on."""
TAKEN_OFF_LATE = const(300)
"""Of pieces that were jumped over one goes later than `TAKEN_OFF_MS` after the put, or long before it."""
TAKEN_OFF_MS = const(3000)
BACK_AGAIN = const(300)
"""A player moves a piece straight back to where it had come from."""
BACK_LATER = const(150)
"""The same in another turn: one of the few moves that a piece may have."""
OFF_BOARD = const(400)
"""A piece that is in the air has left the board, where the rules let it: as likely as that a hand holds it for long."""
NEW_PIECE = const(20)
"""A piece comes from the supply."""
NEW_WHILE_HELD = const(250)
"""The same, while one that weighs as much is in the air."""
NEW_WHILE_MOVING = const(400)
"""The same, while the one that was put last is in the air: mostly it is that one."""
OTHERS_PIECE = const(300)
"""In the air, and not the player's to move: as `ADJUSTED_OTHER`."""
THIRD_HAND = const(150)
"""Each piece in the air beyond the two that a player's hands hold; an action that is played meanwhile pays it, too."""
FROM_NOWHERE = const(300)
"""More stands astray than is in the air, and none may come from the supply: a piece that was captured, or fell."""
LET_GO = const(150)
"""An action is played while a piece stands astray: who puts another piece has let go of the one before."""
DISTURBED = const(1500)
"""The board is cleared, or an arm wipes over it (`wipe`): whatever is in the air or astray costs no more than that."""
NO_USE = const(60)
"""END is pressed where it ends nothing: `twice`."""
NOT_MEANT = const(800)
"""END is pressed where it would end something, and nobody means that."""
TWICE = const(300)
"""END ends a turn within `TWICE_MS` of the turn before; mostly it was pressed twice."""
TWICE_MS = const(1000)
CHAINED = const(350)
"""A piece goes in one movement of the hand where the rules want several actions."""
SAID = const(3000)
"""People have said that it was otherwise."""

# The curve: how long a pause lasts, and what it costs that the hand goes on after it. A line between the points.
IN_THE_AIR = ((0, 20), (800, 60), (1300, 200), (1800, 350), (5000, 420), (15_000, 480), (60_000, 600))
"""By the time since a piece was lifted: it is still in a hand (`ponder`: 1 of 100 for longer than 5 s)."""
JUST_PUT = ((0, 90), (150, 180), (400, 320), (1000, 420), (4000, 650), (15_000, 900))
"""By the time since a piece was put: the hand moves it on (`slide`, `wrong_field`, stop-overs of 1 of 20 moves)."""

TAKEN_ON = ((0, 800), (700, 450), (2500, 200), (10_000, 150))
"""By the time since a piece was put: another hand lifts just this one, or the same one with a second action."""
OVERTAKEN = ((0, 350), (300, 600), (2000, 1200))
"""By how much sooner an action was complete than one that comes first in the record; for each of those."""
OWN_ORDER = ((0, 250), (300, 320), (2000, 900))
"""The same where one player has played both, by pieces that are alike."""
OTHER_PIECE_FIRST = const(310)
"""The same by pieces that are not alike, whose order the rules know: brick and ball."""

# Thresholds of decisions.
UNFINISHED = const(100)
"""So much cheaper than a story in which hands still go on is one that is recorded."""
OTHERWISE = const(300)
"""So much cheaper than a story that records something else is one that is not asked about: 1 of 20 is asked."""
FORGOTTEN = const(1200)
"""So much dearer than the cheapest story is one that nobody tells any more."""
ASKED_MS = const(1800)
"""Waiting tells no more: the curve of what is in the air has risen."""
AT_REST_MS = const(200)
"""The same where nothing is in the air."""
WEIGHED_MS = (40, 60, 100, 150, 200, 300, 400, 600, 1000, 1500, 1800, 2500, 3000, 4000, 5000)
"""So long after the last event stories are weighed again: between these times their costs hardly change."""


def on_curve(curve: "Sequence[tuple[int, int]]", ms: int) -> int:
    """Return what a pause of so many ms costs."""
    before_ms, before = curve[0]
    ms = max(ms, before_ms)  # what is felt first may settle last
    for at_ms, cost in curve:
        if ms < at_ms:
            return before + (cost - before) * (ms - before_ms) // (at_ms - before_ms)
        before_ms, before = at_ms, cost
    return before
