/* The sensors' page: tiles, sliders, files. It shows what the server sends, and decides nothing. */
import { act } from "./outlet.js";
import { showPart } from "./page.js";
import { settings } from "./settings.js";
import { draw as drawPlots } from "./tune_plots.js";

const byId = (id) => document.getElementById(id);
const words = settings.tune;
const RATE = 100;
const MOST = 60 * RATE;
let chosen = [];
let windowS = 10;
let isCell = true;
const buffers = new Map();

function fill(place, [large, small, corner, confidence, state, glow, role]) {
  const group = byId("tile" + place);
  if (!group) return;
  const set = (name, text) => {
    const part = group.querySelector("." + name);
    if (part && part.textContent !== text) part.textContent = text;
  };
  const signs = { p: "↓", r: "↑", "!": "✗", w: "✓" };
  group.dataset.state = state;
  group.dataset.role = role;
  set("large", signs[role] ?? large);
  set("small", small);
  set("corner", corner);
  const bar = group.querySelector(".bar");
  bar.setAttribute("width", (group.querySelector(".track").getAttribute("width") * confidence) / 100);
  group.style.setProperty("--glow", Math.abs(glow));
  group.classList.toggle("below", glow < 0);
  group.classList.toggle("poor", confidence < 40);
  const parts = [group.dataset.name, large || "0", small, `±${corner.replace("±", "")}`, `${confidence} %`, words[state]];
  group.setAttribute("aria-label", parts.filter((word) => word && word !== "±").join(", "));
}

function add({ place, readings, taken, isNew, lines }) {
  if (isNew || !buffers.has(place)) buffers.set(place, { readings: [], taken: [], lines: {} });
  const buffer = buffers.get(place);
  buffer.readings.push(...readings);
  buffer.taken.push(...taken);
  for (const list of [buffer.readings, buffer.taken]) list.splice(0, Math.max(0, list.length - MOST));
  buffer.lines = lines;
}

function show(update) {
  if (update.cell !== undefined) {
    isCell = update.cell;
    byId("calibration-panel").classList.toggle("reeds", !isCell);
  }
  for (const [place, tile] of Object.entries(update.tiles ?? {})) fill(place, tile);
  if (update.chosen !== undefined) choose(update.chosen);
  for (const series of update.series ?? []) add(series);
  for (const [name, [value, text]] of Object.entries(update.settings ?? {})) {
    if (document.activeElement !== byId(name) || !isDragging) byId(name).value = value;
    byId("value_" + name).textContent = text;
  }
  for (const [name, isOn] of Object.entries(update.switches ?? {})) byId(name).checked = isOn;
  for (const [id, isHidden] of Object.entries(update.hidden ?? {})) byId(id).hidden = isHidden;
  for (const [id, isDisabled] of Object.entries(update.disabled ?? {})) byId(id).disabled = isDisabled;
  if (update.task) byId("task").scrollIntoView({ block: "nearest" });
  if (update.series?.length || update.chosen) draw();
}

function choose(places) {
  chosen = places;
  for (const group of document.querySelectorAll(".tile")) {
    const number = places.indexOf(Number(group.dataset.tile));
    group.classList.remove("series0", "series1", "series2");
    group.classList.toggle("chosen", number >= 0);
    group.setAttribute("aria-pressed", String(number >= 0));
    if (number >= 0) group.classList.add("series" + number);
  }
  for (const place of [...buffers.keys()]) if (!places.includes(place)) buffers.delete(place);
}

function draw() {
  const shown = chosen.map((place) => buffers.get(place)).filter(Boolean);
  if (byId("trace")) drawPlots(shown, { isCell, windowS, count: windowS * RATE, words });
}

/* Hands */
let isDragging = false;
function pick(group) {
  for (const other of document.querySelectorAll('.tile[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  group.setAttribute("tabindex", "0");
  act("pick", Number(group.dataset.tile));
}

function neighbour(from, dx, dy) {
  const at = (group) => group.transform.baseVal[0].matrix;
  const start = at(from);
  let [best, least] = [null, Infinity];
  for (const group of document.querySelectorAll(".tile")) {
    const [x, y] = [at(group).e - start.e, at(group).f - start.f];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 1 && aside <= along && along + 2 * aside < least) [best, least] = [group, along + 2 * aside];
  }
  return best;
}

async function send(event, name) {
  const file = event.target.files[0];
  event.target.value = "";
  if (!file) return;
  const text = file.size > 200000 ? "" : await file.text();
  act(name, { name: file.name, text });
}

/* A recording is large: it goes to the server as it is. */
async function replay(event) {
  const file = event.target.files[0];
  event.target.value = "";
  if (!file) return;
  const headers = { "X-Treppe": encodeURIComponent(file.name) };
  const answer = await fetch(byId("save-recording").href, { method: "POST", headers, body: file });
  byId("notice").textContent = answer.ok ? "" : await answer.text();
}

document.addEventListener("click", (event) => {
  const part = event.target.closest("[data-tile], [data-press], [data-point], #begin-calibration, #begin-quick");
  if (!part) return;
  if (part.dataset.tile !== undefined) pick(part);
  else if (part.dataset.point !== undefined) act("curve_take", Number(part.dataset.point));
  else if (part.dataset.press !== undefined) act("task_button", part.dataset.press);
  else act(part.id === "begin-quick" ? "quick" : "calibrate", byId("material").value);
});
document.addEventListener("keydown", (event) => {
  const tile = event.target.closest?.(".tile");
  if (!tile) return;
  const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  if (event.key === "Enter" || event.key === " ") pick(tile);
  else if (ways[event.key]) {
    const next = neighbour(tile, ...ways[event.key]);
    if (next) {
      tile.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    }
  } else return;
  event.preventDefault();
});
document.addEventListener("input", (event) => {
  if (event.target.dataset.setting) isDragging = true;
});
document.addEventListener("change", (event) => {
  const { target } = event;
  if (target.dataset.setting) {
    isDragging = false;
    act("set", { name: target.dataset.setting, value: Number(target.value) });
  } else if (target.dataset.switch) act("set", { name: target.dataset.switch, value: target.checked });
  else if (target.name === "view") act("view", target.value);
  else if (target.name === "window") {
    windowS = Number(target.value);
    draw();
  } else if (target.id === "load-calibration") send(event, "load");
  else if (target.id === "load-recording") replay(event);
  else if (target.id === "compare-file") send(event, "compare_file");
  else if (target.id === "compare") {
    if (target.value === "file") byId("compare-file").click();
    else act("compare", target.value);
  }
});
window.addEventListener("resize", draw);

showPart("tune", show);
