"""Others come in by an entrance that people open on the page, play along, and are out once it is closed."""

import pytest
from page_driver import OPEN_SCRIPTS, Player, Program
from playwright.sync_api import Error

pytestmark = pytest.mark.long

PLAYED = {
    "boards/simulated/do": "press release give_held choose hint learn skip start undo draw resign grant refuse "
    "pause again resume next_puzzle advise field take give scatter turn",
    "games/do": "go_on puzzle",
    "games/1/do": "position puzzle go_on",
}
"""The acts of guests."""
OWNERS = {
    "boards/do": "let_in close_entrance",
    "boards/simulated/do": "set speak power cable upset real_hands careless break",
    "games/do": "unhide",
    "games/1/do": "hide rename remark analysis_begin analysis_stop",
    "doctor/simulated/do": "examine",
    "tune/simulated/do/x": "set keep calibrate",
}


NOTE_ADVICE = """() => new MutationObserver(() => {
    if (document.querySelector("#ways .advice, #advice .wanted")) window.advised = true;
}).observe(document.body, { subtree: true, childList: true })"""


@pytest.fixture
def program(tmp_path):
    program = Program(tmp_path, 8700, "--speed", "3")
    yield program
    program.end()


def let_in(page, program):
    """Open the entrance; return its address."""
    page.goto(f"{program.address}boards")
    page.wait_for_selector("#boards .miniature")
    page.click("#let_in")
    return page.get_attribute("#others a", "href")


def test_others_play_along_and_leave_when_the_entrance_is_closed(chromium, program):
    host = Player(chromium.new_page(), program.address)
    host.choose("step")
    page = chromium.new_page()
    address = let_in(page, program)
    assert "?key=" in address and page.locator("#others svg").count() == 1
    context = chromium.new_context()
    guest = Player(context.new_page(), address)
    guest.page.click("#who [data-sit$='.0']")
    guest.page.wait_for_selector("body[data-yours=yes]", state="attached")
    guest.touch("a1")
    host.page.wait_for_selector("body[data-hand=full]")
    guest.page.goto(address.split("?")[0] + "boards")
    guest.page.wait_for_selector("#boards .miniature")
    assert guest.page.locator("#others button").count() == 0, "the entrance is not his to close"
    page.click("#close_entrance")
    page.wait_for_selector("#let_in")
    with pytest.raises(Error, match="ECONNREFUSED"):
        context.request.get(address)
    host.page.wait_for_selector("body[data-hand=full]")
    context.close()
    page.close()
    host.page.close()


def test_a_guest_moves_his_colour_sees_his_hand_and_is_called_to_his_turn(chromium, program):
    host = Player(chromium.new_page(), program.address)
    host.choose("seven", seed=1)
    host.page.wait_for_selector(".held[data-player='0']")
    page = chromium.new_page()
    context = chromium.new_context()
    guest = Player(context.new_page(), let_in(page, program))
    guest.touch("b0")  # he has not said who he is
    assert guest.page.locator("#who button").all_text_contents() == ["Blue", "Red", "All of us, on this screen"]
    assert not guest.page.locator(".held").count() and guest.notations() == []
    guest.page.click("#who [data-sit$='.1']")
    guest.page.wait_for_selector("body[data-yours=no]", state="attached")
    guest.page.wait_for_selector(".held[data-player='1']")
    assert not guest.lit("b") and not guest.page.locator("#advise").count(), "Blue's choices are not his"
    guest.touch("b0")
    host.page.wait_for_selector("body[data-yours=yes]", state="attached")
    assert "Your turn" in host.page.title() and host.notations() == []
    host.await_role("b0", "b")
    host.touch("b0")
    host.await_words("+b0")
    for part in ("#end-turn", "#choices [data-choose='?A']", "#end-turn"):
        host.page.click(part)
    guest.page.wait_for_selector("body[data-yours=yes]", state="attached")
    assert guest.page.title().startswith("Your turn · 7 Steps")
    assert "turn" in guest.page.get_attribute("link[rel=icon]", "href")
    host.page.wait_for_selector("body[data-yours=no]", state="attached")
    assert not host.page.locator(".held[data-player='1']").count(), "Red's hand is on Red's phone alone"
    assert "Your turn" not in host.page.title()
    host.choose("seven", versus="computer", seed=1)
    guest.page.wait_for_selector("#who[open] [data-sit$='.0']")  # others play now, and his seat is a program's
    host.page.wait_for_selector("body[data-yours=yes]", state="attached")
    host.await_role("b0", "b")
    context.close()
    page.close()
    host.page.close()


