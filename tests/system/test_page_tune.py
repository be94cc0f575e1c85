"""The pages of the sensors and of the doctor in a real browser."""

import json

import pytest
from page_driver import LEAVE_AND_COME_BACK, Player, Program, take_picture

pytestmark = [pytest.mark.long, pytest.mark.first]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tune")
    (folder / "boards").mkdir()
    (folder / "boards" / "surface.txt").write_text("square7\n")
    program = Program(folder, 8340)
    yield program
    program.stop()


@pytest.fixture
def page(chromium, program):
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    assert complaints == []


def open_tune(page, program):
    page.goto(program.address + "tune")
    page.wait_for_selector(".tile.chosen")
    page.wait_for_function("document.querySelector('#tile24 .small')?.textContent.endsWith(' g')")
    page.wait_for_function("parseInt(document.querySelector('#link')?.textContent) > 0")


def await_text(page, element, start):
    page.wait_for_function(
        "([id, start]) => document.getElementById(id)?.textContent.startsWith(start)", arg=[element, start]
    )


def set_slider(page, name, value):
    page.eval_on_selector(
        f"#{name}", "(e, value) => { e.value = value; e.dispatchEvent(new Event('change', { bubbles: true })); }", value
    )


def text(page, field, part):
    return page.text_content(f".tile[data-name='{field}'] .{part}")


def test_a_check_is_led_by_a_picture_and_its_result_stays(page, chromium, program):
    open_tune(page, program)
    page.click("#begin-check")
    page.wait_for_function("document.querySelectorAll('.tile[data-role=p]').length === 49")
    assert text(page, "c4", "large") == "↓"
    page.wait_for_function("document.querySelector('.far span')?.textContent === '0 / 49'")
    assert "Put the tower of 7 on each lit field: 49 left" in page.inner_text(".said")
    assert page.is_disabled("#begin-calibration")
    take_picture(page, "check")
    board = chromium.new_page()
    player = Player(board, program.address)
    for _ in range(7):
        board.locator("#take-D0").dispatch_event("click")
        player.touch("c4")
    await_text(page, "checked", "Checked: 1 of 49 fields")
    for _ in range(7):
        player.touch("c4")
        board.wait_for_selector("body[data-hand=full]")  # a button that is just being replaced hears no click
        board.locator("#give").dispatch_event("click")
        board.wait_for_selector("body:not([data-hand=full])")
    board.close()
    page.click("#task-END")
    page.click("#task-END")
    page.wait_for_selector(".said:has-text('Nothing is kept')")
    page.click("#task-OK")
    page.wait_for_selector("#task:empty", state="attached")
    assert page.inner_text("#checked").startswith("Checked: 1 of 49"), "what it found stays"


def test_a_calibration_is_led_from_put_to_put(page, chromium, program):
    open_tune(page, program)
    board = chromium.new_page()
    player = Player(board, program.address)
    page.click("#begin-calibration")
    page.wait_for_selector(".said:has-text('Put a tower of 7 pieces on the lit field')")
    assert page.inner_text(".far span") == "0 / 67"
    page.wait_for_selector("#begin-check:disabled")
    page.wait_for_function("document.querySelectorAll('.tile[data-role=p]').length === 1")
    field = page.get_attribute(".tile[data-role=p]", "data-name")
    for _ in range(7):
        board.locator("#take-D0").dispatch_event("click")
        player.touch(field)
    page.wait_for_selector(".said:has-text('Take one piece off the tower: 7 left')")
    page.wait_for_selector(f".tile[data-role=r][data-name={field}]")
    player.touch(field)
    page.wait_for_selector(".said:has-text('Take one piece off the tower: 6 left')")
    take_picture(page, "calibration")
    page.click("#task-END")
    page.wait_for_selector("#task:empty", state="attached")
    board.close()


def test_a_calibration_comes_onto_the_board_from_a_file(page, program, tmp_path):
    open_tune(page, program)
    content = json.loads(page.request.get(program.address + "tune/simulated/calibration.json").text())
    assert content["serial"] == 1
    content["fields"]["c4"][0] += 1
    (tmp_path / "good.json").write_text(json.dumps(content))
    page.set_input_files("#load-calibration", tmp_path / "good.json")
    page.wait_for_function(
        "document.querySelector('#notice')?.textContent.includes('the calibration of good.json now')"
    )
    page.wait_for_function("document.querySelector('#calibration')?.textContent.startsWith('Number 2')")
    now = json.loads(page.request.get(program.address + "tune/simulated/calibration.json").text())
    assert now["serial"] == 2 and now["fields"] == content["fields"]
    page.wait_for_function("document.querySelectorAll('#compare option').length === 3")
    options = page.locator("#compare option").all_text_contents()
    assert options[0] == "nothing" and options[1].startswith("the one of 20")


