"""A player who cannot see the page: he gets the names of its parts read out, and plays by the keyboard alone."""

from page_driver import OPEN_SCRIPTS, PATIENCE_MS
from treppe_host.web import texts
from treppe_host.web.texts import saying

EN = texts.load("en")

# Presses keys at the part in focus, as a person does: goes to fields by arrow keys, to buttons by their names. Answers
# when the list of actions is as long as it should be; a question is answered by whether it names what was meant.
LISTEN = """([steps, said, count, patience_ms]) => {
    const wait = (find, ms = patience_ms) => new Promise((resolve) => {
        const end = performance.now() + ms;
        const look = () => {
            const found = find();
            if (found || performance.now() > end) resolve(found);
            else setTimeout(look, 4);
        };
        look();
    });
    const press = (key) => {
        const part = document.activeElement;
        const isFree = part.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        if (isFree && key === "Enter" && part.matches("button:enabled")) part.click();
        part.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true }));
    };
    const name = (part) => part.getAttribute("aria-label") ?? part.textContent.trim();
    const button = (wanted) => [...document.querySelectorAll("button:enabled")].find(
        (part) => part.checkVisibility() && (name(part) === wanted || name(part).startsWith(wanted + ", ")),
    );
    const push = async (wanted) => {
        (await wait(() => button(wanted))).focus();
        press("Enter");
    };
    const way = (wanted) => {
        const ways = new Map([[document.activeElement, []]]);
        for (const [field, keys] of ways) {
            if (name(field).split(",")[0] === wanted) return keys;
            for (const [key, direction] of Object.entries(scripts.page_input.directions)) {
                const next = scripts.page_input.neighbour(field, direction);
                if (next && !ways.has(next)) ways.set(next, [...keys, key]);
            }
        }
    };
    const go = async (wanted, awaited) => {
        if (!document.activeElement.matches(".field")) document.querySelector(".field[tabindex='0']").focus();
        way(wanted).forEach(press);
        press("Enter");
        const target = document.querySelector(`[data-name="${awaited}"]`);
        if (target) await wait(() => name(target).match(/may go here|build here|capture|put /), 300);
    };
    const asked = () => document.querySelector("#choices .asked")?.innerText;
    const listed = () => document.querySelectorAll("#moves code").length;
    return (async () => {
        for (const [kind, wanted, awaited] of steps) await (kind === "go" ? go(wanted, awaited) : push(wanted));
        let before;
        while (await wait(() => listed() === count || (asked() && asked() !== before)), listed() !== count) {
            before = asked();
            if (!before) return document.querySelector(".beside").innerText;
            await push(before.includes(said) ? "Yes" : "No, something else");
        }
        return "";
    })();
}"""


class Listener:
    """Plays actions by what is read out: fields by arrow keys and Enter, everything else by buttons and their names."""

    def __init__(self, page):
        self._page = page
        self._words = EN

    def play(self, state, steps, action, count):
        """Do the steps of an action, the record's next one, number `count`; return what the page should say of it."""
        self._words = texts.of_game(EN, state.NAME)
        said = saying.in_words(self._words, state, action)
        pressed = [self._pressed(said, *step) for step in steps]
        self._page.evaluate(OPEN_SCRIPTS)
        trouble = self._page.evaluate(LISTEN, [pressed, said, count, PATIENCE_MS])
        assert trouble == "", f"{said}: {trouble}"
        return said

    def _pressed(self, said, kind, what="", target=None):
        if kind == "field":
            return ["go", self._name(what), None if target is None else self._name(target)]
        buttons = {"give": EN.GIVE_BACK, "turn": EN.TURN_OVER, "end": EN.MAY_END["turn"], "choose": said}
        return ["push", buttons.get(kind) or "take " + texts.piece_name(self._words, what)]

    def _name(self, field):
        return self._page.get_attribute(f"#field{field}", "data-name")
