"""A host plays a game to its end without hands, and takes back from there."""

from random import Random

import pytest
from fakes_table import begin
from treppe.games import catalogue


@pytest.mark.parametrize("name", catalogue.names())
@pytest.mark.parametrize("is_set_up", [True, False])
def test_a_game_that_ends_without_hands_is_taken_back(name, is_set_up):
    random = Random(5)
    for _ in range(3):
        table = begin(name)
        words = []
        state = table.state().clone()
        while not state.is_terminal() and len(words) < 150:
            action = random.choice(state.legal_actions())
            words.append(state.notation(action))
            state.apply_action(action)
        table.command("play", {"words": words})
        if is_set_up:
            table.set_up()
        if state.is_terminal():
            assert table.phase() == "over"
        table.command("undo", {"count": 1})
        table.set_up()
        table.think()
        assert table.journal.notations() == words[:-1]
        assert table.phase() in ("play", "setup"), "a piece that looks the same may have to be exchanged"
