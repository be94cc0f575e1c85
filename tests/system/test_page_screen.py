"""The screen of play: what is to be done, asked and chosen stands at its place; nothing jumps; acts ask once."""

import pytest
from treppe.games import catalogue

ROWS = """() => {
    const moves = document.querySelector("#moves");
    const row = document.createElement("li");
    row.innerHTML = '<span class="number">1</span><span class="dot"></span><span><code>a1-b1</code></span>';
    moves.append(row);
    const height = row.getBoundingClientRect().height;
    row.remove();
    return moves.clientHeight / height;
}"""
BOXES = """names => names.map(name => {
    const { top, bottom } = document.querySelector(name).getBoundingClientRect();
    return [Math.round(top), Math.round(bottom)];
})"""
FIXED = ["#board", "#turn", ".hands", ".acts", ".folded"]


@pytest.mark.parametrize("name", catalogue.names())
def test_each_game_fits_the_screen_with_eight_rows_of_the_record(player, name):
    player.choose(name)
    player.fold()
    page = player.page
    assert page.evaluate(ROWS) >= 8
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.locator("#turn").bounding_box()["y"] < 200
    page.set_viewport_size({"width": 1280, "height": 800})


def test_one_click_on_a_lit_field_brings_the_piece(player):
    player.choose("step")
    player.move("a1", "d1")
    player.await_role("d2", "b")
    player.touch("d2")
    player.await_words("a1-d1", "+d2")
    player.choose("aufstellen")
    player.await_role("b2", "g")
    player.touch("b2")
    player.await_words("+b2")


def test_a_question_has_its_place_beside_what_is_to_be_done_and_moves_nothing(player, real_hands):
    player.choose("step")
    player.fold()
    page = player.page
    before = page.evaluate(BOXES, FIXED)
    player.touch("a1")
    player.await_role("d1", "g")
    player.touch("d4")
    player.await_wrong()
    player.touch("d4")
    page.wait_for_selector("#choices .asked:has-text('Is there a piece on a1?')")
    player.await_headline("Put the board back")
    assert page.inner_text("#turn span") == "a1: blue ball"
    answers = page.locator("#choices button").all_text_contents()
    assert answers == ["Yes, it is there", "No, nothing is there"]
    assert page.evaluate(BOXES, FIXED) == before
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("#answer-END").bounding_box()["y"] < 500
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click("#answer-END")
    page.wait_for_selector("#choices .asked", state="detached")
    page.click("#give")
    page.wait_for_selector("#take-O0.due")
    player.touch("a1")
    player.await_phase()


def test_the_game_is_taken_back_paused_and_ended_by_buttons_that_ask_once(player):
    player.choose("step")
    page = player.page
    player.move("a1", "b1")
    player.await_words("a1-b1")
    page.click("#act-undo")
    player.await_words()
    page.click("#act-pause")
    page.click("#ask-yes")
    page.wait_for_selector("#resume")
    page.click("#resume")
    player.await_phase()
    page.click("#act-resign")
    page.click("#ask [data-close]")
    player.await_headline("Blue to move")
    page.click("#act-resign")
    page.click("#ask-yes")
    page.wait_for_selector("body[data-over=yes]")
    player.await_headline("Red wins")
    assert not page.locator("#act-resign").is_visible()
    with page.expect_download() as saved:
        page.click("#save-game")
    record = saved.value.path().read_text()
    assert '[Game "step"]' in record
    with page.expect_download() as shared:
        page.click("#share")
    assert shared.value.suggested_filename.startswith("STEP BY STEP, Blue - Red, ")
    assert "<title>STEP BY STEP" in shared.value.path().read_text()
    page.click("#again")
    page.wait_for_selector("#turn strong:has-text('Blue to move')")
    assert player.words() == []


def test_clocks_stand_beside_the_board(player):
    page = player.page
    if not page.locator("#new-game").is_visible():
        page.click("#open-new-game")
    page.click(".advanced summary")
    page.fill("[name=minutes]", "5")
    player.choose("step")
    clocks = page.locator(".clock b")
    page.wait_for_selector(".clock >> nth=1")
    page.wait_for_selector("#start-clock")
    assert page.locator(".clock.runs").count() == 0, "it waits for its start"
    page.click("#start-clock")
    page.wait_for_function("document.querySelector('.clock.runs b')?.textContent.startsWith('4:')")
    assert clocks.count() == 2 and clocks.nth(1).inner_text() == "5:00"
