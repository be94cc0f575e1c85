/* The page without a server: a simulated board runs in MicroPython here, frame by frame; a real one is at Web Serial. Both
   are reached by the same link, and their events are followed alike. */
import { goOn, isPlaying, layOut, only, skip } from "./alone_lesson.js";
import { state } from "./alone_state.js";
import { show as showBoard, showAbout } from "./alone_show.js";
import { examine, feel, openTune } from "./alone_tune.js";
import { open as openLink } from "./link.js";
import { answerBy } from "./outlet.js";
import { complain, refuse, sentence } from "./alone_words.js";
import { checker } from "./protocol.js";
import { settings } from "./settings.js";

const byId = (id) => document.getElementById(id);
const FRAME_MS = 10;
const MOST_FRAMES = 12; // at once: a page that was asleep does not make up for it
const SETTLE_MS = 900;
const LONG_MS = 800;
const SEEN_MS = 50;
const FELT_MS = 250;
const THINKS_MS = 500; // at least: people want to see what has changed
const STREAMS = ["lamps", "image", "display"];
const KEPT = "treppe-games";
const fits = checker(settings.protocol);

let held = {};
let begun = null; // the game that was asked for last

/* What the page's script emits. */
const answers = {
  field: (field) => click("touch", String(field)),
  take: (code) => click("take", code),
  give: () => click("give", ""),
  choose: (word) => play([word]),
  press: (name) => (held[name] = performance.now()),
  learn: () => learn(byId("game").value).catch(refuse),
  begin: () => begin(),
  skip,
  release: (name) => press(name, performance.now() - held[name] >= LONG_MS),
};
answerBy({ act: (name, value) => answers[name]?.(value), ask: async () => ({}), renew() {} });

/* Starting. */
async function main() {
  state.boards = await unpack("boards").json();
  state.allWords = await unpack("words").json();
  state.pictures = await unpack("pictures").json();
  speak(state.allWords[localStorage.getItem("treppe-language") ?? navigator.language.slice(0, 2)] ?? state.allWords.en);
  const url = URL.createObjectURL(new Blob([await unpack("wasm").arrayBuffer()], { type: "application/wasm" }));
  const python = await loadMicroPython({ heapsize: 4 << 20, url, stdout: (line) => console.log(line) });
  URL.revokeObjectURL(url);
  for (const [name, content] of Object.entries(await unpack("program").json())) write(python, `/lib/${name}`, content);
  python.runPython("import sys; sys.path[:] = ['/lib']");
  state.page = python.pyimport("page");
  simulate("square7");
  setInterval(beat, FRAME_MS);
  setInterval(showBoard, SEEN_MS);
  setInterval(feel, FELT_MS);
  document.body.dataset.ready = "yes";
}

function write(python, path, content) {
  const folders = path.split("/").slice(1, -1);
  folders.forEach((_, at) => {
    const folder = "/" + folders.slice(0, at + 1).join("/");
    if (!python.FS.analyzePath(folder).exists) python.FS.mkdir(folder);
  });
  python.FS.writeFile(path, fromBase64(content));
}

const fromBase64 = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/* What the file carries is compressed, and in letters. */
function unpack(id) {
  return new Response(new Blob([fromBase64(byId(id).textContent)]).stream().pipeThrough(new DecompressionStream("gzip")));
}

const hex = (count) => [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/* A simulated board: time passes by frames. */
function simulate(surface) {
  if (state.board?.kind === "real") disconnect();
  const own = { kind: "simulated", surface, id: hex(8), output: "", passed: 0, since: performance.now(), latest: {} };
  state.page.switch_on(surface, own.id);
  own.link = openLink((text) => (own.output += text), (name, message) => hear(own, name, message), { keeps: false, streams: STREAMS, fits });
  use(own);
}

function use(next) {
  state.board = next;
  state.drawn = {};
  document.body.dataset.board = next.kind;
  document.body.dataset.surface = next.surface;
}

function beat() {
  const now = performance.now();
  if (state.board.kind === "simulated") {
    let due = Math.floor((now - state.board.since) / FRAME_MS) - state.board.passed;
    if (due > MOST_FRAMES) state.board.since += (due - MOST_FRAMES) * FRAME_MS;
    think(now);
    for (due = Math.min(due, MOST_FRAMES); due > 0; due--) {
      state.board.passed++;
      const sent = state.board.output;
      state.board.output = "";
      const received = state.page.step(state.board.passed * FRAME_MS, sent);
      if (received) state.board.link.feed(received, now);
    }
  }
  state.board.link.tick(now);
}

/* A real board at a serial port. */
async function connect() {
  if (!navigator.serial) return complain(state.words.no_serial);
  let port;
  try {
    port = await navigator.serial.requestPort({ filters: [{ usbVendorId: 0x2e8a, usbProductId: 0x0005 }] });
    await port.open({ baudRate: 115200 });
  } catch (error) {
    return error.name === "NotFoundError" ? undefined : complain(`${state.words.no_port} (${error.message})`);
  }
  const writer = port.writable.getWriter();
  const reader = port.readable.getReader();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("latin1");
  const own = { kind: "real", surface: "", id: "", port, reader, writer, latest: {} };
  const send = (text) => writer.write(encoder.encode(text)).catch(() => {});
  own.link = openLink(send, (name, message) => hear(own, name, message), { keeps: true, streams: STREAMS, fits });
  use(own);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      own.link.feed(decoder.decode(part.value, { stream: true }), performance.now());
    }
  } catch (error) {
    complain(`${state.words.lost} (${error.message})`);
  }
  if (state.board === own) simulate("square7");
}

