"""Pieces move on the page, by what its animations say of themselves: along their way, from the box and to it."""

import json

import pytest
from page_driver import Player, middle

pytestmark = [pytest.mark.long, pytest.mark.first]

RECORD = """() => {
    window.motions = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        const motion = animate.call(this, frames, how);
        if (Array.isArray(frames)) motions.push({ frames, motion });
        return motion;
    };
}"""
HOLD = """() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        const motion = animate.call(this, frames, how);
        motion.pause();
        motion.currentTime = motion.effect.getComputedTiming().endTime - 1;
        return motion;
    };
}"""
"""Holds each motion just before its end."""
FINISHED = "motions.every(({ motion }) => motion.playState === 'finished') && !document.querySelector('#moving > *')"


@pytest.fixture
def mover(player):
    """A person whose page moves pieces."""
    player.page.emulate_media(reduced_motion="no-preference")
    yield player
    player.page.emulate_media(reduced_motion="reduce")


def watch(player):
    """Keep account of what moves from here on, once all that a new game has brought lies there."""
    player.page.emulate_media(reduced_motion="no-preference")
    player.page.wait_for_selector("#moving > *", state="detached")
    player.page.evaluate(RECORD)


def motions(player, count):
    """Return the frames of so many motions once they have ended, and that there are no more; count on from here."""
    player.page.wait_for_function(f"motions.length >= {count} && {FINISHED}")
    found = json.loads(player.page.evaluate("JSON.stringify(motions.splice(0).map(({ frames }) => frames))"))
    assert len(found) == count
    return found


def test_a_program_moves_its_piece_in_one_motion_along_its_way(mover):
    mover.choose("step", versus="computer")
    watch(mover)
    mover.move("a1", "d1")
    mover.await_words("a1-d1")
    assert mover.page.evaluate("motions.length") == 0, "what is dropped is there at once"
    mover.await_role("d2", "b")
    mover.touch("d2")
    mover.page.wait_for_function("document.querySelectorAll('#moves code').length === 4")
    brick, ball, other_brick = motions(mover, 3)
    assert len(brick) == len(other_brick) == 2, "from the box"
    assert len(ball) > 2 and ball[-1] == {"transform": "translate(0px, 0px)"}


def test_what_is_taken_fades_and_comes_back_when_the_action_is_taken_back(mover):
    mover.choose("wetteifern")
    watch(mover)
    start = mover.page.get_attribute(".field[data-role='l'], .field[data-role='4']", "data-name")
    mover.touch(start)
    mover.page.wait_for_selector("body[data-hand=full]")
    target = mover.page.locator(".field[data-role='g']").first.get_attribute("data-name")
    mover.touch(target)
    mover.page.wait_for_selector("#moves code")
    for frames in motions(mover, len(mover.page.evaluate("motions"))):
        assert frames[-1]["opacity"] == 0
    mover.page.click("#act-undo")
    mover.await_words()
    assert len(motions(mover, 2)) == 2, "one goes back, one comes from the box"


def test_another_person_sees_the_piece_until_it_has_moved(mover, context, program):
    mover.choose("step")
    other = Player(context.new_page(), program.address)
    other.await_phase()
    watch(other)
    mover.touch("a1")
    other.page.wait_for_selector("#moving [href^='#piece-O']")
    assert not other.page.locator("#ghost").is_visible()
    assert mover.page.locator("#moving [href^='#piece-O']").count() == 0
    mover.await_role("d1", "g")
    mover.touch("d1")
    [ball] = motions(other, 1)
    assert len(ball) == 4, "a1, b1, c1, d1"
    other.page.close()


def test_a_click_on_a_piece_that_still_moves_lifts_it(mover):
    mover.page.evaluate(HOLD)
    mover.choose("step")
    mover.await_role("a1", "0")
    mover.page.wait_for_selector("#moving > *", state="attached")
    mover.page.mouse.click(*middle(mover.page, "[data-name=a1] .touch"))
    mover.page.wait_for_selector("body[data-hand=full]")


def test_nothing_moves_for_those_who_want_no_motion(mover):
    mover.choose("step", versus="computer")
    watch(mover)
    mover.page.emulate_media(reduced_motion="reduce")
    mover.move("a1", "d1")
    mover.await_role("d2", "b")
    mover.touch("d2")
    mover.page.wait_for_function("document.querySelectorAll('#moves code').length === 4")
    assert mover.page.evaluate("motions.length") == 0
