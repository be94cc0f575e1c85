"""The page without a server keeps games from their events, as sheets that `treppe games import` takes."""

import runpy
from pathlib import Path

Followed = runpy.run_path(str(Path("host/alone/treppe_alone/on_page/followed.py")))["Followed"]
START = {"k": "start", "game": "step", "options": {}, "seats": ["Ann", ""], "firmware": "0.1.0"}


def followed(*events):
    game = Followed("b1")
    for number, event in enumerate(events, 1):
        game.take({"e": number, "boot": 1, "ms": 1000 * number, **event}, 50.0 + number)
    return game


def action(word, player=0):
    return {"k": "action", "word": word, "player": player}


def test_moves_thoughts_and_the_end_are_kept():
    end = {"k": "end", "reason": "resign", "winners": [1], "scores": None}
    game = followed(
        START, action("a1-b1"), {"k": "pause"}, {"k": "resume"}, action("+c1"), {"k": "undo", "count": 1}, end
    )
    sheet = game.sheet
    assert sheet["moves"] == [
        {"word": "a1-b1", "player": 0, "at": 52.0, "thinking_ms": 1000},
        {"word": "+c1", "player": 0, "at": 55.0},
        {"undo": 1},
    ]
    assert (sheet["started_at"], sheet["ended_at"], sheet["reason"], sheet["winners"]) == (51.0, 57.0, "resign", [1])
    assert sheet["origin"] == "b1/1/1" and len(game.state.history()) == 1


def test_an_earlier_game_goes_on_from_what_it_has():
    other = {"k": "resume", "game": 1}
    game = followed(START, action("a1-b1"), START, other, {"k": "undo", "count": 1}, action("a1-b1"))
    assert [len(sheet["moves"]) for sheet in game.sheets] == [3, 0] and game.sheet["origin"] == "b1/1/1"
    assert len(game.state.history()) == 1
    assert followed({"k": "resume", "game": 7}, action("a1-b1")).sheet is None
