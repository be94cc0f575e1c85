"""The page as different people have it: views, languages, phones, widths, light and dark, ten browsers at once."""

import re
from urllib.parse import urlsplit

import pytest
from eyes import contrast
from page_driver import Player, middle, take_picture

pytestmark = [pytest.mark.long, pytest.mark.first]


def pictures_missing(page):
    """Return the pictures that do not come, after each has been asked for."""
    page.evaluate("for (const each of document.images) each.loading = 'eager'")
    page.wait_for_function("[...document.images].every((each) => each.complete)")
    return page.evaluate("[...document.images].filter((each) => !each.naturalWidth).map((each) => each.src)")


def test_rules_of_all_games_have_pages_for_each_number_of_players_in_both_languages(chromium, program):
    page = chromium.new_page(locale="de-DE", viewport={"width": 390, "height": 844})
    page.goto(f"{program.address}rules")
    page.wait_for_selector(".miniature")
    assert page.title() == "Regeln · Treppe" and pictures_missing(page) == []
    addresses = page.evaluate("[...document.querySelectorAll('.miniature')].map((each) => each.pathname)")
    assert len(addresses) == 9
    for address in addresses:
        page.goto(f"{program.address}{address[1:]}")
        page.wait_for_selector("article.rules[lang=de]")
        assert pictures_missing(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390, "nothing is wider than a phone"
    page.goto(f"{program.address}rules/step?players=3")
    assert "players=3" in page.get_attribute(".start img", "src")
    assert page.get_attribute(".start img", "alt") == "Der Anfang für drei Spieler"
    page.click(".starts a:has-text('4')")
    page.wait_for_selector(".start img[alt='Der Anfang für vier Spieler']")
    page.click("#language")
    page.wait_for_selector(".start img[alt='The start for four players']")
    assert page.title() == "STEP BY STEP · Rules · Treppe"
    page.close()


def test_the_first_paint_has_the_board_in_it_with_pieces_and_lamps(chromium, program):
    player = Player(chromium.new_page(), program.address)
    player.choose("step")
    page = chromium.new_page()
    page.route("**/stream*", lambda _: None)  # it never comes
    page.goto(program.address)
    page.wait_for_selector("#turn strong:text-is('Blue to move')")
    assert page.locator(".field.occupied").count() == 3
    assert page.get_attribute("[data-name=d4]", "aria-label").startswith("d4, 5 bricks")
    assert player.lit("l") | player.lit("0") == set(
        page.locator(".field:is([data-role=l], [data-role='0'])").evaluate_all("all => all.map(f => f.dataset.name)")
    )
    page.close()
    player.page.close()


BEHIND = """async () => {
    const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
    const { isBehind, seenAt } = await import(`${base}lamps.js`);
    const fields = [...document.querySelectorAll(".field")].filter(({ dataset }) => isBehind(seenAt(dataset.field)));
    return fields.map(({ dataset }) => dataset.name);
}"""


def test_what_a_nearer_tower_hides_is_known(chromium, program):
    page = chromium.new_page()
    player = Player(page, program.address)
    player.choose("step")
    assert page.evaluate(BEHIND) == []
    page.click("label:has([value=isometric])")
    page.wait_for_selector("#board.isometric .field.occupied")
    assert page.evaluate(BEHIND) == ["e5"]
    page.click("label:has([value=plan])")
    page.wait_for_selector("#board.plan .field.occupied")
    page.close()


def test_the_rules_have_a_column_beside_the_board_where_there_is_room(chromium, program):
    page = chromium.new_page(viewport={"width": 1600, "height": 900})
    player = Player(page, program.address)
    player.choose("step")
    page.click("#open-rules")
    left = page.locator("#rules").bounding_box()["x"]
    assert page.locator(".beside").bounding_box()["x"] + page.locator(".beside").bounding_box()["width"] <= left
    x, y = middle(page, "[data-name=a1] .touch")
    page.mouse.click(x, y)
    page.wait_for_selector("body[data-hand=full]")
    player.open_dialog("tor")
    page.click("#new-game [data-close]")
    assert page.locator("#rules").is_visible() and not page.locator("#new-game").is_visible()
    page.click("#rules [data-close]")
    assert not page.locator("#rules").is_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click("#open-rules")
    assert page.locator("#rules:modal").count() == 1, "over the board where there is none"
    page.close()


def test_german_and_back_and_the_rules(chromium, program):
    page = chromium.new_page(locale="de-DE")
    player = Player(page, program.address)
    player.choose("step")
    player.await_headline("Blau ist am Zug")
    assert page.inner_text("#turn span") == "Hebe eine Kugel an, wo es leuchtet, und ziehe auf ein leuchtendes Feld."
    assert page.get_attribute("html", "lang") == "de"
    page.click("#speak:has-text('Anzeige auf Deutsch')")
    page.wait_for_selector("#display:has-text('Blau: zieht Kugel')")
    page.wait_for_selector("#speak", state="detached")
    assert page.inner_text("#turn span") == "Hebe eine Kugel an, wo es leuchtet, und ziehe auf ein leuchtendes Feld."
    page.click("#open-rules")
    assert "STEP BY STEP" in page.inner_text("#rules-text h1")
    assert "players=2" in page.get_attribute("#rules-text .start img", "src")
    assert pictures_missing(page) == []
    page.click("#rules [data-close]")
    page.click("#language")
    page.wait_for_function("document.querySelector('#turn strong')?.innerText === 'Blue to move'")
    page.wait_for_selector("#turn span:has-text('Lift a ball')")
    player.unfold("device")
    page.wait_for_selector("#speak:has-text('Display in English')")
    page.click("#open-settings")
    page.select_option("#board-language", "en")
    page.wait_for_selector("#display:has-text('Blue: move ball')")
    page.close()


def test_towers_from_the_side_by_mouse_keyboard_and_touch(chromium, program):
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
    page = context.new_page()
    player = Player(page, program.address)
    player.choose("step")
    page.click(".views label:has-text('From the side')")
    page.wait_for_selector("#board.isometric")
    assert page.text_content("[data-name=d4] .height") == "5"
    page.click("[data-name=a1] use[href$='O0']")
    player.await_role("e5", "g")
    e5 = page.get_attribute("[data-name=e5]", "data-field")
    page.click(f"#above{e5} .mark")  # the tower in the middle hides the field, not its mark
    player.await_words("a1-e5")
    player.await_role("e4", "b")
    page.click("#take-B")
    page.focus("[data-name=e5]")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.name") == "e4"
    page.keyboard.press("Enter")
    player.await_words("a1-e5", "+e4")
    player = Player(page, program.address)
    page.wait_for_selector("#board.isometric [data-name=e4].occupied")
    player.await_role("g7", "1")
    page.tap("[data-name=g7] use[href$='O1']")
    player.await_role("g6", "g")
    page.touchscreen.tap(*middle(page, "[data-name=g6] .touch"))
    player.await_words("a1-e5", "+e4", "g7-g6")
    page.click(".views label:has-text('From above')")
    page.wait_for_selector("#board.plan [data-name=g6].occupied")
    context.close()


def test_on_a_phone_by_touch(chromium, program):
    context = chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    player = Player(page, program.address)
    player.choose("step")
    player.await_role("a1", "0")
    page.touchscreen.tap(*middle(page, "[data-name=a1] .touch"))
    player.await_role("b1", "g")
    page.touchscreen.tap(*middle(page, "[data-name=b1] .touch"))
    player.await_words("a1-b1")
    page.wait_for_selector("#announcement:has-text('Blue: blue ball from a1 to b1')", state="attached")
    assert page.get_attribute("#announcement", "aria-live") == "polite"
    page.click("#language")
    page.wait_for_selector("#open-new-game:has-text('Neues Spiel')")
    # A page that is too wide becomes small on a phone, and its dialogs lie beside what one sees.
    widths = {"": page.evaluate("innerWidth")}
    for address in ("games", "games/statistics", "boards", "doctor"):
        page.goto(program.address + address)
        page.wait_for_selector(".bar")
        widths[address] = page.evaluate("innerWidth")
    assert set(widths.values()) == {360}, widths
    context.close()


def test_fits_narrow_and_wide_in_light_and_dark(player):
    page = player.page
    player.choose("step", players=4)
    page.click("#open-new-game")
    assert page.is_checked("[name=game][value=step]") and page.is_checked("[name='step.players'][value='4']")
    page.click(".card:has([value=seven])")
    assert (
        page.evaluate("(dialog => dialog.scrollHeight - dialog.clientHeight)(document.querySelector('#new-game'))") <= 0
    )
    page.click("#new-game [data-close]")
    player.touch("a1")
    player.await_role("d1", "g")
    for view in ("plan", "isometric"):
        page.locator(f"[name=board-view][value={view}]").dispatch_event("click")
        page.wait_for_selector(f"#board.{view} [data-name=g7].occupied")
        for width, height in ((360, 740), (820, 1180), (900, 700), (1024, 768), (1280, 800), (2560, 1440)):
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark") if width in (360, 1280) else ("dark",):
                page.emulate_media(color_scheme=scheme)
                take_picture(page, f"{view}-{width}-{scheme}")
                assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (width, scheme)
                seen = page.locator("#board").bounding_box()
                assert seen["width"] > min(width * 0.8, height * 0.7)
                beside = page.locator("#turn").bounding_box()
                assert beside["x"] >= seen["x"] + seen["width"] or beside["y"] + beside["height"] <= seen["y"]
                ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
                assert (max(int(part) for part in ground[4:-1].split(",")) < 64) == (scheme == "dark")


def test_ten_browsers_show_the_same_and_a_sleeper_catches_up(chromium, player, program):
    player.choose("step")
    contexts = [chromium.new_context() for _ in range(9)]  # one browser has six connections for a server
    pages = [each.new_page() for each in contexts]
    for page in pages:
        page.goto(program.address, wait_until="commit")
    others = [Player(page) for page in pages]
    sleeper = others[0]
    tab = sleeper.page.context.new_cdp_session(sleeper.page)
    tab.send("Page.setWebLifecycleState", {"state": "frozen"})
    player.touch("a1")
    for other in others[1:]:
        other.await_role("d1", "g")
        other.page.wait_for_selector("#hand-text:has-text('In the hand')")  # lamps and words come one after the other
    player.touch("d1")
    player.await_words("a1-d1")
    tab.send("Page.setWebLifecycleState", {"state": "active"})
    for other in others:
        other.await_words("a1-d1")
    for each in contexts:
        each.close()


def test_nothing_leaves_the_machine(chromium, program):
    page = chromium.new_page()
    hosts = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname))
    Player(page, program.address)
    page.close()
    assert hosts - {None} == {"127.0.0.1"}
    assert program.listens_on() == {"0100007F"}


