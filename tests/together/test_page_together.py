"""Two people with a page each, as they would: one tells a code, the other types it, and both play one game."""

import re

import pytest
from mosquitto import broker
from page_driver import Player, Program, take_picture

pytestmark = pytest.mark.long

__all__ = ("broker",)


@pytest.fixture
def programs(tmp_path, broker):
    started = []

    def start(name, *more):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        program = Program(folder, 8360, "--speed", "5", "--with", broker.url, "--name", name, *more)
        started.append(program)
        return program

    yield start
    ends = [program.stop() for program in started]
    assert ends == [0] * len(started), [program.lines for program in started]


def test_a_code_joins_two_boards(chromium, programs):
    first = programs("Ann")
    code = next(found[1] for line in first.lines if (found := re.search(r"the code: (\S+)", line)))
    second = programs("Bob", "--code", code.lower().replace("-", " "))
    pages = [chromium.new_context(viewport={"width": 1280, "height": 800}).new_page() for _ in range(2)]
    ann, bob = Player(pages[0], first.address), Player(pages[1], second.address)
    pages[0].wait_for_selector("#notice:empty", state="attached")
    ann.choose("step")
    ann.page.wait_for_selector("body[data-playing=yes]")
    bob.page.wait_for_selector("body[data-playing=yes]")
    ann.touch("a1")
    ann.page.wait_for_selector("[data-name=a1]:not(.occupied)")
    ann.touch("b1")
    ann.await_words("a1-b1")
    bob.await_words("a1-b1")
    ann.bring("B", "c1")
    bob.await_words("a1-b1", "+c1")
    assert "Bob" in ann.headline() or "Red" in ann.headline()
    take_picture(ann.page, "together_waits")
    ann.page.click("#act-undo")
    bob.page.wait_for_selector("#grant")
    take_picture(bob.page, "together_asked")
    bob.page.click("#refuse")
    ann.await_words("a1-b1", "+c1")
    bob.page.click("#act-draw")
    bob.page.click("#ask-yes")
    ann.page.click("#grant")
    for player in (ann, bob):
        player.page.wait_for_selector("body[data-over=yes]")
        player.page.context.close()
