/* What people do on the page, by pointer, finger and keys, sent to the server as it is. */
import { markOrGive } from "./hand.js";
import { unit } from "./lamps.js";
import { act, ask, makeId } from "./outlet.js";
import { askOnce, choose, open, show, turn } from "./page.js";
import { look, run, share, step, stepByKey, turnTo } from "./records.js";
import { keep } from "./sounds.js";

const byId = (id) => document.getElementById(id);

/* People click a piece and then its target, or drag it there; both are a lift and a put. */
const isAtBoard = () => document.body.dataset.board === "simulated" && !document.body.dataset.watch;
const fieldOf = (part) => part?.closest?.(".field") ?? byId("field" + part?.closest?.("[data-over]")?.dataset.over);
let origin = null;
let isDragging = false;
function beginDrag(event) {
  const field = fieldOf(event.target);
  const part = isAtBoard() && (field?.matches(".occupied") ? field : event.target.closest?.("[data-take]:enabled"));
  isDragging = false;
  origin = part && event.button === 0 && !document.body.dataset.hand ? { part, x: event.clientX, y: event.clientY } : null;
}
function drag(event) {
  if (!origin || isDragging || Math.hypot(event.clientX - origin.x, event.clientY - origin.y) < 8) return;
  isDragging = true;
  const { field, take } = origin.part.dataset;
  if (field !== undefined) act("field", Number(field));
  else act("take", take);
}
function drop(event) {
  origin = null;
  if (!isDragging) return;
  const target = document.elementFromPoint(event.clientX, event.clientY);
  const field = fieldOf(target);
  if (field) act("field", Number(field.dataset.field));
  else if (target?.closest(".hands")) act("give");
  setTimeout(() => (isDragging = false)); // ignores the click that ends it
}

/* Arrow keys go to the nearest field in their direction. */
const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
function neighbour(from, [dx, dy]) {
  const at = (group) => ({ x: Number(group.dataset.east), y: Number(group.dataset.south) });
  const start = at(from);
  let best = null;
  let least = Infinity;
  for (const group of document.querySelectorAll(".field")) {
    const x = at(group).x - start.x;
    const y = at(group).y - start.y;
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 1 && aside <= along && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = group;
    }
  }
  return best;
}

function focus(group) {
  for (const other of document.querySelectorAll('.field[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  group.setAttribute("tabindex", "0");
  group.focus();
}

/* Hold a button as long as the finger is on it: some mean another thing then. */
const pressed = new Set();
function press(name) {
  if (pressed.has(name)) return;
  pressed.add(name);
  act("press", name);
}
function release(name) {
  if (pressed.delete(name)) act("release", name);
}

/* What a click on a part does, by the part's data. */
const clicks = {
  take: (_, code) => act("take", code),
  give: () => act("give"),
  turn: () => act("turn"),
  choose: (_, word, { detail }) => detail < 2 && act("choose", word), // nobody reads a question within a double click
  sure: ({ dataset }) => askOnce(dataset),
  emit: (part, name) => {
    act(name);
    part.closest("#ask")?.close();
  },
  once: (part, name) => askBy(part, name),
  learn: (part, game) => askBy(part, "learn", game),
  unhide: (part, number) => askBy(part, "unhide", Number(number)),
  goOn: (part, number) => askBy(part, "go_on", Number(number)),
  puzzle: (part, key) => askBy(part, "puzzle", key),
  open: (_, name) => open(name),
  place: (_, place) => turnTo(place),
  step: (_, count) => step(Number(count)),
  run: (part) => run(part.getAttribute("aria-pressed") === "false"),
  share: (part) => share(part),
  language: (_, language) => choose("language", language),
  sit: (_, seat) => choose("seat", seat),
  close: (part) => part.closest("dialog").close(),
};
const clicked = Object.keys(clicks).map((name) => `[data-${name.replace("O", "-o")}]`).join();

document.addEventListener("click", (event) => {
  if (markOrGive(event.target)) return;
  const field = fieldOf(event.target);
  const part = field ?? event.target.closest(clicked);
  if (!part || isDragging) return;
  if (field) {
    focus(field);
    return act("field", Number(field.dataset.field));
  }
  const name = Object.keys(clicks).find((each) => part.dataset[each] !== undefined);
  clicks[name](part, part.dataset[name], event);
});
document.addEventListener("keydown", (event) => {
  const button = event.target.closest?.("[data-button]");
  const field = event.target.closest?.(".field");
  const isAct = event.key === "Enter" || event.key === " ";
  if (button && isAct) press(button.dataset.button);
  else if (stepByKey(event)) void 0;
  else if (field && isAct && !event.repeat) act("field", Number(field.dataset.field));
  else if (field && directions[event.key]) {
    const next = neighbour(field, directions[event.key]);
    if (next) focus(next);
  } else return;
  event.preventDefault();
});
document.addEventListener("keyup", () => [...pressed].forEach(release));
document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-button]");
  if (button && event.button === 0) press(button.dataset.button);
  beginDrag(event);
});
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", () => (origin = null));
for (const end of ["pointerup", "pointercancel", "blur"]) {
  window.addEventListener(end, () => [...pressed].forEach(release));
}
document.addEventListener("pointermove", (event) => {
  drag(event);
  const ghost = byId("ghost");
  if (!ghost || document.body.dataset.board !== "simulated") return;
  ghost.classList.toggle("following", event.pointerType === "mouse" || isDragging);
  ghost.style.setProperty("--unit", `${unit()}px`);
  ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
});
document.addEventListener("change", (event) => {
  if (event.target.dataset.kept) keep(event.target.dataset.kept, event.target.checked);
  const { set, hint } = event.target.dataset;
  const { type, checked } = event.target;
  const value = type === "checkbox" ? checked : type === "range" ? Number(event.target.value) : event.target.value;
  if (set !== undefined) act("set", { name: set, value });
  if (hint !== undefined) act("hint", { player: Number(hint), level: value });
  if (event.target.name === "board-view") (byId("place") ? look : turn)(event.target.value);
  if (event.target.id === "fault") {
    act("break", event.target.value);
    event.target.selectedIndex = 0;
  } else if (event.target.id === "real-hands") act("real_hands", event.target.checked);
  else if (event.target.id === "careless") act("careless", event.target.checked);
});
const forms = { "new-game-form": "start", "rename-form": "rename", "remark-form": "remark" };
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const name = forms[form.id];
  if (!name) return;
  event.preventDefault();
  form.dataset.request ??= makeId(); // a form that is sent twice before its answer comes counts once
  const place = byId("place")?.value ?? "";
  show(await ask(name, { ...Object.fromEntries(new FormData(form)), place }, form.dataset.request));
  delete form.dataset.request;
});

/* The second click of a double click sends nothing, also where the answer has come in between. */
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("button")?.form?.id in forms) event.preventDefault();
});

/* Send an act that takes a while, or must not happen twice: its button rests until the answer comes. */
async function askBy(button, name, value) {
  button.disabled = true;
  show(await ask(name, value));
  button.disabled = false;
}

export { directions, neighbour };
