"""No address of a club ends in an error of the program, whatever is asked and posted, by whomever."""

import json
from typing import Any

import httpx
import own_loop
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from searching import search
from treppe_club import event_rows, invitations
from treppe_club.event.event import System
from treppe_club.roles import Role
from treppe_club.server import application
from treppe_club.store import ClubStore
from treppe_host.web.address import Address

NUMBERS = st.sampled_from(
    ["0", "1", "99", "-1", "2147483647", "2147483648", "9" * 11, "9" * 300, "9" * 5000, "x", "%00", "%ff", "١"]
)
ROUTES = ("", "enter", "events", "finished", "names", "upload", "nowhere", "static/../x", "static/%00")
NUMBERED = ("event/{}", "tables/{}", "games/{}", "games/{}/file", "finished?page={}")
PATHS = st.sampled_from(ROUTES) | st.builds(str.format, st.sampled_from(NUMBERED), NUMBERS)
ODD = (None, True, -1, 0, 1, 2**31, 10**40, 0.5, float("inf"), "", "x", "\ud800", "\0", "x" * 200, [], [[]], {})
ODD += ("swiss", "step", "1-0")
FIELDS = ["act", "name", "game", "tables", "system", "players", "rounds", "cycles", "round", "table", "result"]
FIELDS += ["player", "seats", "token", "board", "events"]
VALUES = st.sampled_from(ODD) | st.text(max_size=8) | st.integers()
ACTS = st.sampled_from(
    ["pair", "unpair", "rule", "add", "leave", "come_back", "rename", "bye", "no_bye", "by_hand", "accept"]
)
BODIES = st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=8) | st.fixed_dictionaries(
    {"act": ACTS, "player": st.integers(-1, 4), "round": st.integers(-1, 2), "table": st.integers(-1, 3)},
    optional={name: VALUES for name in FIELDS if name not in ("act", "player", "round", "table")},
)
ORIGINS = st.sampled_from([None, "http://[", "null", "http://x:99999999", "http://127.0.0.1:8090", "\x7f"])


@pytest.fixture
def ask(club: ClubStore) -> Any:
    with club.transaction(writes=True) as connection:
        event_rows.make_event(connection, "cup", "step", System.SWISS, 3, 1, ["Ann", "Bob", "Eve"])
        token = invitations.invite(connection, Role.OWNER, "owner")
        principal = invitations.guest_of(connection, token)
        assert principal
        cookies = {"treppe-club": invitations.begin_session(connection, principal)}
    app = application(club, Address())[0]

    def run(method: str, path: str, content: bytes | None, headers: dict[str, str]) -> int:
        async def asked() -> int:
            transport = httpx.ASGITransport(app=app, raise_app_exceptions=True)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", cookies=cookies) as browser:
                return (await browser.request(method, f"/{path}", content=content, headers=headers)).status_code

        return own_loop.run(asked())

    return run


@search(250)
@given(st.sampled_from(["GET", "POST", "HEAD", "PUT"]), PATHS, BODIES, ORIGINS)
@example("POST", "enter", {"token": "\ud800"}, None)
@example("GET", "event/99999999999", {}, None)
@example("POST", "event/99999999999", {"act": "pair"}, None)
@example(
    "POST",
    "events",
    {"name": "\0", "game": "step", "system": "swiss", "players": "A\nB", "rounds": 1, "cycles": 1},
    None,
)
@example(
    "POST",
    "events",
    {"name": "a\ud800", "game": "step", "system": "swiss", "players": "A\nB", "rounds": 1, "cycles": 1},
    None,
)
@example("POST", "event/1", {"act": "rename", "player": 10**40, "name": "x"}, None)
@example("POST", "event/1", {"act": "bye", "player": 99}, None)
@example("POST", "names", {"table": 1, "name": "\ud800", "game": 0, "seats": []}, None)
def test_no_request_ends_in_an_error(ask: Any, method: str, path: str, body: Any, origin: str | None) -> None:
    headers = {} if origin is None else {"origin": origin}
    content = json.dumps(body).encode() if method == "POST" else None
    assert ask(method, path, content, headers) < 500
