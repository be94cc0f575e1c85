"""Commands about the board: its state and settings; see commands.py."""

from typing import TYPE_CHECKING

from treppe.alphabet.codes import diagnostic_of
from treppe.panel.warnings import supply_fault
from treppe.play import CommandError

if TYPE_CHECKING:
    from treppe.panel.console import Console


def status(table: "Console", fields: dict) -> dict:
    """Return phase, notice, faults, settings and the game: options, seats, clock, actions, and the position as text."""
    session = table.session
    answer = {"phase": table.display["phase"], "faults": list(session.messages.faults)}
    if session.messages.notice:
        answer["notice"] = session.messages.diagnostic
    if session.messages.sag_mv:
        answer["faults"].append(supply_fault(session.messages.sag_mv))
    answer["settings"] = dict(session.settings)
    if session.game_record:
        state = session.game_record.state
        answer["game"] = session.game_record.name
        answer["options"] = state.options
        answer["seats"] = session.game_record.seats
        answer["hints"] = [table.view.hint_level(player) for player in range(state.players)]
        answer["text"] = state.text()
        answer["played"] = len(state.history())
        if session.game_record.clock:
            answer["clock"] = dict(session.game_record.clock.limits)
            answer["left_ms"] = list(session.game_record.clock.left_ms)
    return answer


def set(table: "Console", fields: dict) -> None:
    """Change a setting, at once and for later starts."""
    try:
        table.change_setting(fields.get("name", ""), fields.get("value"))
    except ValueError as error:
        raise CommandError(diagnostic_of(error))
