"""Whatever one board sends, the club's wall and its lists go on; a server that cannot go on ends, and says why."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from club_boards import ClubPc
from club_server import RunningClub
from played_boards import PlayedBoard, recorded_games
from sqlalchemy import insert, update
from treppe_club import board_links, event_rows
from treppe_club.event.event import System
from treppe_club.event_results import take_results
from treppe_club.roles import Role
from treppe_club.store import ClubStore
from treppe_club.tables import club_boards
from treppe_host.link.protocol import table
from treppe_host.store.tables import events
from waiting import LIMIT_S, wait_until

RECORD = next(game for game in recorded_games() if game.num_players == 2 and len(game.end["winners"]) == 1)
NUMBERS, TEXTS = [True, -1, 0, 3, 4, 2**31 - 1, 2**40, 1.5], ["", "x", "step", "?" * 999]
ODD = [None, *NUMBERS, *TEXTS, [], [0], [3, 3], ["A"] * 8, {}, {"a": 1}]
TREPPE = [sys.executable, "-P", "-m", "treppe_host.cli"]


def spectator(club: RunningClub) -> httpx.Client:
    return httpx.Client(base_url=club.url, cookies={"treppe-club": club.cookie(Role.SPECTATOR)}, timeout=LIMIT_S)


def seen_tables(browser: httpx.Client) -> dict[str, Any]:
    """Return the tables as a browser that has just come gets them."""
    with browser.stream("GET", "/stream") as answer:
        for part in answer.iter_lines():
            if part.startswith("data: "):
                shown: dict[str, Any] = json.loads(part.removeprefix("data: "))["wall"]["tables"]
                return shown
    raise AssertionError("the stream has ended")


def store_as_it_is(club: ClubStore, invitation: int, board: str, reported: list[dict]) -> None:
    """Store events that today's server would refuse."""
    club.connect_board(PlayedBoard(board, RECORD).hello())
    with club.transaction(writes=True) as connection:
        board_links.admit(connection, invitation, board)
        row = {"board_id": board, "invitation_id": invitation, "brought_at": time.time(), "is_connected": 1}
        connection.execute(insert(club_boards).values(**row))
    club.add_events(board, reported)


def finished_game(board: str, seats: list[str | None]) -> list[dict]:
    played = PlayedBoard(board, RECORD)
    reported = [played.next_event() for _ in range(len(RECORD.actions) + 2)]
    reported[0]["seats"] = seats
    return reported


def test_one_odd_game_in_the_database_hides_no_other_one(club: ClubStore, pc_invitation: int, tmp_path: Path) -> None:
    store_as_it_is(club, pc_invitation, "b1", finished_game("b1", ["A", "B", "C", "D", "E"]))
    store_as_it_is(club, pc_invitation, "b2", finished_game("b2", ["Ann", "Ben"]))
    with RunningClub(club) as running, spectator(running) as browser:
        wait_until(lambda: "Ann" in json.dumps(seen_tables(browser)))
        page = browser.get("/finished")
        assert page.status_code == 200 and page.text.count("data-game") == 1 and "Ann" in page.text
        pc = ClubPc(running.invite(Role.BOARD), tmp_path / "pc")
        pc.begin()
        board = PlayedBoard("b3", RECORD)
        pc.plug(board)
        pc.play(board, 3)
        wait_until(lambda: any(each["ply"] == 2 for each in seen_tables(browser).values()))
        pc.close()


def odd_events(chance: random.Random) -> list[dict]:
    """Return events as the protocol has them, of a game or not, each with a value that does not fit now and then."""
    examples = [json.loads(shape.example) for shape in table()["event"].values()]
    reported = [chance.choice(examples) for _ in range(chance.randint(1, 8))]
    if chance.random() < 0.7:
        reported = (
            finished_game("b9", chance.choice([[], ["A"], ["A", "B"], ["A", None, "C"], ["A"] * 9]))[:6] + reported
        )
    for event in reported:
        if chance.random() < 0.3:
            event[chance.choice(list(event.keys() - {"e", "boot", "ms", "k"}) or ["word"])] = chance.choice(ODD)
    return [{**event, "e": number, "boot": 1, "ms": 1000 * number} for number, event in enumerate(reported, 1)]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_one_link_sends_the_others_tables_go_on(running: RunningClub, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    pc = ClubPc(running.invite(Role.BOARD), tmp_path / "pc")
    pc.begin()
    board = PlayedBoard("b1", RECORD)
    pc.plug(board)
    pc.play(board, 1)
    token = running.invite(Role.BOARD).partition("#")[2]
    facts = {"surface": "square7", "firmware": "0.1.0", "boot": 1, "started_at": None, "missing": []}
    with spectator(running) as browser:
        for number in range(15):
            said = {**facts, "board": f"c{number}", "journal": "0a", "is_connected": True, "events": odd_events(chance)}
            answer = httpx.post(f"{running.url}upload", json=said, headers={"authorization": f"Bearer {token}"})
            assert answer.status_code in (200, 422), (answer.status_code, said)
        pc.play(board, 4)
        wait_until(lambda: any(each["ply"] == 4 for each in seen_tables(browser).values()))
        for path in ("/", "/finished", "/events"):
            assert browser.get(path).status_code == 200
    pc.close()


def test_a_round_that_is_taken_back_while_its_games_end_gets_no_result(club: ClubStore, pc_invitation: int) -> None:
    with club.transaction(writes=True) as connection:
        event = event_rows.make_event(connection, "cup", RECORD.name, System.SWISS, 3, 1, ["Ann", "Ben"])
        event_rows.pair(connection, event)
    store_as_it_is(club, pc_invitation, "b1", finished_game("b1", ["Ann", "Ben"]))
    with club.transaction(writes=True) as connection:
        stored = event_rows.read_event(connection, event)
    with club.transaction(writes=True) as connection:
        event_rows.unpair(connection, event)
        take_results(connection)
        assert event_rows.read_event(connection, event).event.rounds == () != stored.event.rounds


def test_a_server_that_cannot_go_on_ends_and_says_why(club, club_url, pc_invitation, tmp_path):
    """A wall that shows old news for ever would look well: nobody would start it again."""
    store_as_it_is(club, pc_invitation, "b1", finished_game("b1", ["Ann", "Ben"]))
    with club.transaction(writes=True) as connection:
        connection.execute(update(events).values(raw="{"))  # the database is damaged
    command = [*TREPPE, "--db", club_url, "club", "--http-port", "8391"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=LIMIT_S, check=False)
    assert ended.returncode == 1
    assert "the wall has failed, and the program ends" in ended.stderr and "JSONDecodeError" in ended.stderr
