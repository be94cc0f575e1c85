"""A large file of games on the page: it tells how far it has come, and other pages do not wait for it."""

import json
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from random_sheets import random_sheet
from treppe_host.records.json_lines import write_json
from treppe_host.store.store import Store
from waiting import LIMIT_S

pytestmark = pytest.mark.long

GAMES = 2500


def file_of(num_games: int) -> bytes:
    sheets = [random_sheet(name, 1) for name in ("step", "aufstellen")]
    lines = [
        write_json(replace(sheets[number % 2], origin=f"bx/1/{number + 1}", seats=["Ida", "Max"]))
        for number in range(num_games)
    ]
    return "".join(lines).encode()


def send(address: str, content: bytes) -> list[dict]:
    request = urllib.request.Request(address + "games/import", content, {"X-Treppe": "many.jsonl"})
    with urllib.request.urlopen(request, timeout=LIMIT_S) as response:
        return [json.loads(line) for line in response]


def test_other_pages_do_not_wait_for_an_import(program) -> None:
    content = file_of(GAMES)
    assert len(content) > 2_800_000
    num_pages = 0
    with ThreadPoolExecutor(1) as pool:
        sending = pool.submit(send, program.address, content)
        while not sending.done():
            with urllib.request.urlopen(program.address + "games?player=nobody", timeout=LIMIT_S) as page:
                assert page.status == 200
            num_pages += not sending.done()
        reported = sending.result()
    assert reported[-1] == {"done": f"{GAMES} games added, 0 were there already."}
    assert all(set(line) == {"progress"} for line in reported[:-1])
    assert "games checked" in reported[0]["progress"]
    assert num_pages, "a page was answered while the import went on"
    store = Store(f"sqlite:///{program.folder / 'games.db'}")
    assert len({game.origin for game in store.games()}) >= GAMES
    store.close()


def test_what_is_wrong_with_a_large_file_is_told_and_nothing_is_kept(program) -> None:
    store = Store(f"sqlite:///{program.folder / 'games.db'}")
    before = len(store.games())
    reported = send(program.address, file_of(1500).replace(b"bx/1", b"by/1") + b'{"treppe": 2}\n')
    assert reported[-1]["error"].startswith("many.jsonl:1501: this is format 2")
    assert len(store.games()) == before
    store.close()