def test_a_click_that_is_not_ones_own_is_refused_in_words_to_whoever_clicked(chromium, program):
    host = Player(chromium.new_page(), program.address)
    host.choose("step")
    page, context = chromium.new_page(), chromium.new_context()
    guest = Player(context.new_page(), let_in(page, program))
    guest.touch("a1")
    refused = "body[data-refused=yes] #hand-text:text-is({!r})"
    guest.page.wait_for_selector(refused.format("Choose first who you are."), state="attached")
    guest.page.click("#who [data-sit$='.1']")
    guest.page.wait_for_selector("body[data-yours=no]", state="attached")
    guest.page.evaluate(OPEN_SCRIPTS)
    for act in (lambda: guest.touch("a1"), lambda: guest.page.click("#take-B")):
        guest.page.evaluate("scripts.page.show({ barred: '' })")
        act()
        guest.page.wait_for_selector(refused.format("It is another player's turn."))
    watcher = Player(chromium.new_page(), f"{program.address}watch/simulated")
    watcher.touch("a1")
    watcher.page.wait_for_selector(refused.format("You only watch here."))
    assert not host.page.locator("body[data-refused=yes]").count() and host.notations() == []
    host.move("a1", "b1")
    for each in (guest, watcher):
        each.page.wait_for_selector("body:not([data-refused=yes])", state="attached")
    for each in (context, page, watcher.page, host.page):
        each.close()


def test_nobody_else_sees_a_players_advice(chromium, program):
    host = Player(chromium.new_page(), program.address)
    host.choose("step")
    page = chromium.new_page()
    context = chromium.new_context()
    guest = Player(context.new_page(), let_in(page, program))
    guest.page.click("#who [data-sit$='.1']")
    guest.page.wait_for_selector("body[data-yours=no]", state="attached")
    watcher = Player(chromium.new_page(), f"{program.address}watch")
    for other in (guest, watcher):
        other.page.evaluate(NOTE_ADVICE)
    for _ in range(2):
        host.page.click("#advise:enabled")
        host.page.wait_for_selector("#advice .wanted")
    host.page.wait_for_selector("#ways .advice", state="attached")
    host.move("a1", "d1")
    for other in (guest, watcher):
        other.await_words("a1-d1")
        assert not other.page.evaluate("window.advised")
    for each in (context, page, watcher.page, host.page):
        each.close()


def test_guests_play_and_the_rest_is_the_owners(chromium, program):
    host = Player(chromium.new_page(), program.address)
    host.choose("step")
    host.move("a1", "d1")
    page = chromium.new_page()
    address = let_in(page, program)
    context = chromium.new_context()
    guest = Player(context.new_page(), address)
    assert guest.page.url == address.split("?")[0], "the code has left the address bar"

    def answers(browser, root):
        said = {}
        for path, acts in [*OWNERS.items(), *PLAYED.items()]:
            for act in acts.split():
                data = {"id": f"{root}{path}{act}", "act": act, "value": 0}  # no act takes it as it is
                said[act] = browser.post(f"{root}{path}", data=data).status
        for path in ("games/import", "tune/simulated/recording.frames"):
            said[path] = browser.post(f"{root}{path}", data="").status
        for path in ("tune", "tune/simulated", "doctor", "doctor/simulated"):
            said[path] = browser.get(f"{root}{path}").status
        return {name for name, status in said.items() if status == 403}

    owned = set(" ".join(OWNERS.values()).split())
    owned |= {"games/import", "tune/simulated/recording.frames", "tune", "tune/simulated", "doctor", "doctor/simulated"}
    assert answers(context.request, guest.page.url) == owned
    assert answers(page.context.request, program.address) == set()

    owns = {"": "nav [href*=tune], #key-MENU, .world", "games/1": "#remark-form, #rename-form, #open-delete"}
    for where, parts in owns.items():
        for browser, root, is_shown in ((host.page, program.address, True), (guest.page, address.split("?")[0], False)):
            browser.goto(root + where)
            browser.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
            browser.evaluate("document.querySelector('#builders').showPopover()")
            found = browser.locator(parts)
            assert found.count() >= 3 and all(each.is_visible() == is_shown for each in found.all()), (where, is_shown)
    context.close()
    page.close()
    host.page.close()


def test_without_the_code_nobody_comes_in_and_each_entrance_has_its_own(chromium, program):
    page = chromium.new_page()
    address = let_in(page, program)
    stranger = chromium.new_context()
    asked = stranger.request
    assert asked.get(address.split("?")[0]).status == 401
    assert asked.get(address[:-1] + ("a" if address[-1] != "a" else "b")).status == 401
    page.click("#close_entrance")
    page.click("#let_in")
    page.wait_for_function("old => document.querySelector('#others a')?.href !== old", arg=address)
    place = page.get_attribute("#others a", "href").split("?")[0]
    assert asked.get(f"{place}?{address.split('?')[1]}").status == 401, "a code ends with its entrance"
    stranger.close()
    page.close()
