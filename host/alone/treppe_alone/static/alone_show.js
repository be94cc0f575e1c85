/* The page without a server: shows the board, the pieces beside it and the record. */
import { card, choices, isPlaying, only } from "./alone_lesson.js";
import { state } from "./alone_state.js";
import { show as showPage } from "./page.js";
import { heightOf } from "./pieces.js";
import { html } from "./safe_html.js";
import { settings } from "./settings.js";
import { spelt } from "./alone_words.js";

const byId = (id) => document.getElementById(id);

function show() {
  const { display, lamps: shining } = state.board.latest;
  const position = JSON.parse(state.page.position(state.board.id, state.words.language));
  const around = state.board.kind === "simulated" ? JSON.parse(state.page.around()) : { stacks: position?.stacks ?? [], hand: [], supply: {} };
  const key = (position && state.boards.games[position.game]?.setups[position.options.players]?.board) ?? state.boards.surfaces[state.board.surface];
  if (!key) return;
  const { html: drawn, view } = state.boards.boards[key];
  const isNew = change("board", `${key} ${state.words.language}`);
  if (isNew) showPage({ html: { "board-place": drawn + state.words.sprites[view] } });
  const fields = Object.fromEntries(around.stacks.map((stack) => stack.join(" ")).entries());
  if (change("stacks", JSON.stringify(fields)) || isNew) showPage({ fields });
  const toDo = JSON.parse(state.page.to_do(state.board.id, state.words.language, JSON.stringify(state.words.to_do), only(position)));
  const roles = shining ? lit(shining.roles, display, position, toDo) : "";
  if (shining && (change("roles", roles) || isNew)) showPage({ roles });
  if (change("last", String(position?.last ?? "")) || isNew) showPage({ body: { last: (position?.last ?? []).join(" ") } });
  if (change("hand", JSON.stringify([around.hand, around.supply, key, roles, state.refused, state.words.language]))) {
    showHand(around, view, roles, toDo);
  }
  if (change("choices", JSON.stringify([toDo, state.offers, isPlaying(position), choices(position).map(String), state.words.language]))) showChoices(toDo, position);
  if (display && change("display", JSON.stringify([display.lines, state.words.language]))) byId("display").textContent = display.lines.join("\n");
  const thinks = state.level && !position?.reason ? state.words.thinks.replace("{}", position.seats[position.player]) : "";
  const taught = card(position);
  const advice = taught ? taught.text : thinks || (around.hand.length && toDo ? state.words.put_it : (toDo?.sentence ?? ""));
  if (change("moves", JSON.stringify([position?.moves, position?.reason, state.words.language, position?.player, String(advice)]))) showRecord(position, advice, taught?.heading);
  if (change("status", [state.board.kind, !!state.board.link.hello, state.words.language].join())) {
    byId("status").textContent = state.board.link.hello ? state.words[state.board.kind] : state.words.silent;
    byId("connect").textContent = state.words[state.board.kind === "real" ? "disconnect" : "connect"];
  }
}

/* Lamps of the piece in the hand alone, for no sensor sees the box; none while the board still sees the position before. */
function lit(roles, display, position, toDo) {
  if (state.board.kind !== "simulated" || !position || position.reason) return roles;
  const last = position.moves.findLast((move) => move.word && !move.isUndone)?.word;
  const isShown = display && display.game === position.game && display.player === position.player;
  if (display?.phase === "play" && (!isShown || (display.last && last && display.last !== last) || isPlaying(position))) return ".".repeat(roles.length);
  if (!toDo) return roles;
  return [...roles].map((role, field) => (settings.offers.includes(role) && !toDo.targets.includes(field) ? "." : role)).join("");
}

/* What a person may choose by a button: what a click may have meant, or actions that move no piece. */
function showChoices(toDo, position) {
  const lesson = choices(position);
  const isFree = toDo && !isPlaying(position) && state.board.kind === "simulated" && (!lesson.length || only(position));
  const button = ([word, text]) => html`<button class="word" data-choose="${word}">${spelt(text)}</button>`;
  const named = state.offers.length ? state.offers : (toDo?.buttons ?? []);
  const end = toDo?.ends && !state.offers.length ? [[".", state.words.may_end[toDo.ends]]] : [];
  showPage({ html: { choices: String(html`${isFree ? [...named, ...end].map(button) : []}${lesson}`) } });
}

