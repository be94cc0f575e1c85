"""Actions of a game as clicks on the page."""

from pathlib import Path

from treppe import games
from treppe.alphabet.image import BEYOND
from treppe.games.options import parse_option
from treppe_sim.hands import script

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
            if ((" " + proposed?.dataset.choose).endsWith(` ${last}`)) click(proposed);
            else if (find("#choice-next")) click(find("#choice-next"));
        }
        return isPlayed() || [played(), find("#display").innerText, find("#notice").innerText].join("; ");
    })();
}"""


def short_games():
    """Return (game, options, words) of each line of `tests/data/short_games.txt`."""
    found = []
    for line in SHORT_GAMES.read_text().splitlines():
        head, words = line.split(": ")
        name, *options = head.split()
        game = games.load(name)
        found.append((name, dict(parse_option(game, option) for option in options), words.split()))
    return found


def steps_of(state, action, world):
    """Return the clicks of an action, and let the world have it, too."""
    movements = script(state, action)
    if not movements:
        return [("end",)] if state.word(action) == "." else [("choose", state.word(action))]
    return clicks_of(movements, world)


def table_clicks(state, action):
    """Return the clicks of an action with ideal hands: its ends, for the table does the rest."""
    [first], [last] = state.endpoints([action])
    if first == last == BEYOND:
        return [("end",) if state.word(action) == "." else ("choose", state.word(action))]
    if first == BEYOND:
        after = state.clone()
        after.apply_action(action)
        return [("take", after.pieces(last)[-1]), ("field", last, None)]
    if last == BEYOND:
        return [("field", first, None)]
    return [("field", first, last), ("field", last, None)]


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
