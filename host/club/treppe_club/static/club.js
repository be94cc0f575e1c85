/* A club's wall: it shows the server's frames; each browser chooses its own large table. */
import { makeBoard, mark, put } from "./club_board.js";
import { makeLarge } from "./club_large.js";
import { fill, showPart } from "./page.js";
import { post } from "./server.js";
import { settings } from "./settings.js";

const byId = (id) => document.getElementById(id);
const { words, states, mayName } = settings.club;
const NARROW_PX = 600;
const HELD_MS = 5000; // a table that was enlarged for its action stays large for a while
const FRESH_MS = 3000;
const tables = new Map();
let follows = localStorage.getItem("club-follow") === "yes";
let turnedAt = 0;

function make(name, properties = {}, parent = null) {
  const part = Object.assign(document.createElement(name), properties);
  parent?.append(part);
  return part;
}

/* The page of an invitation: the token stands behind the # of the link, where no server's log sees it. */
async function enter() {
  const token = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  if (token && (await post("enter", { token }))?.ok) {
    location.replace(settings.root);
    return;
  }
  byId("entering").hidden = true;
  byId(token ? "no-entry" : "by-link").hidden = false;
}

function makeTable(number) {
  const card = make("button", { className: "table", type: "button" });
  card.dataset.table = number;
  const table = { number, card, fields: {}, facts: {} };
  table.picture = make("span", { className: "picture" }, card);
  const caption = make("span", { className: "caption" }, card);
  const title = make("strong", {}, caption);
  table.name = make("span", {}, title);
  make("span", { className: "away", textContent: words.away }, title);
  table.title = make("span", { className: "title" }, caption);
  table.players = make("ol", { className: "players" }, caption);
  table.standing = make("span", { className: "standing" }, caption);
  tables.set(number, table);
  const next = [...tables.values()].filter((each) => each.number > number).sort((one, other) => one.number - other.number)[0];
  byId("tables").insertBefore(card, next?.card ?? null);
  return table;
}

/* The players of a table, on its card or beside the large board: whose turn it is, and the time left. */
function showPlayers(list, facts) {
  fill(list, facts.players ?? "");
  [...list.children].forEach((player, place) => {
    player.classList.toggle("turn", facts.state === "play" && facts.whose === place);
    const left = facts.left?.[place];
    if (left === undefined) return;
    const runs = facts.state === "play" && facts.whose === place && facts.since;
    const now = Math.max(0, Math.ceil(left - (runs ? (Date.now() - facts.since) / 1000 : 0)));
    player.lastElementChild.textContent = `${Math.floor(now / 60)}:${String(now % 60).padStart(2, "0")}`;
  });
}

function change(table, changes, isWhole) {
  const { facts } = table;
  const turns = changes.turns;
  Object.assign(facts, { ...changes, fields: undefined, turns: undefined });
  if ("left" in changes || "whose" in changes) facts.since = isWhole ? 0 : Date.now();
  if (changes.ground) {
    table.fields = {};
    table.board = makeBoard(changes.ground);
    table.picture.replaceChildren(table.board);
  }
  for (const [field, drawing] of Object.entries(changes.fields ?? {})) {
    if (drawing === null) delete table.fields[field];
    else table.fields[field] = drawing;
  }
  put(table.board, changes.fields ?? {});
  if (changes.last) mark(table.board, changes.last);
  table.name.textContent = facts.name;
  table.title.textContent = facts.title;
  table.standing.textContent = states[facts.state] ?? facts.standing;
  table.card.dataset.state = facts.state;
  table.card.dataset.away = facts.away ? "yes" : "no";
  showPlayers(table.players, facts);
  if (!isWhole && "ply" in changes) {
    table.card.classList.remove("fresh");
    requestAnimationFrame(() => table.card.classList.add("fresh"));
    clearTimeout(table.fading);
    table.fading = setTimeout(() => table.card.classList.remove("fresh"), FRESH_MS);
    if (follows && performance.now() - turnedAt > HELD_MS && large.number !== table.number) large.open(table.number, false);
  }
  if (table.number === large.number) large.change(table, changes, turns, isWhole);
}

const large = makeLarge({
  ...{ tables, words, states, mayName, showPlayers, fit },
  noteOpened(isByHand) {
    if (isByHand) setFollow(false);
    turnedAt = performance.now();
  },
});

