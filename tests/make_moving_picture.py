"""Make docs/play.gif, the first turns of a game with what lights up, and docs/tune.png, what the sensors see of hands.

It needs Pillow besides what a checkout has: `.venv/bin/pip install pillow`, then run this file.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.append(str(Path(__file__).parent / "support"))
from page_driver import CHROMIUM, FLAGS, Player, Program

CLICKS = ["a1", "d1", "c1", "g7", "a7", "b7", "d1", "c1", "c2"]
FRAME_MS, LIGHTS_MS = 1100, 500
PORT = 8721


def main(target: Path, sensors: Path) -> None:
    """Play, and write the board after each click; then put bricks by hand, and write the page of the sensors."""
    frames: list[Image.Image] = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        program = Program(Path(data), PORT)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            page = browser.new_page(reduced_motion="reduce", viewport={"width": 1200, "height": 840})
            player = Player(page, program.address)
            player.choose("step")
            player.fold()
            for click in ("", *CLICKS):
                if click:
                    player.touch(click)
                page.wait_for_timeout(LIGHTS_MS)
                frames.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize((700, 490)))
            player.use_real_hands(True)
            tune = browser.new_page(reduced_motion="reduce", viewport={"width": 1280, "height": 960})
            tune.goto(f"{program.address}tune")
            for tile in ("d4", "e3"):
                tune.click(f"[data-name={tile}]")
            for _ in range(3):
                player.bring("B", "e3")
                page.wait_for_timeout(2 * FRAME_MS)
            tune.screenshot(path=sensors)
        finally:
            browser.close()
            program.stop()
    every = Image.new("RGB", (700, 490 * len(frames)))
    for place, frame in enumerate(frames):
        every.paste(frame, (0, 490 * place))
    palette = every.quantize(255, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)  # one for all frames
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    first.save(target, save_all=True, append_images=others, duration=FRAME_MS, loop=0, optimize=True)


if __name__ == "__main__":
    DOCS = Path(__file__).parents[1] / "docs"
    main(DOCS / "play.gif", DOCS / "tune.png")
