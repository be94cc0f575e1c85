"""Playing against programs on the page, in a real browser, on the unchanged firmware."""

import pytest
from page_driver import OPEN_SCRIPTS, take_picture
from treppe.games import catalogue

pytestmark = [pytest.mark.long, pytest.mark.first]


def begin(player, game, *levels, **options):
    """Begin a game with programs of these levels in the first seats, 0 where a person sits."""
    page = player.page
    player.open_dialog()
    for place, level in enumerate(levels):
        page.eval_on_selector(f"[name=level{place}]", "(seat, level) => (seat.value = level)", str(level or ""))
    player.choose(game, versus="mixed", **options)


WATCH_FOR_A_WISH = """() => new MutationObserver(() => {
    if (document.querySelector("#turn .wanted")) document.body.dataset.wished = "yes";
}).observe(document.body, { subtree: true, childList: true })"""
"""Notes that the page has shown what a program wants, however quickly the simulated hand then moves its piece."""


NOTHING_TO_DO = """() => document.querySelector("#turn :is(.pondering, .wanted)")
    && !document.querySelector("#hand-text").textContent && !document.querySelector("#give")"""
"""The page does not ask people to lift or lay aside a piece while a program thinks or plays."""


def test_a_person_plays_against_the_computer(player):
    begin(player, "step", 0, 4)
    take_picture(player.page, "programs-0")
    player.move("a1", "b2")
    player.await_role("b3", "b")
    player.page.evaluate(WATCH_FOR_A_WISH)
    player.bring("B", "b3")
    player.await_headline("Treppe 4 (Red) is thinking")
    player.page.wait_for_function(NOTHING_TO_DO)
    player.page.wait_for_selector("body[data-wished]")
    take_picture(player.page, "programs-1")
    player.page.wait_for_function("() => document.querySelectorAll('#moves code').length === 4")
    player.page.wait_for_selector("body[data-whose='0']")
    player.await_headline("Blue to move")
    assert len(player.notations()) == 4


LOAD_AGAIN_AND_AGAIN = """() => {
    window.answers = new Set();
    const load = async () => answers.add((await fetch("/")).status) && load();
    load();
}"""
"""Loads the page as somebody else might, at any moment."""


@pytest.mark.parametrize("game", catalogue.names())
def test_programs_play_every_game(player, game):
    page = player.page
    page.evaluate(LOAD_AGAIN_AND_AGAIN)
    begin(player, game, 1, 1, 1, 1)
    page.wait_for_function(
        "() => document.querySelectorAll('#moves code').length >= 5 || document.body.dataset.over === 'yes'"
    )
    assert page.inner_text("#notice") == ""
    assert page.get_attribute("body", "data-over") == "yes" or "Treppe 1" in page.inner_text("#turn")
    assert page.evaluate("[...answers]") == [200]


MEDDLE = """(mayClick) => {
    const seen = (window.seen = []);
    let isDone = !mayClick;
    const { act } = scripts.outlet;
    const look = () => {
        const isThinking = document.querySelector("#turn .pondering");
        if (!(isThinking || document.querySelector("#turn .wanted")) || document.querySelector("#moves code")) return;
        const lit = [...document.querySelectorAll(".field")].filter((each) => "lgbxy0123".includes(each.dataset.role));
        if (isThinking && lit.length) seen.push(`lit ${lit[0].dataset.name}`);
        const choice = document.querySelector("#choices [data-choose]");
        if (choice) seen.push(`choice ${choice.dataset.choose}`);
        if (isThinking && document.body.dataset.hand) seen.push("a piece in the hand");
        if (isDone) return;
        isDone = true;
        for (const field of [13, 16, 19, 23, 24, 25]) act("field", field);
        for (const piece of document.querySelectorAll("[data-take]")) act("take", piece.dataset.take);
        for (const word of ["OK", ".", "?V"]) act("choose", word);
        for (const key of ["OK", "END"]) { act("press", key); act("release", key); }
        document.body.dataset.meddled = "yes";
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Clicks on fields, pieces and keys while a program has the first action; notes what is lit or offered meanwhile."""


