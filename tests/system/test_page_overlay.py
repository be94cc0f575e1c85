"""The page for streams: the present game, and nothing behind it."""

from io import BytesIO

import pytest
from page_driver import PICTURES
from PIL import Image

pytestmark = pytest.mark.long


def test_it_shows_the_game_without_a_ground(player, program, context) -> None:
    player.choose("step")
    player.move("a1", "b1")
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(program.address + "watch/simulated/overlay")
    page.wait_for_selector("[data-name=b1].occupied")
    assert not page.locator(".bar").is_visible()
    taken = page.screenshot(omit_background=True)
    picture = Image.open(BytesIO(taken))
    assert picture.getpixel((1279, 2))[3] == 0 and picture.getpixel((2, 2))[3] == 0, "the film is seen there"
    middle = page.locator("#board").bounding_box()
    assert picture.getpixel((int(middle["x"] + 40), int(middle["y"] + 40)))[3] == 255
    assert middle["height"] > 600
    if PICTURES:
        Image.alpha_composite(Image.new("RGBA", picture.size, (30, 110, 60, 255)), picture).save(
            f"{PICTURES}/overlay.png"
        )
    page.close()
