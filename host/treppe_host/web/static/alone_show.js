/* The page without a server: shows the board, the pieces beside it and the record. */
function show() {
  const { display, lamps: shining } = board.latest;
  const position = JSON.parse(page.position(board.id));
  const around = board.kind === "simulated" ? JSON.parse(page.around()) : { stacks: position?.stacks ?? [], hand: [], supply: {} };
  const key = (position && boards.games[position.game]?.setups[position.options.players]?.board) ?? boards.surfaces[board.surface];
  if (!key) return;
  const isNew = change("board", key);
  if (isNew) treppe.show({ html: { "board-place": boards.boards[key].html } });
  if (change("stacks", JSON.stringify(around.stacks)) || isNew) stand(around.stacks, boards.boards[key].view);
  if (shining && (change("roles", shining.roles) || isNew)) treppe.show({ roles: shining.roles });
  if (change("hand", JSON.stringify([around.hand, around.supply, key, shining]))) showHand(around, boards.boards[key].view);
  if (display && change("display", JSON.stringify([display.lines, words.language]))) byId("display").textContent = display.lines.join("\n");
  if (change("moves", JSON.stringify([position?.moves, position?.reason, words.language, position?.player]))) showRecord(position);
  if (change("status", [board.kind, !!board.link.hello, words.language].join())) {
    byId("status").textContent = board.link.hello ? words[board.kind] : words.silent;
    byId("connect").textContent = words[board.kind === "real" ? "disconnect" : "connect"];
  }
}

function change(name, value) {
  const isNew = drawn[name] !== value;
  drawn[name] = value;
  return isNew;
}

function stand(stacks, view) {
  if (!stacks.length) return;
  const drawings = JSON.parse(page.draw(JSON.stringify(stacks), view));
  const names = stacks.map((stack) => stack.join(" "));
  treppe.show({ fields: Object.fromEntries(drawings.map(([svg, height], field) => [field, [svg, height, names[field], false]])) });
}

function picture(code, view) {
  const [svg, height] = JSON.parse(page.draw_piece(code, view));
  const half = view === "PLAN" ? 44 : 62;
  return `<svg viewBox="${-half} ${-40 - height} ${2 * half} ${88 + height}" aria-hidden="true">${svg}</svg>`;
}

function showHand({ hand: carried, supply }, view) {
  const piece = carried.length ? picture(carried.at(-1), view) : "";
  const button = (code) => `<button id="take-${code}" data-take="${code}" ${carried.length || !supply[code] ? "disabled" : ""} aria-label="${code}">${picture(code, view)}<span>${supply[code]}</span></button>`;
  const isDue = BRING.test(board.latest.lamps?.roles ?? "") && Object.values(supply).some(Boolean);
  const turns = /^N.*[ai]$/.test(carried.at(-1) ?? "") ? `<button id="turn-over" data-turn>${words.turn_over}</button>` : "";
  document.body.dataset.hand = carried.length ? "full" : "";
  treppe.show({
    html: {
      "hand-piece": piece,
      "hand-text": carried.length ? words.puts : isDue ? words.brings : words.lifts,
      "give-place": carried.length ? `${turns}<button id="give" data-give>${words.give}</button>` : "",
      supply: Object.keys(supply).sort().map(button).join(""),
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
  const row = ({ word, player, isUndone }) => `<li class="player${player} ${isUndone ? "undone" : ""}"><i></i>${word}</li>`;
  const whose = position?.reason ? "" : position?.player;
  document.body.dataset.whose = position ? String(whose ?? "") : "";
  const winners = (position?.winners ?? []).map((player) => words.players[player]).join(" + ");
  const heading = !position ? "" : position.reason ? (winners ? words.won.replace("{}", winners) : words.draw) : words.to_move.replace("{}", words.players[position.player]);
  treppe.show({
    html: { moves: moves.filter(({ word }) => word).map(row).join(""), turn: heading && `<strong>${heading}</strong>` },
  });
  byId("title").textContent = position ? boards.games[position.game].title : words.try_it;
}