function change(name, value) {
  const isNew = state.drawn[name] !== value;
  state.drawn[name] = value;
  return isNew;
}

function picture(code, view) {
  const half = view === "_CORNER" ? 62 : 44;
  const height = heightOf([code]);
  return html`<svg viewBox="${-half} ${-40 - height} ${2 * half} ${88 + height}" aria-hidden="true"><use href="#piece-${code}" class="level1"/></svg>`;
}

function showHand({ hand: carried, supply }, view, roles, toDo) {
  const piece = carried.length ? picture(carried.at(-1), view) : "";
  const button = (code) => html`<button id="take-${code}" data-take="${code}" ${carried.length ? "disabled" : ""} aria-label="${state.words.pieces[code] ?? code}">${picture(code, view)}<span>${supply[code]}</span></button>`;
  const isDue = toDo && settings.supplied.some((role) => roles.includes(role)) && Object.values(supply).some(Boolean);
  const text = carried.length ? state.words.at_table.held.replace("{}", state.words.pieces[carried.at(-1)] ?? carried.at(-1)) : isDue ? state.words.at_table.due : "";
  document.body.dataset.hand = carried.length ? "full" : "";
  showPage({
    html: {
      "hand-piece": String(piece),
      "hand-text": String(html`${state.refused || text}`),
      "give-place": carried.length ? String(html`<button id="give" data-give>${state.words.at_table.back}</button>`) : "",
      supply: String(html`${Object.keys(supply).filter((code) => supply[code]).sort().map(button)}`),
    },
  });
}

function showRecord(position, advice, taught) {
  const moves = position?.moves ?? [];
  const standing = [];
  for (const move of moves) {
    if (move.undo) standing.splice(-move.undo).forEach((each) => (each.isUndone = true));
    else standing.push(move);
  }
  const row = ({ word, text, player, isUndone }) => html`<li class="player${player} ${isUndone ? "undone" : ""}"><i></i><span class="act"><q>${spelt(text)}</q><code>${word}</code></span></li>`;
  const whose = position?.reason ? "" : position?.player;
  document.body.dataset.whose = position ? String(whose ?? "") : "";
  const winners = (position?.winners ?? []).map((player) => state.words.players[player]).join(" + ");
  const heading = taught ?? (!position ? "" : position.reason ? (winners ? state.words.won.replace("{}", winners) : state.words.draw) : state.words.to_move.replace("{}", state.words.players[position.player]));
  const rows = moves.filter(({ word }) => word).map((move) => String(row(move)));
  showPage({
    rows: Object.fromEntries(rows.entries()),
    num_rows: rows.length,
    html: { turn: heading && String(html`<strong>${heading}</strong><span>${advice}</span>`) },
  });
  byId("open-rules").hidden = !position;
  if (position) showRules(position.game);
  byId("title").textContent = position ? state.boards.games[position.game].title : state.words.try_it;
}

/* The pictures lie in the file: each gets an address of this page the first time that it is shown. */
function pictureAt(address) {
  state.addresses[address] ??= URL.createObjectURL(new Blob([state.pictures[address]], { type: "image/svg+xml" }));
  return state.addresses[address];
}

function showRules(game) {
  if (!change("rules", [game, state.words.language].join())) return;
  const text = state.words.rules_of[game].replace(/src="([^"]+)"/g, (_, address) => `src="${pictureAt(address)}"`);
  showPage({ html: { "rules-text": text } });
}

/* The game that is chosen and not begun: its picture, and what it is about. */
function showAbout(game) {
  const [start] = state.words.rules_of[game].match(/(?<=src=")[^"]*\/start[^"]*/) ?? [];
  const [summary, forWhom] = state.words.about[game];
  showPage({ html: { about: String(html`<img src="${start && pictureAt(start)}" alt=""><div><p>${summary}</p><small>${forWhom}</small></div>`) } });
}

export { show, showAbout };
