/* What the page shows: the server's messages, dialogs, the browser's own choices. page_input.js sends people's actions. */
import { lay, shine, stand } from "./lamps.js";
import { note, show as showMotion } from "./motion.js";
import { offer as offerNewGame, open as openNewGame, refuse, withdraw as withdrawOffer } from "./new_game.js";
import { isMine, renew } from "./outlet.js";
import { draw, heightOf, nameOf } from "./pieces.js";
import { settings } from "./settings.js";
import { listen } from "./sounds.js";

const byId = (id) => document.getElementById(id);
const SET_BY_PEOPLE = "input, select, textarea"; // its attributes do not say what it shows
const TYPED_IN = "input:not([type]), textarea";
const PRESSED = "button, a, summary";
let hasAsked = false;
const others = new Map();
const hand = { text: "", refusal: [], barred: "" };
let way = [];
let isHeldHere = false;
const isWide = matchMedia("(min-width: 1500px)"); // the rules have a column of their own beside the board

/* Let another script show its own part of each change. */
function showPart(name, take) {
  others.set(name, take);
}

/* Write only changes: while a player thinks, the same text comes hundreds of times. */
function write(part, name, text) {
  if (part.getAttribute(name) !== text) part.setAttribute(name, text);
}

/* Leave equal content alone, also what came with the page: a button that is replaced under a finger loses its press. */
function fill(part, html) {
  if (!part || part.shown === html) return;
  const next = part.cloneNode();
  next.innerHTML = part.shown = html;
  spell(next);
  if (!next.isEqualNode(part)) adapt(part, next);
}

/* Whether one element may turn into the other: a button only if both do the same, for a finger may be on it. */
function canBecome(one, other) {
  if (one.nodeName !== other.nodeName || other.nodeType !== Node.ELEMENT_NODE) return false;
  const does = ({ dataset, href, name, value }) => JSON.stringify([dataset, href, name, value]);
  return other.matches(PRESSED) ? does(one) === does(other) : !other.matches(SET_BY_PEOPLE);
}

/* Make the elements of a part as the next ones are, but keep them where they can become those. */
function adapt(part, next) {
  for (const { name } of [...part.attributes]) if (!next.hasAttribute(name)) part.removeAttribute(name);
  for (const { name, value } of next.attributes) write(part, name, value);
  let at = part.firstChild;
  for (const child of [...next.childNodes]) {
    const like = child.id ? [...part.children].find(({ id }) => id === child.id) : at?.id ? null : at;
    while (like && at !== like) at = drop(at);
    if (!like) part.insertBefore(child, at);
    else if (at.matches?.(TYPED_IN) && at.isEqualNode(child)) at = at.nextSibling;
    else if (canBecome(at, child)) {
      adapt(at, child);
      at = at.nextSibling;
    } else {
      at.replaceWith(child);
      at = child.nextSibling;
    }
  }
  while (at) at = drop(at);
}

function drop(node) {
  const { nextSibling } = node;
  node.remove();
  return nextSibling;
}

/* Drawings have the letters of records on them. */
function spell(part) {
  for (const text of part.querySelectorAll(".letter, .initial")) text.textContent = settings.letters[text.textContent] ?? text.textContent;
}

function label(group) {
  const words = [group.dataset.name, group.dataset.pieces, settings.roles[group.dataset.role]];
  write(group, "aria-label", words.filter(Boolean).join(", "));
}

function light(next) {
  for (const group of document.querySelectorAll(".field")) {
    const { field, role } = group.dataset;
    const now = next[field] ?? ".";
    if (role === now) continue;
    group.dataset.role = now;
    shine(field, now);
    write(byId("above" + field).lastChild, "pointer-events", settings.looks[now]?.mark ? "all" : "none");
    label(group);
  }
}

function place(field, stack) {
  const group = byId("field" + field);
  if (!group) return;
  const codes = stack.match(/\S+/g) ?? [];
  const height = heightOf(codes);
  byId("stack" + field).innerHTML = draw(codes);
  byId("stack" + field).dataset.codes = stack;
  byId("above" + field).setAttribute("transform", `translate(0 ${-height})`);
  stand(field, height, codes.length > 0);
  group.classList.toggle("occupied", codes.length > 0);
  group.dataset.pieces = nameOf(codes);
  label(group);
}

/* Keep the list of actions scrolled to its end, also when other parts of the page shrink it. */
const showLastMove = () => {
  byId("moves").scrollTop = byId("moves").scrollHeight;
};
const rooms = new ResizeObserver(showLastMove);
let numRows = 0;

/* Show the rows that have come, by their places in the list of actions. */
function list({ rows: news = {}, num_rows: count = numRows }) {
  numRows = count;
  const part = byId("moves");
  while (part.children.length > count) part.lastChild.remove();
  for (const [place, row] of Object.entries(news)) {
    if (part.children[place]) part.children[place].outerHTML = row;
    else part.insertAdjacentHTML("beforeend", row);
  }
  showLastMove();
  rooms.observe(part);
}

/* Show a change of the page: HTML by the ids of elements, stacks by fields, lamps, facts for the style sheet; or go to
   another page. */