function disconnect() {
  const { reader, writer, port } = state.board;
  reader.cancel().catch(() => {});
  writer.close().catch(() => {}).then(() => reader.releaseLock()).then(() => port.close()).catch(() => {});
}

/* What a board says. */
function hear(own, name, message) {
  own.latest[name] = message;
  if (name === "violation") refuse({ code: "line_dropped", where: String(message.k ?? message.m ?? ""), field: "" });
  if (name === "hello") {
    own.id = message.board;
    own.surface = message.surface;
    own.since_s = Date.now() / 1000 - message.ms / 1000;
    document.body.dataset.surface = message.surface;
    if (own.kind === "simulated") own.link.order("set", { name: "language", value: state.words.language }).catch(() => {});
  } else if (name === "event") {
    const isNow = message.boot === own.latest.hello.boot;
    try {
      state.page.follow(own.id, JSON.stringify(message), isNow ? own.since_s + message.ms / 1000 : -1);
    } catch (error) {
      refuse({ code: "failed", text: error.message.trim().split("\n").at(-1) }); // it breaks the rules of its game
    }
    if (own.kind === "simulated") follow(own);
    keep();
  }
}

/* The table lays the pieces as the record has them; whose turn it is may be a program's. */
function follow(own) {
  const position = JSON.parse(state.page.position(own.id));
  const setup = state.boards.games[position?.game]?.setups[position.options.players];
  if (setup) state.page.lay(own.id, JSON.stringify(setup.box));
  const seat = position && !position.reason ? String(position.seats?.[position.player] ?? "") : "";
  goOn(position, play);
  state.level = /^Treppe [1-3]$/.test(seat) ? Number(seat.at(-1)) : 0;
  state.since = performance.now();
  Object.assign(state, { asked: false, refused: "", offers: [] });
}

/* Every game that this browser has seen, by where it comes from. */
function kept() {
  return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
}

function keep() {
  const games = kept();
  for (const line of state.page.sheets().split("\n").filter(Boolean)) games[JSON.parse(line).origin] = line;
  try {
    localStorage.setItem(KEPT, JSON.stringify(games));
  } catch {
    complain(state.words.no_room);
  }
}

function save() {
  const lines = Object.values(kept()).filter((line) => JSON.parse(line).moves.length);
  if (!lines.length) return complain(state.words.no_games);
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob(lines.map((line) => line + "\n"), { type: "application/jsonl" }));
  anchor.download = "treppe-games.jsonl";
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}

/* Ideal hands: a click is an action of the rules, takes a piece, or is refused. */
function click(name, value) {
  if (state.board.kind !== "simulated") return;
  const position = JSON.parse(state.page.position(state.board.id));
  if (isPlaying(position)) return;
  const meant = JSON.parse(state.page.click(state.board.id, name, value, state.words.language, only(position)));
  if (!meant) return;
  const { notations, offers, refused, why } = meant;
  Object.assign(state, { offers, refused: refused ? sentence(refused, why) : "" });
  if (notations.length) play(notations);
}

function play(notations) {
  state.board.link.order("play", { words: notations, laid: true }).catch(refuse);
}

/* A program's thoughts, one at a time: the page stays awake. */
function think(now) {
  if (!state.level || state.asked || now - state.since < THINKS_MS) return;
  let word;
  try {
    word = state.page.think(state.board.id, state.level);
  } catch (error) {
    state.level = 0; // people play for it
    return refuse({ code: "failed", text: error.message.trim().split("\n").at(-1) });
  }
  if (!word) return;
  state.asked = true;
  play([word]);
}

/* Take back up to an action of a person. */
function takeBack() {
  const { moves, seats } = JSON.parse(state.page.position(state.board.id));
  const standing = [];
  for (const move of moves) move.undo ? standing.splice(-move.undo) : standing.push(move);
  const place = standing.findLastIndex(({ player }) => !/^Treppe [1-3]$/.test(seats?.[player] ?? ""));
  if (place >= 0) state.board.link.order("undo", { count: standing.length - place, laid: true }).catch(refuse);
}

