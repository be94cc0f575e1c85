/* The large table of a club's wall: live, or at an earlier position of its game. `noteOpened` hears whether a person has opened it. */
import { makeBoard, mark, put } from "./club_board.js";
import { settings } from "./settings.js";

function makeLarge({ tables, words, states, mayName, showPlayers, fit, noteOpened }) {
  const STEP_MS = 800;
  const byId = (id) => document.getElementById(id);

  return {
    number: 0,
    place: null, // null: live
    steps: null, // null: not loaded
    request: null,
    open(number, isChosen = true) {
      this.number = tables.has(number) ? number : 0;
      this.place = null;
      this.request = this.steps = null;
      noteOpened(isChosen && number > 0);
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
      part("header h2").textContent = facts.away ? `\u2068${facts.name}\u2069 · ${words.away}` : facts.name;
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
    /* Load the record and its positions. What happens meanwhile is not in the answer: then it is loaded anew. */
    async load() {
      const request = (this.request = {});
      this.steps = null;
      const answer = await fetch(`${settings.root}tables/${this.number}`);
      const steps = answer.ok && (await answer.json());
      if (!steps || request !== this.request) return;
      this.steps = steps;
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
      if (isWhole || "game" in changes || ("ply" in changes && changes.ply !== this.steps?.places.length)) this.load();
      else if ("ply" in changes) {
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
    /* Remember how far this browser has shown the game, and offer to watch the actions since then. */
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
}

export { makeLarge };
