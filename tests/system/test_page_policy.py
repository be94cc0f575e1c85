"""The policy of the pages, as Chromium enforces it: all that they show and do, they may; nothing else runs."""

import pytest

pytestmark = pytest.mark.long

PAGES = ["", "games", "games/statistics", "games/puzzles", "rules", "rules/step", "boards", "tune", "doctor"]
PAGES += ["watch", "no"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_needs_nothing_that_its_policy_forbids(chromium, program, path) -> None:
    context = chromium.new_context(bypass_csp=False)
    page = context.new_page()
    reported = []
    page.on("console", lambda said: reported.append(said.text))
    page.on("pageerror", lambda error: reported.append(str(error)))
    page.goto(program.address + path)
    page.wait_for_selector("#title", state="attached")
    page.wait_for_timeout(1500)
    assert [text for text in reported if "404" not in text] == []
    context.close()


def test_scripts_in_the_page_do_not_run(chromium, program) -> None:
    context = chromium.new_context(bypass_csp=False)
    page = context.new_page()
    page.goto(program.address)
    page.wait_for_selector("#board")
    page.evaluate(
        """document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='document.title=1'>");
        const script = document.createElement("script");
        script.textContent = "document.title = 2";
        document.body.append(script)"""
    )
    page.wait_for_timeout(300)
    assert page.title() not in ("1", "2")
    context.close()
