"""The rules for people: every language, pictures that fit their words, examples that the rules of the game agree to."""

import re
from html.parser import HTMLParser

import pytest
from treppe import games, surfaces
from treppe.games import catalogue
from treppe.games.host import examples, facts
from treppe.games.options import option_text
from treppe_host.records.fields import Markings
from treppe_host.web import texts
from treppe_host.web.board import new_game_form
from treppe_host.web.drawing import rules_pictures
from treppe_host.web.drawing.ground import draw_ground
from treppe_host.web.drawing.projections import PLAN
from treppe_host.web.rules import reading

NUMBERS = {"en": ("one", "two", "three", "four"), "de": ("einen", "zwei", "drei", "vier")}
TEAMS = {"en": "teams", "de": "Gruppen"}
PICTURE = re.compile(r"!\[([^]]*)\]\(([a-z0-9_-]+)\.svg\)")
ALL = [(name, language) for name in catalogue.names() for language in texts.LANGUAGES]
EXAMPLES = [(name, key) for name in catalogue.names() for key in examples.of(name)]


class Outline(HTMLParser):
    """The headings and pictures of a page."""

    def __init__(self, page: str):
        super().__init__()
        self.levels: list[int] = []
        self.pictures: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a heading or a picture."""
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag == "img":
            found = dict(attrs)
            self.pictures.append((found["src"] or "", found["alt"] or ""))


def page_text(name: str, language: str) -> str:
    path = reading.page_of(name, language)
    assert path, f"{name} has no rules in {language}"
    return path.read_text("utf-8")


@pytest.mark.parametrize(("name", "key"), EXAMPLES)
def test_the_rules_of_the_game_agree_to_an_example(name: str, key: str) -> None:
    example = examples.of(name)[key]
    state = example.state(name)
    legal = state.legal_actions()
    for arrow in example.arrows:
        if arrow.kind == examples.PLAYED:
            assert arrow.word in example.played.split()[-2:], arrow
            continue
        action = state.parse(arrow.word)
        assert action >= 0, f"{arrow} is no word of the game"
        assert (action in legal) == (arrow.kind == examples.LEGAL), arrow


@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_has_an_example_of_each_kind(name: str) -> None:
    kinds = {arrow.kind for example in examples.of(name).values() for arrow in example.arrows}
    assert {examples.LEGAL, examples.ILLEGAL} <= kinds


@pytest.mark.parametrize("name", catalogue.names())
def test_a_start_shows_the_pieces_of_as_many_players_as_its_file_says(name: str) -> None:
    drawn = rules_pictures.pictures(name)
    for ending, options in rules_pictures.starts_of(name).items():
        state = games.start(name, options)
        standing = [code for field in range(len(state.image())) for code in state.pieces(field)]
        codes = [code for code in (*standing, *facts.of(name).supply(state)) if code[0] not in "BWD"]
        colours = {code[2 if code[0] == "N" else 1] for code in codes}
        assert set(re.findall(r'"(?:figurine|ball) player(\d)', drawn[f"start{ending}.svg"])) == colours
        if options and state.players > 1:
            assert len(colours) == options["players"] == int(ending[1])


def test_what_somebody_wants_to_reach_is_marked() -> None:
    for name in catalogue.names():
        state = games.start(name)
        drawn = rules_pictures.start_picture(name, {})
        about = facts.of(name)
        assert drawn.count('class="star"') == len(about.goals(state))
        assert len(re.findall(r'class="pad home', drawn)) == len(about.homes(state))


def test_what_waits_beside_the_board_is_drawn_with_its_number() -> None:
    for name in catalogue.names():
        supply = facts.of(name).supply(games.start(name))
        drawn = rules_pictures.start_picture(name, {})
        assert re.findall(r">×(\d+)<", drawn) == [str(count) for count in supply.values()]


@pytest.mark.parametrize(("name", "language"), ALL)
def test_rules_of_a_game_with_teams_tell_in_which_order_the_players_follow(name: str, language: str) -> None:
    if "teams" not in [option for option, _, _ in games.load(name).OPTIONS]:
        return
    state = games.start(name, players=4, teams=True)
    followed = [state.current_player()]
    while len(followed) < 4:
        state.apply_action(next(action for action in state.legal_actions() if state.word(action) != "."))
        while state.current_player() == followed[-1]:
            state.apply_action(state.STOP)
        followed.append(state.current_player())
    colours = texts.load(language).PLAYERS
    line = next(line for line in page_text(name, language).splitlines() if ", ".join(colours[:4]) in line)
    assert followed == [0, 1, 2, 3] and TEAMS[language] in line


@pytest.mark.parametrize(("name", "language"), ALL)
def test_age_and_minutes_stand_on_the_page_and_in_the_dialog(name: str, language: str) -> None:
    words, about = texts.load(language), facts.of(name)
    reported = texts.for_whom(words, name)
    assert about.AGE >= 5 and 0 < about.MINUTES[0] < about.MINUTES[1]
    assert str(about.AGE) in reported and f"{about.MINUTES[0]}–{about.MINUTES[1]}" in reported
    assert f"</h1>\n<p>{reported}</p>" in reading.read_rules(name, words)
    assert f">{reported}<" in new_game_form.draw_dialog(words, True)


def test_age_and_minutes_of_an_original_are_told_as_it_tells_them() -> None:
    assert texts.for_whom(texts.load("de"), "step") == "Spieler: 2–4 · ab 10 Jahren · 15–30 Minuten"


@pytest.mark.parametrize("name", catalogue.names())
def test_the_start_of_the_game_that_is_played_is_shown_alone(name: str) -> None:
    for count in facts.player_counts(name):
        page = str(reading.read_rules(name, texts.load("en"), f"players={count}"))
        starts = [source for source, _ in Outline(page).pictures if "/start" in source]
        assert len(starts) == 1 and f"players={count}" in starts[0]


def test_rules_without_a_language_are_read_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    german = texts.load("de")
    name = catalogue.names()[0]
    english = reading.page_of(name, "en")
    monkeypatch.setattr(reading, "page_of", lambda _, language: english if language == "en" else None)
    reading.read_rules.cache_clear()
    page = str(reading.read_rules(name, german))
    reading.read_rules.cache_clear()
    assert german.RULES_NOTE in page and 'lang="en"' in page
    assert reading.read_rules("", german) == ""


@pytest.mark.parametrize(("name", "language"), ALL)
def test_the_words_beside_a_picture_fit_it(name: str, language: str) -> None:
    drawn = rules_pictures.pictures(name)
    shown = {file: alt for alt, file in PICTURE.findall(page_text(name, language))}
    assert {f"{file}.svg" for file in shown if not file.startswith("material")} == set(drawn)
    assert ("material" if language == "en" else f"material_{language}") in shown
    counts = facts.player_counts(name)
    for ending, options in rules_pictures.starts_of(name).items():
        alt = shown[f"start{ending}"]
        said = {count for count, word in enumerate(NUMBERS[language], 1) if f" {word} " in f"{alt.partition(':')[0]} "}
        expected = {options["players"]} if options else {*counts} if len(counts) == 1 else set()
        assert said - ({2} if "teams" in options else set()) == expected, alt
        assert (TEAMS[language] in alt) == ("teams" in options), alt


@pytest.mark.parametrize(("name", "language"), ALL)
def test_no_words_of_options_files_or_the_log_are_in_the_rules(name: str, language: str) -> None:
    text = PICTURE.sub("", page_text(name, language))
    assert "`" not in text and not re.findall(r"\w+=\w+|\.py|\.toml|\.md|https?:", text)
    assert "_" not in text
    assert not re.findall(r"(?<![\w])(?:[+!$?][a-l0-9]\w*|\w\d+-\w?\d+|\w\d+x\w\d+|\w\d+-off)", text)


@pytest.mark.parametrize(("name", "language"), ALL)
def test_headings_are_in_order_and_pictures_have_words(name: str, language: str) -> None:
    words = texts.load(language)
    for options in rules_pictures.starts_of(name).values():
        page = str(reading.read_rules(name, words, reading.written(options), with_choice=True))
        outline = Outline(page)
        assert outline.levels[0] == 1 and outline.levels.count(1) == 1
        assert all(after - before <= 1 for before, after in zip(outline.levels, outline.levels[1:], strict=False))
        assert all(source.startswith(f"/rules/{name}/") and alt for source, alt in outline.pictures)
        assert f'<article class="rules" lang="{language}">' in page
        assert not re.findall(r"^[#|]|\*\*|\]\(", re.sub("<[^>]*>", "\n", page), re.M), "all of the Markdown is read"


def test_both_languages_of_a_game_have_the_same_parts() -> None:
    for name in catalogue.names():
        parts = []
        for language in texts.LANGUAGES:
            text = page_text(name, language)
            marks = re.findall(r"^(#+|- |\d\. |\||!\[)", text, re.M)
            parts.append((marks, [file for _, file in PICTURE.findall(text) if not file.startswith("material")]))
        assert parts.count(parts[0]) == len(parts), name


@pytest.mark.parametrize("name", catalogue.names())
def test_a_solution_that_is_told_ends_the_game(name: str) -> None:
    reported = []
    for language in texts.LANGUAGES:
        text = page_text(name, language)
        folded = re.search("<details>(.*?)</details>", text, re.S)
        reported.append(re.findall(r"<li>(\w+) → (\w+)</li>", folded[1] if folded else ""))
        assert len(reported[-1]) == text.count("→"), "it is folded"
    assert reported.count(reported[0]) == len(reported)
    if reported[0]:
        assert len(reported[0]) == 23
        state = games.start(name)
        for start, end in reported[0]:
            state.apply_action(state.action(f"{start}-{end}"))
        assert state.scores == (1,) and state.winners == (0,)


def test_a_number_of_players_that_a_game_does_not_have_is_its_smallest() -> None:
    for name in catalogue.names():
        counts = facts.player_counts(name)
        for asked in ("7", "x", ""):
            assert reading.options_in(name, {"players": asked, "more": "1"})["players"] == counts[0]
        assert reading.options_in(name, {"players": str(counts[-1])})["players"] == counts[-1]


@pytest.mark.parametrize("name", catalogue.names())
def test_every_start_that_an_address_can_name_is_drawn(name: str) -> None:
    for option, allowed, _ in games.load(name).OPTIONS:
        for value in allowed if isinstance(allowed, tuple) else ("5",):
            options = reading.options_in(name, {option: option_text(value)})
            assert "</svg>" in rules_pictures.start_picture(name, options)


def test_only_the_board_of_twelve_columns_has_blocks_with_centres() -> None:
    for name in surfaces.NAMES:
        surface = surfaces.load(name)
        ground = draw_ground(surface, tuple(surface.NAMES), Markings(), PLAN)
        assert len(re.findall(r'class="block\d"', ground)) == ground.count('class="inlay"') == 16 * (name == "reed12")