function show(update) {
  if (update.go !== undefined) location.href = settings.root + update.go;
  if (update.reload) location.reload();
  if (update.close) close();
  if (update.refused !== undefined) refuse(update.refused);
  const focused = document.activeElement?.id;
  for (const [id, html] of Object.entries(update.html ?? {})) {
    const part = byId(id);
    if (id === "hand-text") continue;
    const isBoard = part && id === "board-place";
    if (isBoard) {
      part.replaceChildren(); // its pieces and lamps have changed since it was drawn
      part.shown = null;
    }
    fill(part, html);
    if (isBoard) lay(byId("board"));
  }
  const noted = note(Object.keys(update.fields ?? {}));
  for (const [field, stack] of Object.entries(update.fields ?? {})) place(field, stack);
  if (update.title !== undefined) document.title = update.title;
  if (update.roles !== undefined) light(update.roles);
  const held = document.body.dataset.hand;
  for (const [name, value] of Object.entries(update.body ?? {})) document.body.dataset[name] = value;
  move(update, noted, held);
  saysOfHand(update);
  for (const [name, take] of others) if (update[name] !== undefined) take(update[name]);
  listen();
  if (update.body?.last !== undefined) remember(update.body.last.split(" "));
  if (update.body?.ask && !hasAsked) {
    hasAsked = true;
    offerNewGame();
  }
  if (update.body?.ask === "") withdrawOffer();
  if (update.body?.view !== undefined) look(update.body.view);
  if (update.body?.yours !== undefined) signal(update.body.yours === "yes");
  if (update.body?.who === "ask" && !byId("who").open) byId("who").showModal();
  if (update.body?.at !== undefined) mark(update.body.at);
  if (update.html?.["hand-piece"] !== undefined) carry(update.html["hand-piece"]);
  if (update.body?.learned) localStorage[`treppe-learned-${update.body.learned}`] = "yes";
  if (update.body?.hands !== undefined && byId("real-hands")) byId("real-hands").checked = update.body.hands === "real";
  if (update.body?.careless !== undefined && byId("careless")) byId("careless").checked = update.body.careless === "yes";
  if (update.num_rows !== undefined || update.rows) list(update);
  if (focused && !document.activeElement?.id) byId(focused)?.focus();
  if ((update.roles ?? update.html?.["board-place"]) !== undefined && !document.activeElement?.closest(".field")) begin();
}

/* Keys come to the board at a field that is lit. */
function begin() {
  const fields = [...document.querySelectorAll(".field")];
  const first = fields.find(({ dataset }) => settings.looks[dataset.role]?.ring) ?? fields[0];
  for (const field of fields) write(field, "tabindex", field === first ? "0" : "-1");
}

/* Who has closed a dialog that nothing opened goes on at the board. */
document.addEventListener("close", ({ target }) => {
  const { activeElement: focused, body } = document;
  if (focused === body || target.contains(focused)) document.querySelector(".field[tabindex='0']")?.focus({ preventScroll: true });
}, true);

/* Let pieces move that have changed their places, but on a board that is drawn anew. */
function move(update, noted, before) {
  way = update.way ?? way;
  const { hand = "" } = document.body.dataset;
  const wasHere = isHeldHere;
  if (update.holder !== undefined) isHeldHere = update.holder ? isMine(update.holder) : !document.body.dataset.watch;
  if (update.html?.["board-place"] !== undefined || !noted.length) return;
  showMotion(noted, way.map(String), hand && (isHeldHere && hand === "full" ? "own" : "other"), before === "full" && wasHere);
}

/* What the hand may do, or why the last click was refused, where it was done here: by the rules, or as not one's own. */
function saysOfHand(update) {
  hand.text = update.html?.["hand-text"] ?? hand.text;
  hand.refusal = update.refusal ?? hand.refusal;
  hand.barred = update.barred ?? (update.html?.turn === undefined ? hand.barred : "");
  const why = hand.barred || (isMine(hand.refusal[0]) && hand.refusal[1]);
  document.body.dataset.refused = why ? "yes" : "";
  fill(byId("hand-text"), why || hand.text);
}

function remember(fields) {
  for (const group of document.querySelectorAll(".field")) {
    for (const part of [group, byId("pad" + group.dataset.field)]) {
      part.classList.toggle("last", fields.includes(group.dataset.field));
    }
  }
}

/* A stored game: the slider, and the move in the list that it stands at. */
function mark(place) {
  byId("place").value = place;
  for (const move of document.querySelectorAll("[data-place]")) {
    const isHere = move.dataset.place === place;
    move.classList.toggle("here", isHere);
    if (isHere) move.scrollIntoView({ block: "nearest" });
  }
}

/* The icon of the page tells from afar that it is somebody's turn here. */
const icon = document.querySelector("link[rel=icon]");
const still = icon?.getAttribute("href");
function signal(isTurn) {
  icon.setAttribute("href", isTurn ? icon.dataset.turn : still);
}

/* Mark the present view as the chosen one. */
function look(view) {
  const choice = document.querySelector(`[name=board-view][value=${view}]`);
  if (choice) choice.checked = true;
}

function turn(view) {
  keep("view", view);
  renew();
}

function carry(svg) {
  byId("ghost").innerHTML = svg;
  byId("ghost").hidden = !svg || !isHeldHere;
}

/* Ask once before an action that ends a game or lays it aside. */
function askOnce({ sure, question }) {
  byId("ask-text").textContent = question;
  byId("ask-yes").dataset.emit = sure;
  byId("ask").showModal();
}

function open(name) {
  if (name === "new-game") return openNewGame();
  const part = byId(name);
  if (part.open && part.close) return part.close();
  if (part.showModal) return name === "rules" && isWide.matches ? part.show() : part.showModal();
  part.open = true;
  byId("builders").hidePopover();
  part.querySelector("summary").focus();
}

function close() {
  for (const dialog of document.querySelectorAll("dialog:modal")) dialog.close();
}

/* The browser keeps people's choices. */
function keep(name, value) {
  document.cookie = `treppe-${name}=${value};path=${settings.root};max-age=31536000;samesite=lax`;
}

/* Keep a choice by which the server makes the page. */
function choose(name, value) {
  keep(name, value);
  location.reload();
}

if (byId("board")) {
  spell(byId("board-place"));
  lay(byId("board"));
}
if (settings.first) show(settings.first);

export { fill, show, showPart, askOnce, open, turn, keep, choose };
