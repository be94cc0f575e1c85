"""The pages of events in a browser: an arbiter leads an event, a spectator sees it at once and may change nothing."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from club_boards import ClubPc
from played_boards import PlayedBoard, recorded_games
from treppe_club import event_rows
from treppe_club.event.event import Result, System
from treppe_club.roles import Role

pytestmark = pytest.mark.long


@pytest.fixture
def come(chromium, running):
    """Returns a page in a browser that has come by an invitation."""
    contexts = []

    def come(role, language="en-GB"):
        context = chromium.new_context(
            locale=language, reduced_motion="reduce", viewport={"width": 1280, "height": 800}
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(running.invite(role))
        page.wait_for_url(running.url)
        return page

    yield come
    for context in contexts:
        context.close()


def test_an_arbiter_leads_an_event_and_spectators_see_it_at_once(come, running, club):
    arbiter, spectator = come(Role.ARBITER), come(Role.SPECTATOR, "de-DE")
    arbiter.click("nav >> text=Events")
    arbiter.fill("[name=name]", "Autumn <b>cup</b>")
    arbiter.fill("[name=players]", "Ann\nBob\nEve\n\nZoë\nMax")
    arbiter.fill("[name=rounds]", "3")
    arbiter.click("text=Make the event")
    arbiter.wait_for_url(f"{running.url}event/*")
    spectator.goto(arbiter.url)
    assert spectator.inner_text(".facts h2") == "Autumn <b>cup</b>"
    assert spectator.locator("[data-act], form").count() == 0

    arbiter.click("text=Pair round 1")
    spectator.wait_for_selector("text=Runde 1")
    arbiter.click("[data-table='1'][data-result='1-0']")
    spectator.wait_for_selector(".pairings .won >> text=Ann")
    arbiter.click("li:has([data-table='2']) summary")
    arbiter.click("[data-table='2'][data-result='-+']")
    spectator.wait_for_selector(".pairings .result:has-text('−')")
    arbiter.click("text=Pair round 2")
    spectator.wait_for_selector("text=Runde 2")
    spectator.click(".tabs >> text=1")
    assert spectator.inner_text(".round:not([hidden]) h3") == "Runde 1"

    arbiter.click("text=Change the list of players")
    arbiter.fill("form[data-form=add] input", "ann")
    arbiter.click("text=Add")
    arbiter.wait_for_selector("#refused:has-text('in the list already')")
    arbiter.fill("form[data-form=add] input", "Leo")
    arbiter.click("text=Add")
    spectator.wait_for_selector(".cross >> text=Leo")
    assert spectator.inner_text(".round:not([hidden]) h3") == "Runde 1", "who looks at a round is not disturbed"
    arbiter.click(".people li:has-text('Leo') >> text=leaves")
    spectator.wait_for_selector(".departed >> text=Leo")
    for page in (arbiter, spectator):
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    arbiter.fill("form[data-form=add] input", "Kim")
    for result, shown in ((Result.DRAW, "½"), (Result.FIRST_WINS, "1")):
        with club.transaction(writes=True) as connection:  # as the games of boards do
            event_rows.rule(connection, 1, 2, 1, result)
        arbiter.wait_for_selector(f"#pairing-2-1 .result:has-text('{shown}')")
        if result is Result.DRAW:
            arbiter.hover("#pairing-2-2 [data-result='0-1']")
            arbiter.mouse.down()
    arbiter.mouse.up()
    spectator.click(".tabs >> text=2")
    spectator.wait_for_selector("#pairing-2-2 .result:has-text('1')")
    assert arbiter.input_value("form[data-form=add] input") == "Kim"


def test_an_arbiter_pairs_by_hand(come, running, club):
    with club.transaction(writes=True) as connection:
        event_rows.make_event(connection, "cup", "step", System.SWISS, 9, 1, ["Ann", "Bob", "Eve"])
    arbiter = come(Role.ARBITER)
    arbiter.goto(f"{running.url}event/1")
    arbiter.click("text=Pair by hand")
    for typed, seen in (("1 2", "#refused:has-text('sits at one table')"), ("3 1\n2", ".first >> text=Eve")):
        arbiter.fill("[name=tables]", typed)
        arbiter.click("form[data-form=by_hand] button")
        arbiter.wait_for_selector(seen)
    arbiter.wait_for_selector(".bye >> text=Bob")


def test_a_double_click_makes_one_event_and_one_without_rounds_is_deleted(come, running):
    arbiter, spectator = come(Role.ARBITER), come(Role.SPECTATOR)
    arbiter.goto(f"{running.url}events")
    arbiter.fill("[name=name]", "Made twice")
    arbiter.fill("[name=players]", "Ann\nBob")
    arbiter.dblclick("text=Make the event")
    arbiter.wait_for_url(f"{running.url}event/*")
    spectator.goto(f"{running.url}events")
    assert spectator.locator(".events li").count() == 1
    spectator.click(".events a")
    spectator.wait_for_selector(".facts h2")
    arbiter.click("text=Pair round 1")
    arbiter.wait_for_selector(".round")
    assert arbiter.locator("[data-act=delete]").count() == 0
    arbiter.click("[data-act=unpair]")
    arbiter.on("dialog", lambda dialog: dialog.accept())
    arbiter.click("text=Delete this event")
    for page in (arbiter, spectator):
        page.wait_for_url(f"{running.url}events")
        assert page.inner_text(".events") == "No event yet."


def test_who_may_only_see_changes_nothing(come, running, club):
    spectator = come(Role.SPECTATOR)
    spectator.goto(f"{running.url}events")
    assert spectator.locator("form").count() == 0
    made = "name=1&game=step&system=swiss&rounds=3&cycles=1&players=a"
    said = dict(part.split("=") for part in made.split("&")) | {"rounds": 3, "cycles": 1, "players": "a\nb"}
    said["id"] = "one"
    for path in ("events", "event/1"):
        assert spectator.request.post(running.url + path, data=said | {"act": "pair"}).status == 403
    arbiter = come(Role.ARBITER)
    refused = (said | {"game": "nothing"}, said | {"players": "a"}, said | {"rounds": 0}, said | {"name": ""})
    for place, bad in enumerate(refused):
        bad["id"] = f"refused {place}"
        answer = arbiter.request.post(f"{running.url}events", data=bad)
        assert answer.status == 409 and answer.json()["error"]
    for bad in (said | {"rounds": "3", "id": "2"}, said | {"name": None, "id": "3"}, said | {"id": 5}, {}):
        assert arbiter.request.post(f"{running.url}events", data=bad).status == 400
    for _ in range(2):  # a click that counts once
        assert arbiter.request.post(f"{running.url}events", data=said).json() == {"event": 1}
    assert arbiter.request.post(f"{running.url}event/2", data={"act": "pair"}).status == 409
    del said["id"]
    assert [arbiter.request.post(f"{running.url}events", data=said).json()["event"] for _ in range(2)] == [2, 3]
    for bad in ({}, {"act": "fly"}, {"act": "leave"}, {"act": "rule", "round": 1, "table": True, "result": "1-0"}):
        assert arbiter.request.post(f"{running.url}event/1", data=bad).status == 400
    assert arbiter.request.post(f"{running.url}event/7", data={"act": "pair"}).status == 409
    assert arbiter.request.get(f"{running.url}event/7").status == 404
    with club.transaction() as connection:
        assert event_rows.read_event(connection, 1).event.rounds == ()


def players_of(board):
    """The names that the board gives in its first game."""
    return PlayedBoard(board.board, board.record).next_event()["seats"]


def test_a_game_that_a_pc_sends_enters_by_itself(come, running, club, tmp_path):
    record = next(game for game in recorded_games() if game.num_players == 2 and len(game.end["winners"]) == 1)
    board = PlayedBoard("00000000000000d1", record)
    players = players_of(board)
    with club.transaction(writes=True) as connection:
        event = event_rows.make_event(connection, "cup", record.name, System.SWISS, 1, 1, players)
        event_rows.pair(connection, event)
    spectator = come(Role.SPECTATOR)
    spectator.goto(f"{running.url}event/{event}")
    pc = ClubPc(running.invite(Role.BOARD), tmp_path)
    pc.begin()
    pc.plug(board)
    pc.play(board, 1 + len(record.actions))
    assert spectator.locator(".pairings .won").count() == 0
    pc.play(board)
    winner = players[record.end["winners"][0]]
    spectator.wait_for_selector(f".pairings .won >> text={winner}")
    assert spectator.locator(".result[title*='as the board recorded it']").count() == 1
    pc.close()
