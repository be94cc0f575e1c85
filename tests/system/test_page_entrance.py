"""Others come in by an entrance that people open on the page, play along, and are out once it is closed."""

import pytest
from page_driver import Player, Program
from playwright.sync_api import Error


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
