"""Pages below a path, where a proxy shows them: every link, script, stream and act of them leads there."""

from urllib.parse import urlsplit

import pytest
from page_driver import Player, Program
from path_proxy import PathProxy

pytestmark = pytest.mark.long

PATH = "/house/treppe"
BAR = "[...document.querySelectorAll('nav a')].map(link => link.href)"
OWN = "[...document.querySelectorAll('[href], [src], [action], [formaction]')].flatMap(part => "
OWN += "['href', 'src', 'action', 'formaction'].map(name => part.getAttribute(name))).filter(Boolean)"


@pytest.fixture(scope="module")
def below(tmp_path_factory):
    """The program below a path."""
    program = Program(tmp_path_factory.mktemp("below"), 8620, "--speed", "5", "--below", PATH)
    yield program
    program.end()


@pytest.mark.parametrize("strips", [True, False])
def test_a_game_is_played_and_looked_at_below_a_path(chromium, below: Program, strips: bool) -> None:
    assert urlsplit(below.address).path == f"{PATH}/"
    with PathProxy(urlsplit(below.address).port, PATH, strips) as proxy:
        context = chromium.new_context()
        page = context.new_page()
        refused: list[str] = []
        page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
        player = Player(page, proxy.address)
        player.choose("step", players=2)
        seen = set()
        for link in (*page.evaluate(BAR), f"{proxy.address}rules", f"{proxy.address}rules/step"):
            assert link.startswith(proxy.address), link
            page.goto(link)
            page.wait_for_selector("main")
            seen.add(urlsplit(page.url).path.removeprefix(PATH).split("/")[1])
            own = page.evaluate(OWN)
            assert [each for each in own if each.startswith("/") and not each.startswith(f"{PATH}/")] == []
        assert {"games", "rules", "boards", "tune", "doctor"} <= seen
        page.goto(f"{proxy.address}games/last/simulated")
        assert page.url.startswith(f"{proxy.address}games/"), "a redirection stays below the path"
        page.click("#language")
        page.wait_for_selector("html[lang=de]")
        assert {cookie["path"] for cookie in context.cookies()} == {f"{PATH}/"}
        assert refused == proxy.strays == []
        Player(page, proxy.address.rstrip("/"))
        context.close()
