"""Playing on the page in a real browser, on the unchanged firmware, whose time passes quickly."""

import pytest
from page_driver import OPEN_SCRIPTS, Player, ended_record, middle
from treppe_host.store.store import Store

pytestmark = pytest.mark.first

CENTRES = {column + row for column in "behk" for row in ("2", "5", "8", "11")}


def test_step_by_step_by_mouse(player):
    player.choose("step", bricks=3)
    player.await_headline("Blue to move")
    player.await_role("a1", "0")
    player.await_lit("0", "a1")
    player.touch("a1")
    player.await_role("d1", "g")
    assert len(player.lit("g")) == 46
    assert player.page.inner_text("#hand-text").startswith("In the hand: blue ball")
    player.touch("d1")
    player.await_role("d2", "b")
    player.await_lit("b", "c1", "e1", "d2")
    player.bring("B", "d2")
    player.await_words("a1-d1", "+d2")
    player.await_role("g7", "1")
    player.await_headline("Red to move")
    player.move("g7", "g4")
    player.await_role("g3", "b")
    player.bring("B", "g3")
    player.await_words("a1-d1", "+d2", "g7-g4", "+g3")
    player.await_role("d1", "0")
    player.move("d1", "d2")
    player.await_role("d3", "b")
    assert player.page.text_content("#stack10 .height") == "1"
    player.bring("B", "d3")
    player.await_words("a1-d1", "+d2", "g7-g4", "+g3", "d1-d2", "+d3")
    player.page.wait_for_selector("body[data-over=yes]")
    player.await_headline("A draw")
    assert player.page.inner_text("#turn span") == "the last brick is laid"


def test_aufstellen_to_the_winner(player, program):
    player.choose("aufstellen")
    assert (program.folder / "boards" / "surface.txt").read_text() == "reed12\n"
    player.await_role("b2", "g")
    player.await_lit("g", *CENTRES)
    for code, field in (("S0", "b2"), ("T1", "b8"), ("C0", "e2"), ("S1", "e8"), ("T0", "h2"), ("C1", "k11")):
        player.bring(code, field)
        player.page.wait_for_function(
            "word => document.querySelector('#moves').innerText.includes(word)", arg=f"+{field}"
        )
    player.bring("S0", "k2")
    player.page.wait_for_selector("body[data-over=yes]")
    player.await_headline("Blue wins")
    assert player.page.inner_text("#turn span") == "four in a line"
    player.await_role("b2", "w")
    player.await_lit("w", "b2", "e2", "h2", "k2")
    words = ["+b2", "+b8", "+e2", "+e8", "+h2", "+k11", "+k2"]
    assert player.notations() == words
    store = Store(f"sqlite:///{program.folder / 'games.db'}")
    record = ended_record(store)
    assert (record.game, record.reason, record.winners) == ("aufstellen", "line", [0])
    assert store.record_words(record.number) == words
    store.close()


def test_discs_and_what_no_piece_shows(player):
    player.choose("seven")
    player.await_role("a0", "b")
    player.bring("D0", "a0")
    player.await_words("+a0")
    player.page.click("#key-END")
    player.page.wait_for_selector("#choices [data-choose='?V']")
    assert player.notations() == ["+a0", "."]
    assert player.page.inner_text("#choices [data-choose='?V']") == "Draw a victory tile"
    sent = []
    player.page.on("request", lambda request: sent.append(request.post_data or ""))
    player.page.dblclick("#choices .word[data-choose='?V']")
    player.await_words("+a0", ".", "?V")
    player.await_headline("Red to move")
    player.touch("a0")  # acts are sent in their order
    player.page.wait_for_selector("body[data-refused=yes]")
    assert sum('"choose"' in each for each in sent) == 1, "a double click is one choice"