function press(name, isLong) {
  const { phase, menu } = state.board.latest.display ?? {}; // "setup": a program's pieces are being laid
  const isAtTable = state.board.kind === "simulated" && ["play", "setup"].includes(phase) && !menu && !isLong;
  if (name === "UNDO" && isAtTable) takeBack();
  else if (state.board.kind === "simulated") state.page.press(name, isLong);
  else state.board.link.order("button", { name, is_long: isLong }).catch(refuse);
}

/* A game's lesson, on a simulated board. */
async function learn(name) {
  if (state.board.kind === "real") simulate("square7");
  const { options, ...lesson } = state.boards.games[name].lesson;
  if (await begin(options, 0, { ...lesson, game: name, asked: -1 })) await layOut();
}

/* Begin a game: a simulated board gets its pieces first, people at a real one are led by lamps. Return whether nobody has
   asked for another one meanwhile. */
async function begin(options = { players: Number(byId("players").value) }, level = Number(byId("against").value), lesson = null) {
  const name = byId("game").value;
  const game = state.boards.games[name];
  const { players } = options;
  const mine = (begun = Symbol());
  const setup = game.setups[players];
  byId("notice").textContent = "";
  byId("about").hidden = true;
  state.lesson = lesson;
  if (state.board.kind === "simulated") {
    const isLying = state.board.link.hello && state.board.latest.display && state.board.latest.display.phase !== "idle";
    if (game.surface !== state.board.surface || isLying) simulate(game.surface);
    state.page.arrange(JSON.stringify(setup.stacks), JSON.stringify(setup.supply));
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  }
  if (begun !== mine) return false;
  await state.board.link.order("new", { game: name, options, seats: seats(players, level) }).catch(refuse);
  return begun === mine;
}

/* The first seat is a person's, the others are of whom the person plays against. */
function seats(players, level) {
  return Array.from({ length: players }, (_, place) => (place && level && !byId("against").hidden ? `Treppe ${level}` : ""));
}

/* Words. */
function speak(next) {
  state.words = next;
  document.documentElement.lang = state.words.language;
  settings.roles = state.words.roles;
  settings.letters = state.words.colour_letters;
  for (const part of document.querySelectorAll("[data-word]")) part.textContent = state.words[part.dataset.word];
  for (const part of document.querySelectorAll("[data-label]")) part.setAttribute("aria-label", state.words[part.dataset.label]);
  const chosen = byId("game").value || "step";
  byId("game").replaceChildren(
    ...Object.entries(state.boards.games).map(([name, { title }]) => new Option(title, name, false, name === chosen)),
  );
  offer();
  state.drawn = { ...state.drawn, moves: null, hand: null, status: null, display: null };
}

function offer() {
  const setups = Object.keys(state.boards.games[byId("game").value].setups);
  byId("players").replaceChildren(...setups.map((players) => new Option(`${players} ${state.words.of_players}`, players)));
  const chosen = byId("against").value || "1";
  const levels = [1, 2, 3].map((level) => new Option(state.words.computer.replace("{}", level), level));
  byId("against").replaceChildren(...levels, new Option(state.words.people, "0"));
  byId("against").value = chosen;
  choose();
}

/* Who plays alone has no opponent, and hidden hands are their players' own. */
function choose() {
  showAbout(byId("game").value);
  byId("against").hidden = byId("players").value === "1" || !state.boards.games[byId("game").value].has_programs;
}

byId("players").addEventListener("change", choose);
byId("game").addEventListener("change", () => {
  byId("about").hidden = false;
  offer();
});
byId("begin").addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});
byId("connect").addEventListener("click", () => (state.board.kind === "real" ? simulate("square7") : connect()));
byId("save").addEventListener("click", save);
byId("examine").addEventListener("click", examine);
byId("tune").addEventListener("toggle", () => byId("tune").open && openTune().catch(refuse));
for (const part of document.querySelectorAll("details")) {
  part.addEventListener("toggle", () => part.open && part.scrollIntoView({ block: "start" }));
}
byId("tuned").addEventListener("input", ({ target }) => {
  target.nextElementSibling.textContent = target.value;
  state.board.link.order("settings", { change: { [target.dataset.tuned]: Number(target.value) }, save: true }).catch(refuse);
});
byId("change-language").addEventListener("click", () => {
  const next = state.allWords[state.words.next];
  localStorage.setItem("treppe-language", next.language);
  speak(next);
  state.board.link.order("set", { name: "language", value: next.language }).catch(() => {});
});

main();