function show(frame) {
  for (const [key, drawing] of Object.entries(frame.grounds ?? {})) {
    if (!byId(key)) byId("grounds").insertAdjacentHTML("beforeend", drawing);
  }
  if (frame.finished !== undefined) {
    fill(byId("finished").querySelector(".results"), frame.finished);
    byId("finished").hidden = !frame.finished;
  }
  const wasAlone = tables.size === 1;
  if (frame.whole) {
    tables.clear();
    byId("tables").replaceChildren();
  }
  for (const [number, changes] of Object.entries(frame.tables ?? {})) {
    const isNew = !tables.has(Number(number));
    change(tables.get(Number(number)) ?? makeTable(Number(number)), changes, isNew || Boolean(frame.whole));
  }
  byId("none").hidden = tables.size > 0;
  const hasCompany = wasAlone && tables.size > 1; // the only table was shown large; now all are
  if (hasCompany && !frame.whole) large.open(0, false);
  if (frame.whole) large.open(tables.size === 1 ? [...tables.keys()][0] : Number(location.hash.slice(1)), false);
  else if (frame.grounds) fit();
}

/* As many columns as make the miniatures largest without scrolling; a caption is higher where its column is narrow. */
function fit() {
  if (large.number || !tables.size) return;
  arrange();
  arrange();
}

function arrange() {
  const place = byId("tables");
  const count = tables.size;
  const caption = 12 + Math.max(...[...tables.values()].map(({ card }) => card.lastElementChild.offsetHeight));
  const [width, height, edge] = [place.clientWidth, innerHeight - place.getBoundingClientRect().top - scrollY - 16, 40];
  let best = [0, 1];
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const side = Math.min(width / columns, height / rows - caption) - edge;
    if (side > best[0]) best = [side, columns];
  }
  const isNarrow = innerWidth < NARROW_PX;
  place.style.setProperty("--columns", isNarrow ? Math.min(2, count) : best[1]);
  place.style.setProperty("--most", isNarrow ? "1fr" : `${Math.floor(best[0] + edge - 12)}px`);
}

function setFollow(isOn) {
  follows = isOn;
  localStorage.setItem("club-follow", isOn ? "yes" : "no");
  byId("follow").setAttribute("aria-pressed", String(isOn));
}

/* Names, by those who may give them. */
function rename() {
  const { facts, number } = tables.get(large.number);
  const dialog = byId("naming");
  const players = dialog.querySelector("fieldset");
  players.querySelectorAll("label").forEach((label) => label.remove());
  dialog.querySelector("[name=table]").value = facts.named ? facts.name : "";
  for (const [place, seat] of facts.names.entries()) {
    const label = make("label", {}, players);
    make("input", { name: "seat", maxLength: 40, value: seat, ariaLabel: `${words.name_players} ${place + 1}` }, label);
  }
  players.hidden = !facts.names.length;
  dialog.onclose = async () => {
    if (dialog.returnValue !== "save") return;
    const seats = [...players.querySelectorAll("input")].map((input) => input.value.trim());
    await post("names", { table: number, name: dialog.querySelector("[name=table]").value.trim(), game: facts.game, seats });
  };
  dialog.returnValue = "";
  dialog.showModal();
}

function act({ target }) {
  const part = target.closest("[data-table], [data-all-tables], [data-live], [data-rename], [data-watch-missed], #follow");
  if (!part) return;
  const { table } = part.dataset;
  if (table) large.open(Number(table));
  else if (part.matches("[data-all-tables]")) large.open(0);
  else if (part.matches("[data-live]")) large.look(Infinity);
  else if (part.matches("[data-rename]")) rename();
  else if (part.matches("[data-watch-missed]")) large.watch(Number(part.parentElement.dataset.from));
  else setFollow(!follows);
}

function listen() {
  showPart("wall", show);
  byId("large").querySelector(".past input").addEventListener("input", ({ target }) => large.look(Number(target.value)));
  document.addEventListener("visibilitychange", () => large.number && large.remember());
  addEventListener("resize", fit);
  setFollow(follows);
  setInterval(() => {
    for (const table of tables.values()) if (table.facts.left?.length) showPlayers(table.players, table.facts);
    if (large.number) showPlayers(byId("large").querySelector(".players"), tables.get(large.number).facts);
  }, 1000);
}

document.addEventListener("click", act);
if (document.querySelector("[data-door]")) enter();
if (document.querySelector("[data-wall]")) listen();