def test_stones_beside_the_board(player, real_hands):
    player.choose("cubes")
    assert player.page.get_attribute("[data-name=B4]", "aria-label").startswith("B4, blue stone 4, active")
    player.bring("W", "e5")
    player.await_words("+e5")
    player.await_headline("Red to move")
    player.touch("B4")
    player.page.click("#turn-over")
    player.touch("B4")
    player.page.wait_for_selector("[data-name=B4][aria-label*=inactive]")


def test_a_piece_is_dragged_and_back(player):
    player.choose("step")
    mouse = player.page.mouse

    def go(selector, act):
        mouse.move(*middle(player.page, selector), steps=4)
        act()

    go("[data-name=a1] .touch", mouse.down)
    go("[data-name=c1] .touch", lambda: player.await_role("b1", "g"))
    mouse.up()
    player.await_words("a1-c1")
    go("#take-B", mouse.down)
    go("[data-name=c2] .touch", mouse.up)
    player.await_words("a1-c1", "+c2")


def test_by_keyboard_alone(player):
    player.choose("step")
    keyboard = player.page.keyboard
    player.await_role("a1", "0")
    player.page.focus("[data-name=a1]")
    assert player.page.get_attribute("[data-name=a1]", "aria-label") == "a1, blue ball, blue may lift"
    keyboard.press("Enter")
    player.await_role("c1", "g")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowUp")
    assert player.page.evaluate("document.activeElement.dataset.name") == "b2"
    keyboard.press("Enter")
    player.await_words("a1-b2")


def test_an_illegal_put_is_wrong_and_shows_the_way_back(player, real_hands):
    player.choose("step")
    player.touch("a1")
    player.await_role("d1", "g")
    player.touch("d4")
    player.await_wrong()
    assert player.headline() in ("No way: level or down, one level up at the end.", "Put the pieces back")
    player.await_role("d4", "r")
    player.page.wait_for_selector("[data-name=a1]:is([data-role=p], [data-role='4'])")
    player.page.wait_for_selector("#display:has-text('d4')")
    player.touch("d4")
    player.touch("a1")
    player.await_phase()
    assert player.notations() == []
    player.move("a1", "b1")
    player.await_words("a1-b1")


def test_undo_leads_the_hands_back(player, real_hands):
    player.choose("step")
    player.move("a1", "b1")
    player.await_words("a1-b1")
    player.page.click("#key-UNDO")
    player.await_words()
    player.page.wait_for_selector("[data-name=b1][data-role=r]")
    player.touch("b1")
    player.touch("a1")
    player.await_role("a1", "0")
    player.move("a1", "c1")
    player.await_words("a1-c1")


ANSWERED = """(selector) => {
    if (document.querySelector(selector)) return true;
    const isAsked = document.querySelector("#turn").innerText.includes("press OK");
    for (const act of isAsked ? ["press", "release"] : []) scripts.outlet.act(act, "OK");
    return false;
}"""
"""Whether the page shows something yet; where the board asks whether it reads right, OK is pressed, as people do."""


def test_careless_hands_play_on(player):
    player.choose("step")
    player.use_real_hands(True)
    player.unfold("world")
    player.page.check("#careless")
    player.page.evaluate(OPEN_SCRIPTS)
    player.page.wait_for_selector("body[data-careless=yes]", state="attached")
    player.move("a1", "d1")
    player.page.wait_for_function(ANSWERED, arg="[data-name='d2'][data-role='b']", polling=500)
    player.bring("B", "d2")
    player.page.wait_for_function(ANSWERED, arg="[data-name='g7'][data-role='1']", polling=500)
    player.await_words("a1-d1", "+d2")
    player.page.uncheck("#careless")
    player.page.wait_for_selector("body[data-careless='']", state="attached")
    player.use_real_hands(False)


