"use strict";
/* A club's wall: what the server's frames say is shown; which table is large is the browser's own affair. */
(() => {
  const byId = (id) => document.getElementById(id);
  const settings = JSON.parse(byId("settings").textContent);

  document.addEventListener("click", ({ target }) => {
    const language = target.closest("[data-language]")?.dataset.language;
    if (!language) return;
    document.cookie = `treppe-language=${language}; path=/; max-age=31536000; samesite=lax`;
    location.reload();
  });

  /* The door: the token stands behind the # of the link, where no server's log sees it. */
  async function enter() {
    const token = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    const isOpen = token && (await fetch("/enter", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token }) })).ok;
    if (isOpen) location.replace("/");
    byId("entering").hidden = !isOpen;
    byId(token ? "no-entry" : "by-link").hidden = Boolean(isOpen);
  }

  const SVG = "http://www.w3.org/2000/svg";
  const tables = new Map();

  function make(name, properties = {}, parent = null) {
    const part = Object.assign(document.createElement(name), properties);
    parent?.append(part);
    return part;
  }

  /* A board: its ground is drawn once for all tables, its pieces are groups by field. */
  function makeBoard(ground) {
    const symbol = byId(ground);
    const board = document.createElementNS(SVG, "svg");
    board.setAttribute("viewBox", symbol.getAttribute("viewBox"));
    board.setAttribute("class", `${symbol.getAttribute("class")} small`);
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${ground}`);
    board.append(use);
    board.groups = {};
    board.marks = {};
    for (const [field, x, y] of symbol.dataset.places.split(" ").map((place) => place.split(":"))) {
      for (const groups of [board.marks, board.groups]) {
        const group = document.createElementNS(SVG, "g");
        group.setAttribute("transform", `translate(${x} ${y})`);
        groups[field] = group;
      }
    }
    board.append(...Object.values(board.marks), ...Object.values(board.groups));
    return board;
  }

  function makeTable(number) {
    const card = make("button", { className: "table" });
    card.dataset.table = number;
    const table = { number, card, fields: {}, turns: {} };
    table.picture = make("span", { className: "picture" }, card);
    const caption = make("span", { className: "caption" }, card);
    table.name = make("strong", {}, caption);
    table.title = make("span", { className: "title" }, caption);
    table.players = make("ol", { className: "players" }, caption);
    table.standing = make("span", { className: "standing" }, caption);
    tables.set(number, table);
    const later = [...tables.values()].filter((each) => Number(each.number) > Number(number));
    const next = later.sort((one, other) => one.number - other.number)[0];
    byId("tables").insertBefore(card, next?.card ?? null);
    return table;
  }

  function change(table, changes) {
    if (changes.ground) {
      table.fields = {};
      table.board = makeBoard(changes.ground);
      table.picture.replaceChildren(table.board);
    }
    for (const [field, drawing] of Object.entries(changes.fields ?? {})) {
      if (drawing === null) delete table.fields[field];
      else table.fields[field] = drawing;
      table.board.groups[field].innerHTML = drawing ?? "";
    }
    for (const name of ["name", "title", "standing"]) if (name in changes) table[name].textContent = changes[name];
    if ("players" in changes) table.players.innerHTML = changes.players;
    if ("state" in changes) table.card.dataset.state = changes.state;
    if ("whose" in changes) table.card.dataset.whose = changes.whose;
  }

  function show(frame) {
    for (const [key, drawing] of Object.entries(frame.grounds ?? {})) {
      if (!byId(key)) byId("grounds").insertAdjacentHTML("beforeend", drawing);
    }
    if (frame.whole) {
      tables.clear();
      byId("tables").replaceChildren();
    }
    for (const [number, changes] of Object.entries(frame.tables ?? {})) change(tables.get(number) ?? makeTable(number), changes);
    byId("none").hidden = tables.size > 0;
    fit();
  }

  /* As many columns as make the miniatures largest without scrolling. */
  function fit() {
    const place = byId("tables");
    const count = Math.max(1, tables.size);
    const [width, height] = [place.clientWidth, innerHeight - place.offsetTop - 20];
    let best = [0, 1];
    for (let columns = 1; columns <= count; columns++) {
      const side = Math.min(width / columns, height / Math.ceil(count / columns) - 110);
      if (side > best[0]) best = [side, columns];
    }
    place.style.setProperty("--columns", innerWidth < 600 ? Math.min(2, count) : best[1]);
  }

  function listen() {
    const stream = new EventSource("/stream");
    stream.onmessage = ({ data }) => show(JSON.parse(data));
    stream.onopen = () => (byId("lost").hidden = true);
    stream.onerror = () => (byId("lost").hidden = false);
    addEventListener("resize", fit);
  }

  if (document.querySelector("[data-door]")) enter();
  if (document.querySelector("[data-wall]")) listen();
})();
