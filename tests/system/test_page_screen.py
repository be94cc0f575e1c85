"""The screen of play: what is to be done, asked and chosen stands at its place; nothing jumps; acts ask once."""

import pytest
from page_driver import take_picture
from treppe.games import catalogue
from treppe.games.host import facts

pytestmark = [pytest.mark.long, pytest.mark.first]

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
    player.await_headline("Put the pieces back")
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
    assert player.notations() == []


def test_clocks_stand_beside_the_board(player):
    page = player.page
    player.open_dialog()
    page.click(".advanced > summary")
    page.fill("[name=minutes]", "5")
    player.choose("step")
    clocks = page.locator(".clock b")
    page.wait_for_selector(".clock >> nth=1")
    page.wait_for_selector("#start-clock")
    assert page.locator(".clock.runs").count() == 0, "it waits for its start"
    page.click("#start-clock")
    page.wait_for_function("document.querySelector('.clock.runs b')?.textContent.startsWith('4:')")
    assert clocks.count() == 2 and clocks.nth(1).inner_text() == "5:00"


WIDTHS = """() => ["#new-game", "html"].map(name => {
    const part = document.querySelector(name);
    return part.scrollWidth - part.clientWidth;
})"""


@pytest.mark.parametrize("width", [390, 1280])
def test_a_new_game_fits_whatever_is_unfolded(player, width):
    page = player.page
    page.set_viewport_size({"width": width, "height": 844})
    player.open_dialog()
    page.evaluate("document.querySelector('#new-game .advanced').open = true")
    for name in catalogue.names():
        page.locator(".card", has=page.locator(f"[value={name}]")).click()
        assert page.evaluate(WIDTHS) == [0, 0], name
    take_picture(page, f"new-game-{width}")
    page.set_viewport_size({"width": 1280, "height": 800})


def test_the_easy_games_come_first_and_the_computer_plays(player):
    page = player.page
    player.open_dialog()
    names = page.locator(".card input").evaluate_all("all => all.map(each => each.value)")
    ages = [facts.of(name).AGE for name in names]
    assert ages == sorted(ages) and names[0] == "aufstellen"
    page.locator(".card", has=page.locator("[value=aufstellen]")).click()
    page.click("label:has([name=versus][value=computer])")
    page.select_option("[name=level]", "1")
    page.click("#new-game [type=submit]")
    player.await_role("b2", "g")
    player.touch("b2")
    page.wait_for_function("() => document.querySelectorAll('#moves code').length === 2")
    player.await_headline("Blue to move")


def test_a_hand_lies_covered_and_some_of_it_is_given_by_one_button(player):
    player.choose("seven", seed=1)
    page = player.page
    assert not page.locator(".held [data-take]").first.is_visible()
    page.click(".held summary")
    assert page.locator(".held [data-take]").count() == 7
    assert page.locator("#supply button").count() == 0, "no disc is shown twice"
    player.await_role("b0", "b")
    page.locator(".held [data-take=D1]").first.click()
    page.wait_for_selector("body[data-hand=full]")
    player.touch("b0")
    player.await_words("+b0")
    player.await_role("b5", "b")
    player.touch("b5")
    player.await_words("+b0", "+b5")
    page.click("#end-turn")
    page.click("#choices [data-choose='?A']")
    page.wait_for_selector("#give-held:disabled")
    for code in ("D3", "D5"):
        page.locator(f"[data-held={code}]").first.click()
    assert page.inner_text("#give-held") == "Put back 2 discs"
    page.click("#give-held")
    player.await_words("+b0", "+b5", ".", "?A", "x35")
    player.await_headline("Red to move")
    page.wait_for_selector(".held:not([open])")
    take_picture(page, "hand-covered")


def test_nobody_sees_a_programs_hand(player):
    player.choose("seven", versus="computer", seed=1)
    page = player.page
    page.wait_for_selector(".held[open][data-player='0']")
    player.await_role("b0", "b")
    player.touch("b0")
    page.click("#end-turn")
    page.click("#choices [data-choose='?A']")
    page.click("#end-turn")
    page.wait_for_function("() => document.querySelectorAll('#moves code').length > 6")
    assert page.locator(".held").get_attribute("data-player") == "0"


def test_moves_are_said_in_words_unless_people_want_notation(player):
    page = player.page
    page.evaluate("localStorage['treppe-notation'] = 'no'")
    page.reload()
    player.choose("blockade")
    player.await_role("j3", "g")
    player.touch("j3")
    page.wait_for_selector("#moves q:has-text('guard j3')")
    assert not page.locator("#moves code").is_visible()
    page.evaluate("localStorage['treppe-notation'] = 'yes'")


def stored_games(page, name):
    """Return what list and statistics show of a game."""
    paths = (f"games?game={name}", f"games/statistics?game={name}")
    texts = [page.request.get(page.url.split("boards")[0] + path).text() for path in paths]
    return [text.partition("<main>")[2] for text in texts]


def test_a_lesson_leads_from_step_to_step_and_is_remembered(player):
    page = player.page
    before = stored_games(page, "aufstellen")
    player.open_dialog("aufstellen")
    page.click("[data-learn=aufstellen]")
    for step, field in enumerate(("b2", "e2", "h2", "k2"), 1):
        player.await_headline(f"Step {step} of 4")
        player.await_role(field, "g")
        player.await_lit("g", field)
        player.touch(field)
    player.await_headline("That is all you need")
    take_picture(page, "lesson-done")
    page.click("#play-learned")
    assert page.locator(".about [data-learn=aufstellen]").get_attribute("class") == "known"
    assert stored_games(page, "aufstellen") == before, "a lesson is no game"