def test_a_button_keeps_its_press_while_the_words_beside_it_change(player):
    player.choose("step")
    page = player.page
    page.evaluate(OPEN_SCRIPTS)
    page.evaluate("document.addEventListener('click', ({ target }) => (window.clicked = target.id))")
    show = "words => scripts.page.show({html: {turn: `<p>${words[0]}</p><button id='probe'>?</button>${words[1]}`}})"
    page.evaluate(show, ["one", ""])
    page.mouse.move(*middle(page, "#probe"))
    page.mouse.down()
    page.evaluate(show, ["two", "<p>more</p><input value='typed'>"])
    page.mouse.up()
    assert page.evaluate("clicked") == "probe"
    page.fill("#turn input", "other")
    page.evaluate(show, ["three", "<p>more</p><input value='typed'>"])
    assert page.input_value("#turn input") == "other" and page.inner_text("#turn").split() == ["three", "?", "more"]
    answer = "<button id='answer' data-choose='{}'>?</button>"
    page.evaluate(show, ["", answer.format("a1-b1")])
    page.mouse.move(*middle(page, "#answer"))
    page.mouse.down()
    page.evaluate(show, ["", answer.format("a1-a2")])
    page.mouse.up()
    assert page.evaluate("clicked") != "answer", "a press on an answer is no press on the next one"


def test_a_click_that_makes_no_sense_is_refused_with_its_reason(player):
    player.choose("step", bricks=3)
    page = player.page
    for field, reason in (("d6", "Nothing stands there"), ("g7", "another player's piece"), ("d4", "cannot move now")):
        player.touch(field)
        page.wait_for_selector(f"#hand-text:has-text({reason!r})")
    player.touch("a1")
    player.await_role("a1", "o")
    player.touch("d4")
    page.wait_for_selector("#hand-text:has-text('level or down, one level up at the end')")
    other = Player(page.context.new_page(), page.url)
    other.page.wait_for_selector("#hand-text:has-text('In the hand: blue ball')")
    assert not other.page.locator("body[data-refused=yes]").count(), "only who clicked is refused"
    other.page.close()
    player.touch("a1")
    page.wait_for_selector("body:not([data-hand=full])")
    assert player.notations() == [] and player.headline() == "Blue to move"


def test_clicks_come_as_quickly_as_people_like(player):
    player.choose("aufstellen")
    fields = ("e8", "h8", "e5", "h5", "b2", "k2")
    for count, field in enumerate(fields, 1):
        player.touch(field)
        if not count % 2:
            player.await_words(*(f"+{each}" for each in fields[:count]))
    said = [player.page.get_attribute(f"[data-name={field}]", "data-pieces") for field in fields]
    assert [text.split()[0] for text in said] == ["blue", "red"] * 3


def test_one_click_takes_back_and_nothing_is_led(player):
    player.choose("step")
    player.move("a1", "d3")
    player.await_role("c3", "b")
    player.touch("c3")
    player.await_words("a1-d3", "+c3")
    seen = player.page.evaluate(
        "window.seen = []; new MutationObserver(() => seen.push(turn.innerText)).observe("
        "document.querySelector('#turn'), {childList: true, subtree: true}); 0"
    )
    assert not seen
    player.page.click("#act-undo")
    player.await_words("a1-d3")
    player.await_role("c3", "b")
    player.page.click("#key-UNDO")
    player.await_words()
    player.await_role("a1", "0")
    reported = player.page.evaluate("seen.join()")
    assert "Blue to move" in reported and "Put the pieces back" not in reported
    assert player.page.text_content("#stack18") == player.page.text_content("#stack30") == ""
    player.page.click("#act-redo")
    player.await_words("a1-d3", "+c3")
    player.page.wait_for_selector("#act-redo", state="hidden")


def test_what_the_rules_take_off_goes_by_itself(player):
    player.choose("wetteifern")
    player.move("f6", "f10")
    player.await_words("f6-f10")
    player.page.wait_for_function(
        "() => ['f7', 'f8', 'f9'].every(name => "
        "!document.querySelector(`[data-name=${name}]`).classList.contains('occupied'))"
    )
