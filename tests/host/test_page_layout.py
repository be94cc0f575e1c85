"""What all pages have in common: the bar with the same links, titles, where links about one board lead."""

import re
from pathlib import Path

from treppe_host.html import html
from treppe_host.web import layout, texts

EN = texts.load("en")
STATIC = Path(layout.__file__).parent / "static"


def links(bar):
    return re.findall(
        r'<a href="([^"]*)"([^>]*)>([^<]*)</a>', layout.head_of(EN, "Games", "games", bar).split("<nav")[1]
    )


def test_every_page_has_the_same_links_and_marks_where_one_is():
    shown = links(layout.Bar())
    assert [address for address, _, _ in shown] == [f"/{address}" for address in layout.LINKS.values()]
    assert [name for _, marked, name in shown if "aria-current" in marked] == ["Games"]
    beside_the_board = re.findall(
        '<a href="([^"]*)"', str(layout.links_of(EN, "play", layout.Bar(rules=html("<button>Rules</button>"))))
    )
    others = [f"/{address}" for address in layout.LINKS.values() if address != "rules"]
    assert beside_the_board == others, "a button opens them"
    assert not [path for path in STATIC.glob("*.html") if path.name != "bar.html" and "<nav" in path.read_text()]


def test_links_about_a_board_lead_to_that_board():
    found = {address for address, _, _ in links(layout.Bar("b2"))}
    assert {"/boards/b2", "/tune/b2", "/doctor/b2", "/games"} <= found and "/" not in found


def test_spectators_have_no_links_and_stay_with_spectators():
    bar = str(layout.head_of(EN, "", "play", layout.Bar(rules=html("<button>Rules</button>"), is_watched=True)))
    assert re.findall('href="([^"]*)"', bar) == ["/watch"] and "<button>Rules" in bar


def test_a_page_has_a_title_of_its_own():
    assert layout.titled("Games") == "Games · Treppe" and layout.titled("") == "Treppe"
