"use strict";
/* A club's wall: what the server's frames say is shown; which table is large is the browser's own affair. */
(() => {
  const byId = (id) => document.getElementById(id);
  const { words, states, mayName } = JSON.parse(byId("settings").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const NARROW_PX = 600;
  const HELD_MS = 5000; // a table that is large because something happens there stays so for a while
  const FRESH_MS = 3000;
  const STEP_MS = 800;
  const tables = new Map();
  let follows = localStorage.getItem("club-follow") === "yes";
  let turnedAt = 0;

  function make(name, properties = {}, parent = null) {
    const part = Object.assign(document.createElement(name), properties);
    parent?.append(part);
    return part;
  }

  async function send(address, content) {
    return fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(content) });
  }

  /* The door: the token stands behind the # of the link, where no server's log sees it. */
  async function enter() {
    const token = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    if (token && (await send("/enter", { token })).ok) {
      location.replace("/");
      return;
    }
    byId("entering").hidden = true;
    byId(token ? "no-entry" : "by-link").hidden = false;
  }

  /* A board: its ground is drawn once for all tables, its pieces are groups by field. */
  function makeBoard(ground) {
    const symbol = byId(ground);
    const box = symbol.getAttribute("viewBox");
    const board = document.createElementNS(SVG, "svg");
    const use = document.createElementNS(SVG, "use");
    board.setAttribute("viewBox", box);
    board.setAttribute("class", symbol.getAttribute("class"));
    board.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `#${ground}`);
    const [left, top, width, height] = box.split(" ");
    for (const [name, value] of Object.entries({ x: left, y: top, width, height })) use.setAttribute(name, value);
    board.marks = document.createElementNS(SVG, "g");
    board.places = {};
    board.groups = {};
    board.append(use, board.marks);
    for (const [field, x, y] of symbol.dataset.places.split(" ").map((place) => place.split(":"))) {
      board.places[field] = [x, y];
      board.groups[field] = document.createElementNS(SVG, "g");
      board.groups[field].setAttribute("transform", `translate(${x} ${y})`);
      board.append(board.groups[field]);
    }
    board.ratio = width / height;
    return board;
  }

  function put(board, fields) {
    for (const [field, drawing] of Object.entries(fields)) if (board.groups[field]) board.groups[field].innerHTML = drawing ?? "";
  }

  function mark(board, fields) {
    board.marks.replaceChildren();
    for (const [x, y] of fields.map((field) => board.places[field]).filter(Boolean)) {
      const ring = document.createElementNS(SVG, "rect");
      for (const [name, value] of Object.entries({ x: x - 45, y: y - 45, width: 90, height: 90, rx: 12, class: "mark" })) ring.setAttribute(name, value);
      board.marks.append(ring);
    }
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

  /* The players of a table, on its card or beside the large board: whose turn it is, and what is left. */
  function showPlayers(list, facts) {
    if (list.shown !== facts.players) list.innerHTML = list.shown = facts.players ?? "";
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

  /* The large table: live, or at an earlier position of its game. */
  const large = {
    number: 0,
    place: null, // null: live
    steps: null,
    open(number, isChosen = true) {
      if (isChosen && number) setFollow(false);
      this.number = tables.has(number) ? number : 0;
      this.place = null;
      this.steps = null;
      turnedAt = performance.now();
      const wall = document.querySelector(".club");
      wall.toggleAttribute("data-large", this.number > 0);
      wall.toggleAttribute("data-single", this.number > 0 && tables.size === 1);
      byId("large").hidden = !this.number;
      for (const table of tables.values()) table.card.setAttribute("aria-pressed", String(table.number === this.number));
      if (isChosen) history.replaceState(null, "", this.number ? `#${this.number}` : location.pathname);
      if (this.number) {
        this.lay(tables.get(this.number));
        this.load();
        const [{ card }, row] = [tables.get(this.number), byId("tables")];
        row.scrollTo(card.offsetLeft - row.offsetLeft - row.clientWidth / 2, card.offsetTop - row.offsetTop - row.clientHeight / 2);
      }
      fit();
    },
    lay(table) {
      this.board = makeBoard(table.facts.ground);
      byId("large").style.setProperty("--ratio", this.board.ratio.toFixed(4));
      byId("large").querySelector(".stage").replaceChildren(this.board);
      put(this.board, table.fields);
      mark(this.board, table.facts.last ?? []);
      this.tell(table);
    },
    tell({ facts }) {
      const part = (name) => byId("large").querySelector(name);
      part("header h2").textContent = facts.name + (facts.away ? ` · ${words.away}` : "");
      part(".title").textContent = facts.title;
      part(".standing").textContent = states[facts.state] ?? facts.standing;
      part(".past input").max = facts.ply;
      part(".past input").value = this.place ?? facts.ply;
      part(".past").hidden = part(".record").hidden = !facts.ply;
      part("[data-live]").hidden = this.place === null;
      part("[data-rename]").hidden = !mayName;
      part("[data-all-tables]").hidden = tables.size === 1;
      byId("large").dataset.whose = facts.whose;
      showPlayers(part(".players"), facts);
    },
    async load() {
      const { number } = this;
      const answer = await fetch(`/tables/${number}`);
      if (!answer.ok || number !== this.number) return;
      this.steps = await answer.json();
      byId("moves").innerHTML = this.steps.turns.join("");
      this.mark();
      this.remember();
    },
    change(table, changes, turns, isWhole) {
      if (changes.ground) this.lay(table);
      else if (this.place === null) {
        put(this.board, changes.fields ?? {});
        if (changes.last) mark(this.board, changes.last);
      }
      this.tell(table);
      if (isWhole || "game" in changes || (this.steps && "ply" in changes && changes.ply !== this.steps.places.length)) this.load();
      else if (this.steps && "ply" in changes) {
        this.steps.places.push({ fields: changes.fields ?? {}, last: changes.last ?? table.facts.last });
        this.write(turns ?? {});
        this.mark();
        this.remember();
      }
    },
    write(turns) {
      for (const [place, row] of Object.entries(turns)) {
        const before = byId("moves").children[place];
        if (row === null) before?.remove();
        else if (before) before.outerHTML = row;
        else byId("moves").insertAdjacentHTML("beforeend", row);
      }
    },
    /* How far this browser has seen the game; what was played since then can be watched. */
    remember() {
      const { facts } = tables.get(this.number);
      const [game, ply] = (localStorage.getItem(`club-seen-${this.number}`) ?? "").split(" ").map(Number);
      const missed = game === facts.game && ply < facts.ply ? facts.ply - ply : 0;
      const note = byId("large").querySelector(".missed");
      if (missed > 1 && note.hidden) {
        note.hidden = false;
        note.dataset.from = ply;
        note.firstElementChild.textContent = words.missed.replace("{}", missed);
      }
      if (!document.hidden) localStorage.setItem(`club-seen-${this.number}`, `${facts.game} ${facts.ply}`);
    },
    look(place) {
      const { facts, fields } = tables.get(this.number);
      if (!this.steps) return;
      this.place = place >= facts.ply ? null : place;
      const standing = this.place === null ? fields : Object.assign({}, ...this.steps.places.slice(0, place + 1).map((each) => each.fields));
      put(this.board, Object.fromEntries(Object.keys(this.board.groups).map((field) => [field, standing[field] ?? ""])));
      mark(this.board, this.place === null ? facts.last : this.steps.places[place].last);
      this.tell(tables.get(this.number));
      this.mark();
    },
    mark() {
      let count = 0;
      const here = this.place ?? tables.get(this.number).facts.ply;
      for (const row of byId("moves").children) {
        const before = count;
        count += row.querySelectorAll("code").length;
        row.classList.toggle("here", before < here && here <= count);
        row.classList.toggle("later", before >= here);
        if (before < here && here <= count) byId("moves").scrollTop = row.offsetTop - byId("moves").offsetTop - byId("moves").clientHeight / 2;
      }
    },
    watch(from) {
      clearInterval(this.running);
      byId("large").querySelector(".missed").hidden = true;
      this.look(from);
      this.running = setInterval(() => {
        if (this.place === null) clearInterval(this.running);
        else this.look(this.place + 1);
      }, STEP_MS);
    },
  };

  function show(frame) {
    for (const [key, drawing] of Object.entries(frame.grounds ?? {})) {
      if (!byId(key)) byId("grounds").insertAdjacentHTML("beforeend", drawing);
    }
    if (frame.finished !== undefined) {
      byId("finished").querySelector(".results").innerHTML = frame.finished;
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

  /* As many columns as make the miniatures largest without scrolling. */
  function fit() {
    const place = byId("tables");
    const count = Math.max(1, tables.size);
    if (large.number || !tables.size) return;
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
      await send("/names", { table: number, name: dialog.querySelector("[name=table]").value.trim(), game: facts.game, seats });
    };
    dialog.returnValue = "";
    dialog.showModal();
  }

  function act({ target }) {
    const part = target.closest("[data-language], [data-table], [data-all-tables], [data-live], [data-rename], [data-watch-missed], #follow");
    if (!part) return;
    const { language, table } = part.dataset;
    if (language) {
      document.cookie = `treppe-language=${language}; path=/; max-age=31536000; samesite=lax`;
      location.reload();
    } else if (table) large.open(Number(table));
    else if (part.matches("[data-all-tables]")) large.open(0);
    else if (part.matches("[data-live]")) large.look(Infinity);
    else if (part.matches("[data-rename]")) rename();
    else if (part.matches("[data-watch-missed]")) large.watch(Number(part.parentElement.dataset.from));
    else setFollow(!follows);
  }

  function listen() {
    followStream("/stream", show);
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
})();