@pytest.mark.parametrize("game", ["aufstellen", "sprung", "seven", "cubes"])
def test_nobody_plays_for_the_computer_or_sees_what_it_may_do(player, game):
    page, other = player.page, player.page.context.new_page()
    other.goto(page.url)
    for each in (page, other):
        each.evaluate(OPEN_SCRIPTS)
    page.evaluate(MEDDLE, True)
    other.evaluate(MEDDLE, False)
    begin(player, game, 3, 0, **({"seed": 5} if game in ("seven", "cubes") else {}))
    page.wait_for_selector("body[data-meddled]")
    page.wait_for_selector("#moves code")
    assert page.evaluate("seen") == other.evaluate("seen") == []
    other.close()


def test_another_game_begins_at_any_moment_of_a_programs_turn(player):
    """Surfaces change while programs think, and while the hand carries their pieces."""
    page = player.page
    for game, ms in (
        ("step", 900),
        ("aufstellen", 1300),
        ("seven", 700),
        ("blockade", 1100),
        ("step", 500),
        ("step", 0),
    ):
        begin(player, game, 1, 1, 1, 1)
        page.wait_for_selector("#moves code")
        page.wait_for_timeout(ms)
    page.wait_for_function("() => document.querySelectorAll('#moves code').length >= 4")
    assert page.inner_text("#notice") == ""


def test_take_back_takes_back_the_answer_too(player):
    begin(player, "aufstellen", 0, 2)
    player.bring("S0", "b2")
    player.page.wait_for_function("() => document.querySelectorAll('#moves code').length === 2")
    player.page.click("#act-undo")
    player.await_words()
    player.await_headline("Blue to move")
    player.await_role("b2", "g")


def test_whoever_calls_himself_a_program_is_refused(player):
    page = player.page
    player.open_dialog()
    page.click("label:has([name=versus][value=people])")
    page.fill("[name=seat0]", "Treppe 3")
    page.click("#new-game [type=submit]")
    page.wait_for_function("() => document.querySelector('#new-game-error').textContent.includes('program')")


def test_advice_shows_the_piece_first_and_then_the_move(player):
    begin(player, "step", 0, 0, bricks=5)
    page = player.page
    page.click("#advise")
    player.await_role("a1", "a")
    assert page.inner_text("#advice b") == "a1" and "blue ball" in page.inner_text("#advice")
    page.click("#advise")
    page.wait_for_selector("#ways .wish")
    start, end = page.inner_text("#advice b").split(" → ")
    player.await_role(end, "a")
    assert start == "a1" and "Chance to win" in page.inner_text("#advice")
    assert "Then brick on " in page.inner_text("#advice") and page.locator("#ways .advice").count() == 2
    take_picture(page, "advice")
    player.touch(start)
    page.wait_for_selector("body[data-hand=full]")
    player.touch(end)
    player.await_words(f"a1-{end}")
    page.wait_for_selector("#advise")
    assert page.locator("#ways .wish").count() == 0


def test_who_holds_ok_at_the_board_is_advised(player):
    begin(player, "aufstellen", 0, 0)
    page = player.page
    page.dispatch_event("#key-OK", "pointerdown", {"bubbles": True, "button": 0})
    page.wait_for_selector("#advice .wanted")
    page.dispatch_event("#key-OK", "pointerup", {"bubbles": True, "button": 0})
    page.wait_for_selector("#display:has-text('Advice')")


def test_open_hands_are_nobodys_to_advise_on(player):
    begin(player, "cubes", 0, 0)
    player.page.click("#advise")
    player.page.wait_for_selector("#advice:has-text('dealt')")


def test_who_needs_warnings_sees_what_a_move_would_cost_while_he_holds_the_piece(player):
    """In Aufstellen Blue may then move k5 alone: to h5, or to k2, which gives the game away."""
    player.choose("aufstellen")
    player.page.click("#open-settings")
    player.page.select_option("#hint0", "warning")
    player.page.keyboard.press("Escape")
    for number, field in enumerate(("e5", "e2", "k5", "h8", "b5", "k8", "h11", "h2")):
        player.await_role(field, "g")
        player.bring(f"S{number % 2}", field)
    player.await_role("k5", "0")
    player.touch("k5")
    player.await_lit("e", "k2")
    take_picture(player.page, "warning")
    player.touch("k2")
    player.page.wait_for_function("() => [...document.querySelectorAll('#moves code')].at(-1).textContent === 'k5-k2'")
