/* The page without a server: answers the page's script as the server would. A simulated board runs in MicroPython here,
   frame by frame; a real one is at Web Serial. Both are reached by the same link, and their events are followed alike.
   What is shown of them stands in alone_show.js, settings and tests in alone_tune.js. */
const byId = (id) => document.getElementById(id);
const FRAME_MS = 10;
const MOST_FRAMES = 12; // at once: a page that was asleep does not make up for it
const SETTLE_MS = 900;
const LONG_MS = 800;
const SEEN_MS = 50;
const FELT_MS = 250;
const STREAMS = ["lamps", "image", "display"];
const BRING = /[bp4567]/; // roles of lamps that want a piece from the supply
const KEPT = "treppe-games";
const sounds = { listen() {}, keep() {} };

let boards = null;
let allWords = null;
let words = null;
let page = null; // the MicroPython program
let board = null; // { kind, link, surface, id, ... }
let drawn = {};
let held = {};
let begun = null; // the game that was asked for last

/* What the page's script emits. */
const answers = {
  field: (field) => board.kind === "simulated" && touch(field),
  take: (code) => hand("take", code),
  give: () => hand("give", ""),
  turn: () => hand("turn", ""),
  press: (name) => (held[name] = performance.now()),
  release: (name) => press(name, performance.now() - held[name] >= LONG_MS),
};
const emitEvent = (name, value) => answers[name]?.(value);

/* Starting. */
async function main() {
  boards = await unpack("boards").json();
  allWords = await unpack("words").json();
  speak(allWords[localStorage.getItem("treppe-language") ?? navigator.language.slice(0, 2)] ?? allWords.en);
  const url = URL.createObjectURL(new Blob([await unpack("wasm").arrayBuffer()], { type: "application/wasm" }));
  const python = await loadMicroPython({ heapsize: 4 << 20, url, stdout: (line) => console.log(line) });
  URL.revokeObjectURL(url);
  for (const [name, content] of Object.entries(await unpack("program").json())) write(python, `/lib/${name}`, content);
  python.runPython("import sys; sys.path[:] = ['/lib']");
  page = python.pyimport("page");
  simulate("square7");
  setInterval(beat, FRAME_MS);
  setInterval(show, SEEN_MS);
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
  if (board?.kind === "real") disconnect();
  const own = { kind: "simulated", surface, id: hex(8), output: "", passed: 0, since: performance.now(), latest: {} };
  page.switch_on(surface, own.id);
  own.link = link.open((text) => (own.output += text), (name, message) => hear(own, name, message), { keeps: false, streams: STREAMS });
  use(own);
}

function use(next) {
  board = next;
  drawn = {};
  document.body.dataset.board = next.kind;
  document.body.dataset.surface = next.surface;
}

function beat() {
  const now = performance.now();
  if (board.kind === "simulated") {
    let due = Math.floor((now - board.since) / FRAME_MS) - board.passed;
    if (due > MOST_FRAMES) board.since += (due - MOST_FRAMES) * FRAME_MS;
    for (due = Math.min(due, MOST_FRAMES); due > 0; due--) {
      board.passed++;
      const sent = board.output;
      board.output = "";
      const said = page.step(board.passed * FRAME_MS, sent);
      if (said) board.link.feed(said, now);
    }
  }
  board.link.tick(now);
}

/* A real board at a serial port. */
async function connect() {
  if (!navigator.serial) return complain(words.no_serial);
  let port;
  try {
    port = await navigator.serial.requestPort({ filters: [{ usbVendorId: 0x2e8a, usbProductId: 0x0005 }] });
    await port.open({ baudRate: 115200 });
  } catch (error) {
    return error.name === "NotFoundError" ? undefined : complain(`${words.no_port} (${error.message})`);
  }
  const writer = port.writable.getWriter();
  const reader = port.readable.getReader();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("latin1");
  const own = { kind: "real", surface: "", id: "", port, reader, writer, latest: {} };
  const send = (text) => writer.write(encoder.encode(text)).catch(() => {});
  own.link = link.open(send, (name, message) => hear(own, name, message), { keeps: true, streams: STREAMS });
  use(own);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      own.link.feed(decoder.decode(part.value, { stream: true }), performance.now());
    }
  } catch (error) {
    complain(`${words.lost} (${error.message})`);
  }
  if (board === own) simulate("square7");
}

function disconnect() {
  const { reader, writer, port } = board;
  reader.cancel().catch(() => {});
  writer.close().catch(() => {}).then(() => reader.releaseLock()).then(() => port.close()).catch(() => {});
}

