"""A whole game of each kind, played on the page by clicking, to its end; the simulated board's time passes quickly."""

from pathlib import Path

import pytest
from page_driver import Player, Program
from treppe import games, surfaces
from treppe.games.options import parse_option
from treppe_host.store import Store
from treppe_sim.hands import repairs, script
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.world import World

SPEED = "5"
SHORT_GAMES = Path(__file__).parents[1] / "data" / "short_games.txt"

# Does what hands do for one action, as clicks, looking at the lights after each lift; answers when the list of actions
# is as long as it should be. What the board proposes is confirmed if it is what was meant.
PLAY = """([steps, words]) => {
    const wait = (is_there, ms) => new Promise((resolve) => {
        const end = performance.now() + ms;
        const look = () => is_there() ? resolve(true) : performance.now() > end ? resolve(false) : setTimeout(look, 4);
        look();
    });
    const click = (part) => part?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const find = (selector) => document.querySelector(selector);
    const played = () => [...document.querySelectorAll("#moves code")].map((code) => code.textContent).join(" ");
    const isPlayed = () => played() === words;
    const act = {
        field: async (field, target) => {
            click(find(`#field${field} .touch`));
            if (target !== null) await wait(() => "gbxpr".includes(find(`#field${target}`).dataset.role), 300);
        },
        take: async (code) => {
            await wait(() => find(`#take-${code}`)?.disabled === false, 20000);
            click(find(`#take-${code}`));
        },
        give: async () => {
            await wait(() => document.body.dataset.hand === "full", 20000);
            click(find("#give"));
        },
        turn: async () => {
            await wait(() => find("#turn-over"), 20000);
            click(find("#turn-over"));
        },
        choose: async (word) => {
            await wait(() => find(`#choices [data-choose="${word}"]`), 20000);
            click(find(`#choices [data-choose="${word}"]`));
        },
        end: async () => {
            for (const type of ["pointerdown", "pointerup"]) {
                find("#key-END").dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0 }));
            }
        },
    };
    return (async () => {
        for (const [name, ...what] of steps) await act[name](...what);
        const last = words.split(" ").pop();
        const end = performance.now() + 60000;
        while (!isPlayed() && performance.now() < end) {
            if (await wait(isPlayed, 150)) break;
            const proposed = find("#choice-ok");
            if (proposed?.textContent.endsWith(` ${last}`)) click(proposed);
            else if (find("#choice-next")) click(find("#choice-next"));
        }
        return isPlayed() || [played(), find("#display").innerText, find("#notice").innerText].join("; ");
    })();
}"""


def short_games():
    """Return (game, options, words) of each line of the file."""
    found = []
    for line in SHORT_GAMES.read_text().splitlines():
        head, words = line.split(": ")
        name, *options = head.split()
        game = games.load(name)
        found.append((name, dict(parse_option(game, option) for option in options), words.split()))
    return found


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    program = Program(tmp_path_factory.mktemp("program"), 8380, "--speed", SPEED)
    yield program
    assert program.stop() == 0


def steps_of(state, action, world):
    """Return the clicks of an action, and let the world have it, too."""
    movements = script(state, action)
    if not movements:
        return [("end",)] if state.word(action) == "." else [("choose", state.word(action))]
    return clicks_of(movements, world)


def clicks_of(movements, world):
    """Return the clicks that movements are; after a lift with the field whose light is awaited."""
    clicks = []
    for place, movement in enumerate(movements):
        if movement.act == "lift":
            world.lift(movement.field)
            target = next((later.field for later in movements[place:] if later.act == "put"), None)
            clicks.append(("field", movement.field, target))
        elif movement.act == "put":
            world.put(movement.field)
            clicks.append(("field", movement.field, None))
        elif movement.act == "take":
            world.take(movement.code)
            clicks.append(("take", movement.code))
        else:
            getattr(world, movement.act)()
            clicks.append((movement.act,))
    return clicks


@pytest.mark.parametrize(
    ("name", "options", "words"), short_games(), ids=lambda value: value if type(value) is str else ""
)
def test_a_whole_game_by_clicking(chromium, program, name, options, words):
    state = games.start(name, **options)
    world = World(surfaces.load(state.surface))
    world.arrange(start_stacks(state), start_supply(state))
    page = chromium.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    player = Player(page, program.address)
    player.choose(name, **options)
    steps = []
    for number, word in enumerate(words, 1):
        action = state.action(word)
        steps += steps_of(state, action, world)
        state.apply_action(action)
        assert page.evaluate(PLAY, [steps, " ".join(words[:number])]) is True, word
        steps = clicks_of(repairs(state, world), world)
    page.wait_for_selector("body[data-over=yes]")
    assert state.is_terminal()
    winners = " and ".join(("Blue", "Red", "Yellow", "Green")[player] for player in state.winners)
    assert player.headline() == (f"{winners} wins" if winners else "A draw")
    page.close()
    store = Store(f"sqlite:///{program.folder / 'games.db'}")
    record = store.games()[0]
    assert (record.game, record.reason, record.winners) == (name, state.reason, list(state.winners))
    assert store.record_words(record.number) == words
    store.close()


def test_no_game_is_left_out():
    assert {name for name, _, _ in short_games()} == set(games.NAMES)