def test_what_the_sensors_see_is_shown_live(page, chromium, program):
    game = chromium.new_page()
    player = Player(game, program.address)
    player.choose("step", bricks=3)
    open_tune(page, program)
    page.wait_for_function("document.querySelector('.tile[data-name=a1] .large')?.textContent === '●'")
    assert text(page, "b1", "large") == "0" and text(page, "a1", "small").startswith("1")
    for field in ("b1", "d1", "a1"):
        page.locator(f".tile[data-name={field}] .ground").dispatch_event("click")
    page.wait_for_selector(".tile[data-name=a1].chosen")
    assert page.locator(".tile.chosen").count() == 3
    page.wait_for_function("document.querySelector('#crosstalk')?.textContent.includes('Change a1 alone')")
    player.touch("a1")
    await_text(page, "crosstalk", "Moves along when a1")
    player.touch("d1")
    page.wait_for_function("document.querySelector('.tile[data-name=d1] .large')?.textContent === '●'")
    rows = page.locator("#closer tbody tr").all_text_contents()
    assert [row[:2] for row in rows] == ["b1", "d1", "a1"]
    drawn = "id => new Set(document.getElementById(id).getContext('2d').getImageData(0, 0, 500, 90).data).size > 8"
    assert page.evaluate(drawn, "trace") and page.evaluate(drawn, "histogram")
    page.check("#views [value=crosstalk]", force=True)
    page.wait_for_function("document.querySelector('.tile[data-name=e1] .small')?.textContent.endsWith(' %')")
    game.close()


def test_settings_act_at_once_and_stay_only_on_demand(page, program):
    open_tune(page, program)
    page.wait_for_function("document.querySelector('#value_cell_touch_cg')?.textContent === '4.0 g'")
    assert page.is_disabled("#keep")
    set_slider(page, "cell_touch_cg", "300")
    page.wait_for_function("document.querySelector('#value_cell_touch_cg')?.textContent === '3.0 g'")
    page.wait_for_selector("#effect td:nth-child(3)")
    assert page.locator("#effect thead th").all_text_contents()[1:] == ["as kept", "as set now"]
    page.click("#as-kept")
    page.wait_for_function("document.querySelector('#value_cell_touch_cg')?.textContent === '4.0 g'")
    set_slider(page, "cell_sure_percent", "50")
    page.wait_for_selector("#keep:enabled")
    page.click("#keep")
    page.wait_for_selector("#keep:disabled")
    assert page.text_content("#value_cell_sure_percent") == "50 %"
    page.uncheck("#cell_automatic")
    page.wait_for_selector("#keep:enabled")
    page.click("#as-delivered")
    page.wait_for_selector("#cell_automatic:checked")
    page.wait_for_function("document.querySelector('#value_cell_sure_percent')?.textContent === '60 %'")


def test_the_page_says_at_a_glance_how_sure_the_board_is_and_looks_for_better_settings(page, program):
    open_tune(page, program)
    page.wait_for_selector(".verdict.good:has-text('Sure: all 49 fields known')")
    page.click(".glance summary")
    page.wait_for_selector(".glance p:has-text('Nothing has been learned from games since this calibration.')")
    page.click("#find-curve")
    nothing = "#curve:has-text('Nothing is stored yet: play some actions first.')"
    little = "#curve:has-text('Too few actions for a suggestion: 1 instead of 100')"
    page.wait_for_selector(f"{nothing}, {little}")  # the action of the test above, if it has run


def test_calibrations_are_saved_loaded_compared_and_bad_ones_refused(page, program, tmp_path):
    open_tune(page, program)
    with page.expect_download() as download:
        page.click("#save-json")
    good = json.loads(download.value.path().read_text())
    number = page.text_content("#calibration")
    assert good["surface"] == "square7" and number == f"Number {good['serial']}, springs of steel."
    shifted = json.loads(json.dumps(good))
    shifted["fields"]["c4"] = [code + 30 for code in shifted["fields"]["c4"]]
    (tmp_path / "shifted.json").write_text(json.dumps(shifted))
    page.set_input_files("#compare-file", tmp_path / "shifted.json")
    page.wait_for_function("document.querySelector('#comparison')?.textContent.includes('1 of 49 fields')")
    page.wait_for_function("document.querySelector('.tile[data-name=c4] .small')?.textContent.startsWith('-')")
    for name, content, reason in (
        ("half.json", json.dumps(good)[:900], "half.json: this is no calibration"),
        (
            "other.json",
            json.dumps({**good, "surface": "hex49"}),
            "calibration of the surface hex49; this one is square7",
        ),
    ):
        (tmp_path / name).write_text(content)
        page.set_input_files("#load-calibration", tmp_path / name)
        page.wait_for_function("words => document.querySelector('#notice')?.textContent.includes(words)", arg=reason)
    assert page.text_content("#calibration") == number


