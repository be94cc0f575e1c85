/* The page without a server: shows the board, the pieces beside it and the record. */
import { state } from "./alone_state.js";
import { show as showPage } from "./page.js";
import { html, trusted } from "./safe_html.js";
import { settings } from "./settings.js";

const byId = (id) => document.getElementById(id);

function show() {
  const { display, lamps: shining } = state.board.latest;
  const position = JSON.parse(state.page.position(state.board.id));
  const around = state.board.kind === "simulated" ? JSON.parse(state.page.around()) : { stacks: position?.stacks ?? [], hand: [], supply: {} };
  const key = (position && state.boards.games[position.game]?.setups[position.options.players]?.board) ?? state.boards.surfaces[state.board.surface];
  if (!key) return;
  const isNew = change("board", key);
  if (isNew) showPage({ html: { "board-place": state.boards.boards[key].html } });
  if (change("stacks", JSON.stringify(around.stacks)) || isNew) stand(around.stacks, state.boards.boards[key].view);
  if (shining && (change("roles", shining.roles) || isNew)) showPage({ roles: shining.roles });
  if (change("hand", JSON.stringify([around.hand, around.supply, key, shining]))) showHand(around, state.boards.boards[key].view);
  if (display && change("display", JSON.stringify([display.lines, state.words.language]))) byId("display").textContent = display.lines.join("\n");
  if (change("moves", JSON.stringify([position?.moves, position?.reason, state.words.language, position?.player]))) showRecord(position);
  if (change("status", [state.board.kind, !!state.board.link.hello, state.words.language].join())) {
    byId("status").textContent = state.board.link.hello ? state.words[state.board.kind] : state.words.silent;
    byId("connect").textContent = state.words[state.board.kind === "real" ? "disconnect" : "connect"];
  }
}

function change(name, value) {
  const isNew = state.drawn[name] !== value;
  state.drawn[name] = value;
  return isNew;
}

function stand(stacks, view) {
  if (!stacks.length) return;
  const drawings = JSON.parse(state.page.draw(JSON.stringify(stacks), view));
  const names = stacks.map((stack) => stack.join(" "));
  showPage({ fields: Object.fromEntries(drawings.map(([svg, height], field) => [field, [svg, height, names[field], false]])) });
}

function picture(code, view) {
  const [svg, height] = JSON.parse(state.page.draw_piece(code, view));
  const half = view === "PLAN" ? 44 : 62;
  return html`<svg viewBox="${-half} ${-40 - height} ${2 * half} ${88 + height}" aria-hidden="true">${trusted(svg)}</svg>`;
}

function showHand({ hand: carried, supply }, view) {
  const piece = carried.length ? picture(carried.at(-1), view) : "";
  const button = (code) => html`<button id="take-${code}" data-take="${code}" ${carried.length || !supply[code] ? "disabled" : ""} aria-label="${code}">${picture(code, view)}<span>${supply[code]}</span></button>`;
  const isDue = settings.supplied.some((role) => state.board.latest.lamps?.roles.includes(role)) && Object.values(supply).some(Boolean);
  const turns = /^N.*[ai]$/.test(carried.at(-1) ?? "") ? html`<button id="turn-over" data-turn>${state.words.turn_over}</button>` : "";
  document.body.dataset.hand = carried.length ? "full" : "";
  showPage({
    html: {
      "hand-piece": String(piece),
      "hand-text": carried.length ? state.words.puts : isDue ? state.words.brings : state.words.lifts,
      "give-place": carried.length ? String(html`${turns}<button id="give" data-give>${state.words.give}</button>`) : "",
      supply: String(html`${Object.keys(supply).sort().map(button)}`),
    },
  });
}

function showRecord(position) {
  const moves = position?.moves ?? [];
  const standing = [];
  for (const move of moves) {
    if (move.undo) standing.splice(-move.undo).forEach((each) => (each.isUndone = true));
    else standing.push(move);
  }
  const row = ({ word, player, isUndone }) => html`<li class="player${player} ${isUndone ? "undone" : ""}"><i></i>${word}</li>`;
  const whose = position?.reason ? "" : position?.player;
  document.body.dataset.whose = position ? String(whose ?? "") : "";
  const winners = (position?.winners ?? []).map((player) => state.words.players[player]).join(" + ");
  const heading = !position ? "" : position.reason ? (winners ? state.words.won.replace("{}", winners) : state.words.draw) : state.words.to_move.replace("{}", state.words.players[position.player]);
  showPage({
    html: { moves: String(html`${moves.filter(({ word }) => word).map(row)}`), turn: heading && String(html`<strong>${heading}</strong>`) },
  });
  byId("title").textContent = position ? state.boards.games[position.game].title : state.words.try_it;
}

export { show };
