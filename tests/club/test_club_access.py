"""Who comes in, by which link, and what his role may do there; what comes from elsewhere is turned away."""

from collections.abc import Iterator
from typing import Any

import httpx
import own_loop
import pytest
from played_boards import PlayedBoard, recorded_games
from treppe_club import invitations
from treppe_club.roles import Role
from treppe_club.server import application
from treppe_club.store import ClubStore
from treppe_host.web.address import Address

HOME = "http://localhost"
BLOCKADE = next(game for game in recorded_games() if game.name == "blockade")
MAY = {  # what each role gets: the page, names, uploads
    Role.OWNER: (200, 204, 401),
    Role.ARBITER: (200, 204, 401),
    Role.SPECTATOR: (200, 403, 401),
    Role.BOARD: (401, 401, 200),
}


class Browser:
    """Asks a club's server without a network."""

    def __init__(self, club: ClubStore) -> None:
        self.club = club
        self.app = application(club, Address())[0]

    def ask(self, method: str, path: str, **details: Any) -> httpx.Response:
        async def run() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(
                transport=transport, base_url=HOME, cookies=details.pop("cookies", None)
            ) as client:
                return await client.request(method, path, **details)

        return own_loop.run(run())

    def invite(self, role: Role) -> str:
        with self.club.transaction(writes=True) as connection:
            return invitations.invite(connection, role, "somebody")

    def enter(self, token: str) -> dict[str, str]:
        return dict(self.ask("POST", "/enter", json={"token": token}).cookies)

    def upload(self, token: str, **facts: Any) -> httpx.Response:
        board = PlayedBoard("b1", BLOCKADE)
        hello = {name: board.hello()[name] for name in ("board", "surface", "firmware", "journal", "boot")}
        said = {
            **hello,
            "started_at": None,
            "is_connected": True,
            "missing": [],
            "events": [board.next_event()],
            **facts,
        }
        return self.ask("POST", "/upload", json=said, headers={"authorization": f"Bearer {token}"})


@pytest.fixture
def browser(club: ClubStore) -> Iterator[Browser]:
    yield Browser(club)


@pytest.mark.parametrize("role", MAY)
def test_each_role_may_do_its_own(role, browser):
    assert browser.upload(browser.invite(Role.BOARD)).status_code == 200
    token = browser.invite(role)
    cookies = browser.enter(token)
    names = {"table": 1, "name": "Window", "game": 1, "seats": ["Zoe", "Yan"]}
    got = (
        browser.ask("GET", "/", cookies=cookies).status_code,
        browser.ask("POST", "/names", cookies=cookies, json=names).status_code,
        browser.upload(token, board="b2").status_code,
    )
    assert got == MAY[role]
    if role.may_name:
        assert browser.club.board_names() == {"b1": "Window"}
        assert browser.club.game(1).seats == ["Zoe", "Yan"]
        assert [remark.author for remark in browser.club.remarks(1)] == [f"{role} somebody"]


def test_strangers_are_shown_the_door(browser):
    assert browser.ask("GET", "/").status_code == 401
    shown = browser.ask("GET", "/", headers={"accept": "text/html"})
    assert (shown.status_code, shown.headers["location"]) == (303, "/enter")
    for path in ("/stream", "/tables/1"):
        assert browser.ask("GET", path).status_code == 401
    for token in ("x", "", "x" * 1000, 5):
        assert browser.ask("POST", "/enter", json={"token": token}).status_code in (400, 403, 413)
    assert browser.upload("nothing").status_code == 401


@pytest.mark.parametrize(("said", "is_secure"), [({}, False), ({"x-forwarded-proto": "https"}, True)])
def test_behind_a_proxy_with_tls_the_cookie_goes_over_tls_only(browser, said, is_secure):
    answer = browser.ask("POST", "/enter", json={"token": browser.invite(Role.OWNER)}, headers=said)
    assert answer.status_code == 204 and ("secure" in answer.headers["set-cookie"].lower()) is is_secure


def test_an_invitation_that_has_ended_shuts_out_those_who_came_by_it(browser):
    token = browser.invite(Role.ARBITER)
    cookies = browser.enter(token)
    with browser.club.transaction(writes=True) as connection:
        principal = invitations.guest_of(connection, token)
        invitations.end_invitation(connection, principal.invitation)
    assert browser.ask("GET", "/", cookies=cookies).status_code == 401
    assert not browser.enter(token)


def test_tokens_and_cookies_are_kept_as_hashes_only(browser):
    token = browser.invite(Role.OWNER)
    cookie = browser.enter(token)["treppe-club"]
    with browser.club.transaction() as connection:
        kept = [
            str(list(row))
            for table in ("club_invitation", "club_session")
            for row in connection.exec_driver_sql(f"SELECT * FROM {table}")
        ]
    assert len(kept) == 2 and not any(token in row or cookie in row for row in kept)


def test_other_names_and_pages_of_others_are_turned_away(browser):
    cookies = browser.enter(browser.invite(Role.OWNER))
    assert browser.ask("GET", "/", cookies=cookies, headers={"host": "evil.example"}).status_code == 421
    names = {"table": 1, "name": "x", "game": 0, "seats": []}
    from_elsewhere = {"origin": "http://evil.example"}
    assert browser.ask("POST", "/names", cookies=cookies, json=names, headers=from_elsewhere).status_code == 403


@pytest.mark.parametrize(
    "names",
    [
        {"table": 9, "name": "x", "game": 0, "seats": []},
        {"table": "1", "name": "x", "game": 0, "seats": []},
        {"table": 1, "name": "x" * 41, "game": 0, "seats": []},
        {"table": 1, "name": "a\u202eb", "game": 0, "seats": []},
        {"table": 1, "name": "x", "game": 1, "seats": ["Ada"]},
        {"table": 1, "name": "x", "game": 1, "seats": [1, 2]},
        {"table": 1, "name": "x", "game": 2**40, "seats": []},
    ],
)
def test_names_that_cannot_be_are_refused(names, browser):
    browser.upload(browser.invite(Role.BOARD))
    cookies = browser.enter(browser.invite(Role.OWNER))
    assert browser.ask("POST", "/names", cookies=cookies, json=names).status_code in (422, 503)
    assert browser.club.board_names() == {} and browser.club.game(1).seats != ["Ada"]


def test_what_is_too_long_or_no_json_is_refused_unread(browser):
    token = {"authorization": f"Bearer {browser.invite(Role.BOARD)}"}
    for content, status in ((b"x" * (2 << 20), 413), (b"nonsense", 400), (b"[1]", 400), (b"[" * 5000, 400)):
        assert browser.ask("POST", "/upload", content=content, headers=token).status_code == status
    assert browser.upload(browser.invite(Role.BOARD), surface="none").status_code == 422


def test_sessions_end_and_are_limited(club, monkeypatch):
    with club.transaction(writes=True) as connection:
        principal = invitations.guest_of(connection, invitations.invite(connection, Role.SPECTATOR, "all"))
        first, *others = [invitations.begin_session(connection, principal) for _ in range(501)]
        assert invitations.guest_of_session(connection, first) is None
        assert all(invitations.guest_of_session(connection, each) for each in (others[0], others[-1]))
        now = invitations.time.time()
        monkeypatch.setattr(invitations.time, "time", lambda: now + invitations.SESSION_S + 1)
        assert invitations.guest_of_session(connection, others[-1]) is None