/* What a board says. */
function hear(own, name, message) {
  own.latest[name] = message;
  if (name === "hello") {
    own.id = message.board;
    own.surface = message.surface;
    own.since_s = Date.now() / 1000 - message.ms / 1000;
    document.body.dataset.surface = message.surface;
    if (own.kind === "simulated") own.link.order("set", { name: "language", value: words.language }).catch(() => {});
  } else if (name === "event") {
    const isNow = message.boot === own.latest.hello.boot;
    page.follow(own.id, JSON.stringify(message), isNow ? own.since_s + message.ms / 1000 : -1);
    keep();
  }
}

/* Every game that this browser has seen, by where it comes from. */
function kept() {
  return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
}

function keep() {
  const games = kept();
  for (const line of page.sheets().split("\n").filter(Boolean)) games[JSON.parse(line).origin] = line;
  try {
    localStorage.setItem(KEPT, JSON.stringify(games));
  } catch {
    complain(words.no_room);
  }
}

function save() {
  const lines = Object.values(kept()).filter((line) => JSON.parse(line).moves.length);
  if (!lines.length) return complain(words.no_games);
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob(lines.map((line) => line + "\n"), { type: "application/jsonl" }));
  anchor.download = "treppe-games.jsonl";
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}

/* Hands. */
function hand(name, value) {
  if (board.kind === "simulated") page.act(name, value);
}

function touch(field) {
  const { hand: carried, stacks } = JSON.parse(page.around());
  const wanted = carried.length ? "" : page.wanted(board.id, field);
  if (wanted) hand("take", wanted);
  if (carried.length && boards.felt[board.surface].sensor === "reed" && stacks[field].length) return capture(field);
  hand("touch", String(field));
}

/* The captured piece is laid aside, then the other one stands in its place. */
function capture(field) {
  page.capture(field);
  setTimeout(() => hand("touch", String(field)), 400);
}

function press(name, isLong) {
  if (board.kind === "simulated") page.press(name, isLong);
  else board.link.order("button", { name, is_long: isLong }).catch(refuse);
}

/* A new game: a simulated board gets its pieces first, people at a real one are led by lamps. */
async function begin() {
  const name = byId("game").value;
  const game = boards.games[name];
  const players = Number(byId("players").value);
  const mine = (begun = Symbol());
  const setup = game.setups[players];
  byId("notice").textContent = "";
  if (board.kind === "simulated") {
    const isLying = board.link.hello && board.latest.display && board.latest.display.phase !== "idle";
    if (game.surface !== board.surface || isLying) simulate(game.surface);
    page.arrange(JSON.stringify(setup.stacks), JSON.stringify(setup.supply));
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  }
  if (begun === mine) board.link.order("new", { game: name, options: { players } }).catch(refuse);
}

const refuse = (error) => complain(said(error));

function complain(text) {
  byId("notice").textContent = text;
}

/* A code in words: its values are put into the text, see the host's words. */
function said(what) {
  if (typeof what === "string") return what;
  const text = words.codes[what.code] ?? what.code;
  return text.replace(/\{(\w+)[^}]*\}/g, (_, name) => {
    const value = what[name];
    return value?.code ? said(value) : Array.isArray(value) ? value.map((each) => each?.code ? said(each) : each).join(", ") : value ?? "";
  });
}

/* Words. */
function speak(next) {
  words = next;
  document.documentElement.lang = words.language;
  treppe.words = words.roles;
  for (const part of document.querySelectorAll("[data-word]")) part.textContent = words[part.dataset.word];
  for (const part of document.querySelectorAll("[data-label]")) part.setAttribute("aria-label", words[part.dataset.label]);
  const chosen = byId("game").value || "step";
  const option = ([name, { title }]) => `<option value="${name}" ${name === chosen ? "selected" : ""}>${title}</option>`;
  byId("game").innerHTML = Object.entries(boards.games).map(option).join("");
  offer();
  drawn = { ...drawn, moves: null, hand: null, status: null, display: null };
}

function offer() {
  const option = (players) => `<option value="${players}">${players} ${words.of_players}</option>`;
  byId("players").innerHTML = Object.keys(boards.games[byId("game").value].setups).map(option).join("");
}

byId("game").addEventListener("change", offer);
byId("begin").addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});
byId("connect").addEventListener("click", () => (board.kind === "real" ? simulate("square7") : connect()));
byId("save").addEventListener("click", save);
byId("examine").addEventListener("click", examine);
byId("tune").addEventListener("toggle", () => byId("tune").open && openTune().catch(refuse));
for (const part of document.querySelectorAll("details")) {
  part.addEventListener("toggle", () => part.open && part.scrollIntoView({ block: "start" }));
}
byId("settings").addEventListener("input", ({ target }) => {
  target.nextElementSibling.textContent = target.value;
  board.link.order("settings", { change: { [target.dataset.tuned]: Number(target.value) }, save: true }).catch(refuse);
});
byId("change-language").addEventListener("click", () => {
  const next = allWords[words.next];
  localStorage.setItem("treppe-language", next.language);
  speak(next);
  board.link.order("set", { name: "language", value: next.language }).catch(() => {});
});