def lay(page, game, option, letters):
    """Open what a game's dialog has besides, and lay pieces field by field."""
    page.click("#open-new-game")
    page.click(f".card:has([value={game}])")
    page.click(".advanced > summary")
    mix = f".mix:has([name='{game}.{option}'])"
    page.click(f"{mix} summary")
    page.wait_for_selector(f"{mix} .mix-colours button:visible")
    for letter in (letters[-1], "", *letters):
        page.click(f"{mix} button[data-letter='{letter}']")
    left = page.locator(f"{mix} button[data-letter]:not([data-letter='']):enabled")
    assert left.count() == 0, "as many of each as there are"


def test_a_start_pattern_is_laid_by_clicks(player):
    page = player.page
    player.choose("wetteifern")
    lay(page, "sprung", "pattern", "TTTSSSSSS")
    take_picture(page, "pattern")
    page.click("#new-game [type=submit]")
    page.wait_for_selector("#new-game", state="hidden")
    page.wait_for_function("JSON.parse(document.body.dataset.played || '{}').options?.pattern === 'TTTSSSSSS'")


def test_who_depends_on_whom_is_chosen(player):
    page = player.page
    player.choose("wetteifern")
    page.click("#open-new-game")
    page.click(".card:has([value=cubes])")
    page.click(".advanced > summary")
    assert page.locator(".of-seat:visible").count() == 2
    for place in range(2):
        page.select_option(f"[name='cubes.depends.{place}']", str(1 - place))
    page.click("#new-game [type=submit]")
    page.wait_for_selector("#new-game", state="hidden")
    page.wait_for_function("JSON.parse(document.body.dataset.played || '{}').options?.depends?.join() === '1,0'")


