/* Replays a stored game by slider, by keys and by itself; shares its record; sends a file of games. */
import { ask } from "./outlet.js";
import { keep, show, showPart } from "./page.js";
import { settings } from "./settings.js";

const byId = (id) => document.getElementById(id);

/* Show the position after so many moves; an answer that comes after that to a later question is not shown. */
let latest = 0;
async function turnTo(place, isNew = false) {
  const mine = ++latest;
  const view = document.querySelector("[name=board-view]:checked")?.value ?? "plan";
  const update = await ask("position", { place: Number(place), view, is_new: isNew });
  if (mine === latest) show(update);
}

/* Show the board from another side. */
function look(view) {
  keep("view", view);
  turnTo(byId("place").value, true);
}

/* The analysis has found more: its arrows belong to the positions. */
showPart("found", (count) => count && turnTo(byId("place").value));

/* A stored game by keys, and by itself: from its start, if it stands at its end. */
const STEP_MS = 1200;
let running = null;
function step(count) {
  run(false);
  const { value, max } = byId("place");
  turnTo(Math.min(Number(max), Math.max(0, Number(value) + count)));
}

function run(isOn) {
  clearInterval(running);
  running = null;
  byId("run").setAttribute("aria-pressed", String(isOn));
  if (!isOn) return;
  const { value, max } = byId("place");
  if (value === max) turnTo(0);
  running = setInterval(() => {
    const next = Number(byId("place").value) + 1;
    if (next <= Number(max)) turnTo(next);
    if (next >= Number(max)) run(false);
  }, STEP_MS);
}

const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
function stepByKey({ key, target, altKey, ctrlKey, metaKey }) {
  const isTyped = altKey || ctrlKey || metaKey || target.closest?.("input, textarea, select, dialog");
  if (!byId("place") || isTyped || !(key in steps)) return false;
  step(steps[key]);
  return true;
}

/* Share the file that replays a game by the browser; one that cannot share files, as without TLS, keeps it. */
async function share(button) {
  const answer = await fetch(button.dataset.share);
  const name = decodeURIComponent(answer.headers.get("content-disposition").split("''").pop());
  const file = new File([await answer.blob()], name, { type: "text/html" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  button.textContent = button.dataset.shared;
}

/* Send a file of games to the server unchanged; it answers with its progress, line by line. */
function tellOfImport(line) {
  const answer = JSON.parse(line);
  byId("import-answer").textContent = answer.error ?? answer.done ?? answer.progress;
  byId("import-answer").classList.toggle("wrong", answer.error !== undefined);
}

document.addEventListener("change", async (event) => {
  if (event.target.id !== "import" || !event.target.files.length) return;
  const file = event.target.files[0];
  const headers = { "X-Treppe": encodeURIComponent(file.name) };
  const response = await fetch(`${settings.root}games/import`, { method: "POST", headers, body: file });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (waiting + part.value).split("\n");
    waiting = lines.pop();
    lines.forEach(tellOfImport);
  }
  event.target.value = "";
});

document.addEventListener("input", (event) => {
  if (event.target.id === "place") step(0);
});

export { turnTo, look, step, run, stepByKey, share };
