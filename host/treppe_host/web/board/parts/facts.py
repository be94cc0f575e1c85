"""Facts that the style sheet and the script use, as attributes of the body."""

from treppe_host.web.board import new_game_form
from treppe_host.web.board.phase import whose
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.board.sitting import asks


def show(seen: Seen) -> Content:
    """Show whose turn it is, what the game and the board are at."""
    connection, game, simulated = seen.connection, seen.game, seen.simulated
    facts = {
        "yours": seen.sitting.turn(game),
        "whose": whose(game, seen.display),
        "last": " ".join(str(field) for field in game.last_fields),
        "hand": "" if not connection.hand else "played" if seen.is_carried_out else "full",
        "learned": game.name if seen.programs.coach.is_done else "",
        "over": "yes" if game.is_over else "",
        "redo": "yes" if connection.display.get("redo") else "",
        "playing": "yes" if game.state and not (game.is_over or game.is_paused) else "",
        "played": new_game_form.write_choice(game) if seen.may_touch else "",
        "careless": "yes" if simulated and simulated.simulated_hand.is_careless else "",
        "hands": "real" if simulated and not simulated.table.is_wanted else "",
        "ask": "game" if connection.is_connected and game.state is None and seen.may_touch else "",
        "board": "simulated" if connection.is_simulated else "real",
        "surface": connection.surface.NAME if connection.surface else "",
        "watch": "" if seen.may_touch else "yes",
    }
    return {"body": facts | ({"who": asks(game, seen.sitting.seat)} if seen.may_touch else {})}