def test_a_mix_that_hands_have_laid_out_is_told_by_clicks(player):
    page = player.page
    player.choose("wetteifern")
    letters = "YGRB" * 9
    lay(page, "wetteifern", "mix", letters)
    take_picture(page, "mix")
    page.click("#new-game [type=submit]")
    page.wait_for_selector("#new-game", state="hidden")
    page.wait_for_selector("#board [data-name=d9].occupied")
    assert page.evaluate("JSON.parse(document.body.dataset.played || '{}').options?.mix") == letters


LIT = ".field:is([data-role='0'], [data-role=l], [data-role=g], [data-role=b])"
SHINING = """() => [...document.querySelectorAll("LIT")].map(
    (field) => {
        const { east, south, role } = field.dataset;
        const [left, top, width] = document.querySelector("div.board").dataset.box.split(" ").map(Number);
        const seen = [...document.querySelectorAll("div.board canvas")].map((canvas) => {
            const unit = canvas.width / width;
            const corner = [east - left - 50, south - top - 50].map((each) => Math.round(each * unit));
            const side = Math.round(100 * unit);
            const data = canvas.getContext("2d").getImageData(...corner, side, side).data;
            const solid = [];
            for (let at = 0; at < data.length; at += 4) {
                if (data[at + 3] > 250) solid.push([...data.slice(at, at + 3)]);
            }
            return solid;
        });
        const parts = [`#pad${field.dataset.field} .pad`, ".block0", ".plate"];
        const fills = parts.flatMap((each) => [...document.querySelectorAll(each)])
            .map((part) => getComputedStyle(part).fill);
        const ground = fills.find((fill) => !fill.endsWith(", 0)"));
        const colours = [...new Map(seen.flat().map((each) => [each.join(), each])).values()];
        return { role, name: field.dataset.name, colours, rings: seen[0].length, ground };
    })""".replace("LIT", LIT)


def test_what_may_be_lifted_has_a_ring_and_where_it_goes_a_dot_both_to_be_seen_on_any_ground(player):
    page = player.page
    for name in ("step", "wetteifern", "weltreich", "blockade", "seven", "tor", "cubes"):
        player.choose(name)
        page.wait_for_selector(LIT)
        page.mouse.move(2, 2)
        page.wait_for_function(f"({SHINING})().every((each) => each.colours.length)")
        for each in page.evaluate(SHINING):
            parts = [float(part) for part in re.findall(r"[\d.]+", each["ground"])[:3]]
            ground = [part * (255 if each["ground"].startswith("color") else 1) for part in parts]
            assert max(contrast(colour, ground) for colour in each["colours"]) >= 3, (name, each["name"], ground)
            assert (each["rings"] > 0) == (each["role"] in "0l"), (name, each["name"])
    page.mouse.move(*middle(page, ".field[data-role=g] .touch"))
    page.wait_for_function(f"({SHINING})().filter(({{ role, rings }}) => role === 'g' && rings).length === 1")
