"""Games that were played at random, as sheets."""

import random

from treppe import games
from treppe_host.records.rules_check import result_by_rules
from treppe_host.store.score_sheet import Move, ScoreSheet


def random_sheet(name: str, seed: int) -> ScoreSheet:
    """Return a game with take-backs, nested ones too, some of it without times."""
    chance = random.Random(f"{name} {seed}")
    state = games.start(name)
    sheet = ScoreSheet(name, state.options, [f"P{player}" for player in range(state.players)], firmware="0.1.0")
    sheet.started_at = 1_790_000_000.5
    for _ in range(60):
        if state.is_terminal():
            break
        if chance.random() < 0.15 and state.history():
            count = chance.randint(1, min(3, len(state.history())))
            sheet.moves.append(Move(undo=count))
            for _ in range(count):
                state.undo_action()
        word = state.word(chance.choice(state.legal_actions()))
        thinking_ms = chance.choice([None, chance.randrange(100_000)])
        comments = ["well played!"] if chance.random() < 0.1 else []
        sheet.moves.append(Move(word, 0, state.current_player(), thinking_ms, comments=comments))
        state.apply_action(state.action(word))
    for key, value in result_by_rules(state).items():
        setattr(sheet, key, value)
    return sheet
