"""Power, cable, upset boards and second programs, seen on the page."""

import subprocess
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from page_driver import COMMAND, LEAVE_AND_COME_BACK, Player, Program

pytestmark = [pytest.mark.long, pytest.mark.first]


def test_power_cable_and_an_upset_board(player):
    player.choose("aufstellen")
    player.page.evaluate(LEAVE_AND_COME_BACK)
    player.bring("S0", "b2")
    player.await_words("+b2")
    page = player.page
    page.click("#open-builders")
    page.click("#open-world")
    page.click("#cable")
    page.wait_for_selector("#status > .away", state="attached")
    assert "plays on" in page.inner_text("#notice")
    player.bring("T1", "b8")
    page.wait_for_timeout(300)  # for the board 1.5 s, in which nobody hears of it
    page.click("#cable")
    player.await_words("+b2", "+b8")
    page.click("#power")
    page.wait_for_function("document.querySelector('#power').innerText === 'Switch on'")
    assert page.inner_text("#display").strip() == "", "it is dark without power"
    page.click("#power")
    page.wait_for_selector("#status > span:not(.away)", state="attached")
    player.await_role("e5", "g")  # it has found the board as it left it, and plays
    player.use_real_hands(True)
    player.unfold("world")
    page.click("#upset")
    player.await_wrong()
    page.wait_for_selector(".field:is([data-role=p], [data-role='4'], [data-role='5'])")
    assert player.notations() == ["+b2", "+b8"]
    player.use_real_hands(False)


def test_the_game_goes_on_after_a_restart(player, program):
    player.choose("aufstellen")
    player.bring("S0", "e5")
    player.await_words("+e5")
    program.end()
    assert program.left_over() == []
    program.start()
    player = Player(player.page.context.new_page(), program.address)  # the old page loads itself again
    player.await_words("+e5")
    player.await_phase()
    player.await_headline("Red to move")
    assert player.page.get_attribute("[data-name=e5]", "aria-label").startswith("e5, blue square")
    player.bring("T1", "h8")
    player.await_words("+e5", "+h8")


def test_a_second_program_takes_the_next_port_and_a_password_and_invites_others(
    chromium, program, tmp_path, monkeypatch
):
    monkeypatch.setenv("TREPPE_PASSWORD", "sesame")
    port = urlsplit(program.address).port
    second = Program(tmp_path, port, "--host", "0.0.0.0")
    try:
        assert urlsplit(second.address).port > port
        assert any(str(port) in line and "in use" in line for line in second.lines)
        with pytest.raises(HTTPError, match="401"):
            urlopen(second.address)
        context = chromium.new_context(http_credentials={"username": "anna", "password": "sesame"})
        page = context.new_page()
        Player(page, second.address).choose("aufstellen")
        page.goto(second.address + "boards")
        page.wait_for_selector(".codes svg >> nth=1")
        invited = page.locator(".codes a").all_inner_texts()
        context.close()
        assert invited[0] == second.address and "0.0.0.0" not in invited[0], "others can open it"
        with urlopen(invited[1]) as answer:
            assert answer.status == 200, "spectators need no password"
    finally:
        second.end()


def test_a_board_in_use_is_said_in_one_line(program):
    second = subprocess.run([*COMMAND, "--http-port", "8350"], capture_output=True, text=True, env=program.environment)
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1 and "running in another program" in second.stderr