def test_a_recording_is_saved_and_shown_again(page, program):
    open_tune(page, program)
    page.click("#record")
    page.wait_for_function("parseInt(document.querySelector('#recorded')?.textContent) > 30")
    page.click("#record")
    page.wait_for_selector("#save-recording:visible")
    with page.expect_download() as download:
        page.click("#save-recording")
    recording = download.value.path()
    lines = recording.read_text().splitlines()
    assert '"surface": "square7"' in lines[0] and len(lines) > 20
    await_replay(page, recording)


def await_replay(page, recording):
    """Look at the recording with other settings, then at the board again: that has kept its own."""
    kept = page.text_content("#value_cell_touch_cg")
    page.set_input_files("#load-recording", {"name": "bad.frames", "mimeType": "text/plain", "buffer": b"{}"})
    await_text(page, "notice", "bad.frames, line 1: this is no recording")
    page.set_input_files(
        "#load-recording", {"name": "mine.frames", "mimeType": "text/plain", "buffer": recording.read_bytes()}
    )
    await_text(page, "replaying", "This is the recording mine.frames, not the board.")
    page.wait_for_selector("#effect td:nth-child(2)")
    page.evaluate(LEAVE_AND_COME_BACK)
    await_text(page, "replaying", "This is the recording mine.frames")  # the connection was lost for a moment, no more
    assert page.is_disabled("#record") and page.is_disabled("#begin-calibration")
    set_slider(page, "cell_touch_cg", "300")
    await_text(page, "value_cell_touch_cg", "3.0 g")
    page.wait_for_selector("#effect td:nth-child(3)")
    assert "of the recording with other settings" in page.inner_text("#effect") and page.is_disabled("#keep")
    take_picture(page, "replay")
    page.click("#live")
    page.wait_for_selector("#replaying:empty", state="attached")
    await_text(page, "value_cell_touch_cg", kept)


def test_the_doctor_tells_how_the_board_is(page, program):
    page.goto(program.address + "doctor")
    page.wait_for_selector("#findings tr")
    rows = page.locator("#findings th").all_text_contents()
    assert {"firmware good", "link good", "multiplexers good", "calibration good"} <= set(rows)
    link = page.locator("#findings tr", has_text="link").inner_text()
    assert "with a bad checksum" in link and "there and back" in link
    page.select_option("#stage", "4")
    page.wait_for_function("document.querySelectorAll('#findings tr').length === 2")
    page.select_option("#stage", "5")
    page.wait_for_function("document.querySelector('#headline')?.textContent.includes('other kind of surface')")


def test_what_is_broken_beside_the_board_is_named_by_the_doctor(page, program):
    page.goto(program.address)
    page.locator(".simulation.world summary").dispatch_event("click")
    page.select_option("#fault", "open hall", force=True)
    page.wait_for_function("document.querySelector('#broken')?.textContent === 'Hall output open'")
    take_picture(page, "broken")
    page.goto(program.address + "doctor")
    page.wait_for_selector("#findings tr.broken th:has-text('field d4')")
    page.goto(program.address)
    page.locator(".simulation.world summary").dispatch_event("click")
    page.wait_for_selector("#fault option[value='']", state="attached")
    page.select_option("#fault", "", force=True)
    page.wait_for_selector("#broken:empty", state="attached")


def test_another_surface_is_shown_while_the_page_is_open(page, chromium, tmp_path):
    program = Program(tmp_path, 8560, "--speed", "5")
    player = Player(chromium.new_page(), program.address)
    player.choose("aufstellen")
    page.goto(program.address + "tune")
    page.click("#tile143")
    page.wait_for_selector("#tile143.chosen")
    player.choose("step")
    page.wait_for_selector("#tile48")
    page.wait_for_selector("#tile24.chosen")
    page.wait_for_function("document.querySelector('#tile24 .small')?.textContent.endsWith(' g')")
    assert page.locator(".tile").count() == 49 and page.inner_text("#notice") == ""
    assert not any("Traceback" in line for line in program.lines)
    player.page.close()
    page.goto("about:blank")
    program.end()


@pytest.mark.parametrize("address", ["tune", "doctor"])
def test_narrow_and_in_german(chromium, program, address):
    page = chromium.new_page(viewport={"width": 360, "height": 740}, locale="de-DE", color_scheme="dark")
    page.goto(program.address + address)
    page.wait_for_selector(".tile.chosen, #findings tr")
    wide = "[...document.querySelectorAll('.treppe *')].filter(e => e.getBoundingClientRect().right > 361)"
    wide += ".filter(e => !e.closest('.wide')).map(e => e.outerHTML.slice(0, 80))"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, page.evaluate(wide)
    title = {"tune": "Sensoren", "doctor": "Diagnose"}[address]
    assert page.inner_text("h1") == title and page.evaluate("document.documentElement.lang") == "de"
    take_picture(page, f"{address}-narrow")
    page.close()
