"""A page that nobody sees lets its connection go; one that gets no answer says why, and what it did not do."""

import os
import signal
from contextlib import contextmanager

import pytest
from page_driver import PATIENCE_MS, Player, Program

pytestmark = pytest.mark.long

NEVER_SEEN = """Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
Object.defineProperty(document, "visibilityState", { get: () => "hidden" });"""
"""As a tab that was opened by a click with Ctrl, until somebody looks at it."""
MORE_THAN_FIT = 8


@pytest.fixture
def context(chromium):
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@contextmanager
def asleep(program):
    """The program neither answers nor closes its connections, as one that is too busy."""
    os.kill(program.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(program.process.pid, signal.SIGCONT)


def await_trouble(page, *parts):
    """Wait until the page says something with all these parts above itself."""
    page.wait_for_function(
        "parts => document.querySelector('#lost').checkVisibility()"
        " && parts.every(part => document.querySelector('#lost').textContent.includes(part))",
        arg=list(parts),
    )


def await_peace(page):
    page.wait_for_function("!document.querySelector('#lost').checkVisibility()")


def test_tabs_that_nobody_has_seen_yet_leave_room_for_others(context, program):
    aside = [context.new_page() for _ in range(MORE_THAN_FIT)]
    for page in aside:
        page.add_init_script(NEVER_SEEN)
        page.goto(program.address)
    player = Player(context.new_page(), program.address)
    player.choose("aufstellen")
    player.bring("S0", "e5")
    player.await_words("+e5")
    aside[0].evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    Player(aside[0]).await_words("+e5")


def test_a_frozen_page_lets_go_and_catches_up(context, program):
    page, player = context.new_page(), Player(context.new_page(), program.address)
    player.choose("aufstellen")
    Player(page, program.address)
    page.evaluate("document.dispatchEvent(new Event('freeze'))")
    player.bring("S0", "e5")
    player.await_words("+e5")
    assert Player(page).notations() == []
    page.evaluate("document.dispatchEvent(new Event('resume'))")
    Player(page).await_words("+e5")


def test_a_silent_server_is_said_and_a_click_has_a_limit(context, program):
    page = context.new_page()
    page.clock.install()
    player = Player(page, program.address)
    player.choose("aufstellen")
    with asleep(program):
        page.clock.run_for(21_000)
        await_trouble(page, "The server does not answer")
        page.click("#open-new-game")
        page.click("#new-game [type=submit]")
        page.clock.run_for(31_000)
        await_trouble(page, "not carried out")
        page.click("#new-game [data-close]")
        player.bring("S0", "e5")
        page.clock.run_for(11_000)
        await_trouble(page, "The server does not answer", "not carried out")
    page.wait_for_function("!document.querySelector('#lost').textContent.includes('The server')")
    assert player.notations() == [], "what is refused is not done later"
    player.bring("S0", "e5")
    player.await_words("+e5")
    await_peace(page)


def test_a_network_that_is_gone_is_said(context, program):
    page = context.new_page()
    player = Player(page, program.address)
    context.set_offline(True)
    await_trouble(page, "no network")
    context.set_offline(False)
    await_peace(page)
    player.choose("aufstellen")


@pytest.mark.parametrize("is_open", [True, False])
def test_a_guest_is_shown_that_the_entrance_is_closed(context, chromium, tmp_path, is_open):
    program = Program(tmp_path, 8740, "--speed", "3")
    try:
        host = context.new_page()
        host.goto(f"{program.address}boards")
        host.click("#let_in")
        guests = chromium.new_context()
        guest = guests.new_page()
        Player(guest, host.get_attribute("#others a", "href"))
        if not is_open:
            guest.evaluate("document.dispatchEvent(new Event('freeze'))")
        host.click("#close_entrance")
        host.wait_for_selector("#let_in")
        if not is_open:
            guest.evaluate("document.dispatchEvent(new Event('resume'))")
        await_trouble(guest, "closed the entrance")
        # One that was aside may find the way in still closing, and hear it; else it can but guess.
        assert not is_open or "or has closed" not in guest.inner_text("#lost")
        guests.close()
    finally:
        program.end()
