"""The rules of all games: legal actions, play, take back, copy."""

from random import Random

from treppe import games
from treppe.games import catalogue

random = Random(1)
for name in catalogue.names():
    state = games.start(name)
    last = ""
    while not state.is_terminal():
        action = random.choice(state.legal_actions())
        last = state.word(action)  # its notation, by the position in which it is played
        state.apply_action(action)
    print(
        f"{catalogue.title(name):20} {len(state.history()):4} actions, the last is {last}, the end is {state.reason!r}"
    )
    end = state.clone()
    state.undo_action()
    assert end.is_terminal() and not state.is_terminal(), "of two copies one is taken back, and the other stays"
    state.apply_action(state.action(last))
    assert state.text() == end.text()
