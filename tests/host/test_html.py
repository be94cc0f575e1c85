"""Nothing reaches HTML unescaped: there is one way to make it, and all of the host goes it."""

import ast
import re
from collections import Counter

from sources import host_files, nodes_of
from treppe_host.html import escape, html, joined, put_below, trusted
from treppe_host.web import assets
from treppe_host.web.requests import Page

TAG = re.compile(r"<[a-zA-Z/!]|&[a-z]+;")
DRAWINGS = "web/drawing/"  # numbers, and the names of our own surfaces
OWN_TEXTS = {"web/drawing/board.py", "web/drawing/sprites.py", "web/drawing/static_board.py"} | {
    "treppe_alone/build.py",  # the program's own styles, scripts and words
    "web/games/replay_file.py",  # the program's own styles and script, and JSON without a <
    "web/layout.py",  # which link of the bar is the present one
    "web/rules/reading.py",  # from the games' own files
    "treppe_club/grounds.py",  # a drawing of the ground, from numbers and our own surfaces
    "web/drawing/arrows.py",  # numbers in a drawing
    "web/invitation.py",  # black and white of a code
}
"""Where HTML is made in another way, of what does not come from outside of the program."""
BESIDE = re.compile(r"""(href|src|action|formaction|data-share)=\\?["']/|(fetch|post|EventSource|assign)\([`"']/""")
"""An address that does not lead below the path where a proxy may show the pages."""
EVIL = "<img src=x onerror=alert(1)>\"'&"


def test_what_is_put_in_is_escaped_unless_it_was_made_so() -> None:
    inner = html("<b>{}</b>", EVIL)
    assert inner == "<b>&lt;img src=x onerror=alert(1)&gt;&#34;&#39;&amp;</b>"
    assert html("<p>{}{word}</p>", inner, word=1) == f"<p>{inner}1</p>"
    assert joined([inner, "<i>"], "<br>") == f"{inner}&lt;br&gt;&lt;i&gt;"
    assert html("<i>{:.1f}</i>", 0.25) == "<i>0.2</i>"
    assert escape(trusted("<i>")) == "<i>"


def test_what_a_browser_is_shown_is_escaped_at_the_last_moment() -> None:
    shown = str(assets.escaped({"html": {"notice": EVIL, "moves": html("<b>{}</b>", 1)}, "rows": {3: EVIL}}))
    assert "<img" not in shown and "<b>1</b>" in shown


def test_a_letter_that_no_browser_can_read_keeps_no_page_from_people() -> None:
    assert Page(html("<p>{}</p>", "Ann \ud83d")).body == b"<p>Ann ?</p>"
    assert [
        name for name, path in host_files().items() if re.search(r"\bHTMLResponse\(", path.read_text("utf-8"))
    ] == []


def fixed_part(node: ast.AST) -> str:
    """Return what a text that is put together has of its own."""
    parts: list[ast.AST] = []
    if isinstance(node, ast.JoinedStr):
        parts = node.values
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
        parts = [node.left, node.right]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("format", "join"):
        parts = [node.func.value]
    texts = [part.value for part in parts if isinstance(part, ast.Constant)]
    return "".join(text for text in texts if isinstance(text, str))


def test_no_text_with_tags_is_put_together_by_hand() -> None:
    reported = Counter(
        name
        for name, path in host_files().items()
        for node in nodes_of(path)
        if not name.startswith(DRAWINGS) and TAG.search(fixed_part(node))
    )
    assert reported == {"treppe_alone/build.py": 1}, "the program's own texts"


def test_only_few_say_that_a_text_is_html() -> None:
    found = set()
    for place, path in host_files().items():
        if place == "html.py":
            continue
        for node in nodes_of(path):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if name == "trusted" or (name in ("Html", "Markup") and node.args):
                found.add(place)
            assert not (isinstance(node, ast.ImportFrom) and node.module in ("markupsafe", "html")), path
    assert found == OWN_TEXTS


def test_addresses_lead_below_the_path_where_the_pages_lie() -> None:
    template = '<a href="~/games/{}" title="{}">{}</a>'
    assert html(template, 5, "~/x", "y") == '<a href="/games/5" title="~/x">y</a>'
    put_below("/treppe")
    try:
        assert html(template, 5, '="~/x', "y") == '<a href="/treppe/games/5" title="=&#34;~/x">y</a>'
    finally:
        put_below("")


def test_no_page_has_an_address_beside_that_path() -> None:
    files = [path for end in ("py", "js", "html") for path in host_files(end).values()]
    assert len(files) > 150
    assert [f"{path}: {found[0]}" for path in files for found in BESIDE.finditer(path.read_text("utf-8"))] == []
