"""The order of what the board proposes: each alternative has a price, by what hands would have had to do for it.

Prices are estimates, in tenths; only their order counts.
"""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BEYOND
from treppe.runtime import const

if TYPE_CHECKING:
    from treppe.tracking.observed import ObservedBoard
    from treppe.types import Alternative, Job

_UNFELT = const(60)  # no sensor felt the lift, or the put
_IMPOSSIBLE = const(200)  # a piece was put before it was lifted
_BEFORE_ANOTHER = const(52)  # or lifted, or put, before the piece of the player before was put
_OUT_OF_ORDER = const(16)  # or put before the same player's piece
_TOUCHED = const(8)  # a field was felt for nothing
_TOO_MANY = const(50)  # a piece lies there that no action has put
_HELD, _HELD_BY_ANOTHER = const(27), const(52)  # a piece is away, of the player who is next, or of another one
_STOP = const(8)
_BACK = const(12)  # each action that is replaced but the first
_AFTER_TOUCH = const(39)  # the next player has begun since
_THERE_AND_BACK = const(78)  # a player moves a piece, and moves it back in his next action
_COMES_BACK = const(-40)  # a piece stands again where it was recorded before something else took its place
# How long after the record that is replaced its piece was lifted again: (milliseconds, price).
_AGES = ((1000, 0), (2000, 2), (5000, 0), (15000, 30), (1 << 29, 40))


def rank(observed: "ObservedBoard", alternatives: "list[Alternative]") -> "Job":
    """Put the alternatives in order, the likeliest first; of equal ones the order stays."""
    priced: list[tuple[int, int]] = []
    for undo_count, actions in alternatives if len(alternatives) > 1 else ():
        priced.append(((yield price(observed, undo_count, actions)), len(priced)))
    if priced:
        alternatives[:] = [alternatives[number] for _, number in sorted(priced)]


def price(observed: "ObservedBoard", undo_count: int, actions: list[int]) -> "Job":
    """Work out how odd it would be that hands have done this."""
    yield
    stamps = observed.stamps
    replaced = observed.recent[-undo_count:] if undo_count else []
    position = observed.position_before(undo_count)
    found = _of_replacing(observed, undo_count, actions) if undo_count else 0
    felt = [field for played in replaced for field, _ in played.before.recall().hand_moves(played.action)]
    player, latest, latest_before = position.player, 0, 0
    last = observed.recent[-undo_count - 1] if undo_count < len(observed.recent) else None
    before = (bytes((last.taken_from,)), bytes((last.put_on,)), last.player) if last else None
    for action in actions:
        if position.player != player:
            player, latest_before = position.player, latest
        found += _STOP if action == position.scratch.STOP else 0
        lifted = first = 0
        for field, change in position.recall().hand_moves(action):
            if field == BEYOND:
                continue
            if not stamps[field] and field not in felt:
                found += _UNFELT
            stamp = stamps[field]
            first = first or stamp
            if change < 0:
                lifted = stamp
                found += _BEFORE_ANOTHER if field in observed.absent and not undo_count else 0
            elif stamp:
                found += _IMPOSSIBLE if stamp < lifted else 0
                found += _BEFORE_ANOTHER if first < latest_before else _OUT_OF_ORDER if stamp < latest else 0
                latest = max(latest, stamp if first < stamp else 0)  # else it only corrects what had been put
            felt.append(field)
        ends = position.recall().endpoints([action])
        found += _THERE_AND_BACK if (ends[1], ends[0], position.player) == before else 0
        before = ends[0], ends[1], position.player
        position = position.after(action)
        yield
    left = position.differences(observed.image, observed.activity)
    for field, change in left.items():
        is_next = change < 0 and position.recall().owner(field) in (-1, position.player)
        found += _TOO_MANY if change > 0 else _HELD if is_next else _HELD_BY_ANOTHER
    touched = [field for field, stamp in enumerate(stamps) if stamp and field not in felt and field not in left]
    # What was felt there before the last record was no put, either.
    early = observed.recent[-1].felt if observed.recent and not undo_count else b""
    return found + _TOUCHED * (len(touched) + sum([field in felt for field in early]))


def _of_replacing(observed: "ObservedBoard", undo_count: int, actions: list[int]) -> int:
    """Return the price of taking back what was recorded."""
    played = observed.recent[-undo_count]
    found = _BACK * (undo_count - 1)
    if played.instead_of and actions and actions[0] == played.instead_of[0].action:
        found += _COMES_BACK
    for age_ms, more in _AGES:
        if (played.lifted_ms if played.lifted_ms >= 0 else observed.since(played.at_ms)) < age_ms:
            found += more
            break
    player = observed.position.player
    has_begun = player != played.player and observed.position.lifted_by(player, observed.changes())
    return found + (_AFTER_TOUCH if has_begun else 0)
