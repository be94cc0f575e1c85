"use strict";
/* The page's own script: it shows the board's messages and sends people's actions, and decides nothing else. */
const treppe = (() => {
  const byId = (id) => document.getElementById(id);
  let hasAsked = false;

  /* Write only changes: while a player thinks, the same text comes hundreds of times. */
  function write(part, name, text) {
    if (part.getAttribute(name) !== text) part.setAttribute(name, text);
  }

  /* Leave equal content alone: a button that is replaced under a finger loses its press. */
  function fill(part, html) {
    if (part && part.shown !== html) part.innerHTML = part.shown = html;
  }

  function label(group) {
    const words = [group.dataset.name, group.dataset.pieces, treppe.words[group.dataset.role]];
    write(group, "aria-label", words.filter(Boolean).join(", "));
  }

  function shine(next) {
    for (const group of document.querySelectorAll(".field")) {
      const { field, role } = group.dataset;
      const now = next[field] ?? ".";
      if (role === now) continue;
      group.dataset.role = now;
      lamps.shine(field, now);
      write(byId("above" + field).lastChild, "pointer-events", lamps.looks[now]?.mark ? "all" : "none");
      label(group);
    }
  }

  function place(field, [svg, height, pieces, isBehind]) {
    const group = byId("field" + field);
    if (!group) return;
    byId("stack" + field).innerHTML = svg;
    byId("above" + field).setAttribute("transform", `translate(0 ${-height})`);
    lamps.stand(field, height, svg !== "", isBehind);
    group.classList.toggle("occupied", svg !== "");
    group.dataset.pieces = pieces;
    label(group);
  }

  /* Keep the list of actions scrolled to its end, also when other parts of the page shrink it. */
  const showLastMove = () => {
    byId("moves").scrollTop = byId("moves").scrollHeight;
  };
  const rooms = new ResizeObserver(showLastMove);

  function show(update) {
    const focused = document.activeElement?.id;
    for (const [id, html] of Object.entries(update.html ?? {})) {
      const part = byId(id);
      if (id === "board-place" && part) part.shown = null; // its pieces and lamps have changed since
      fill(part, html);
      if (id === "board-place") lamps.lay(byId("board"));
    }
    for (const [field, stack] of Object.entries(update.fields ?? {})) place(field, stack);
    if (update.title !== undefined) document.title = update.title;
    if (update.roles !== undefined) shine(update.roles);
    for (const [name, value] of Object.entries(update.body ?? {})) document.body.dataset[name] = value;
    sounds.listen();
    if (update.body?.last !== undefined) remember(update.body.last.split(" "));
    if (update.body?.ask && !hasAsked) {
      hasAsked = true;
      newGame.open();
      byId("new-game").dataset.byItself = "yes";
    }
    if (update.body?.ask === "" && byId("new-game")?.dataset.byItself) byId("new-game").close();
    if (update.body?.view !== undefined) look(update.body.view);
    if (update.body?.at !== undefined) records.mark(update.body.at);
    if (update.html?.["hand-piece"] !== undefined) carry(update.html["hand-piece"]);
    if (update.body?.careless !== undefined && byId("careless")) byId("careless").checked = update.body.careless === "yes";
    if (update.html?.moves !== undefined && !byId("place")) {
      showLastMove();
      rooms.observe(byId("moves"));
    }
    if (focused && !document.activeElement?.id) byId(focused)?.focus();
    if (update.html?.["board-place"] !== undefined) document.querySelector(".field")?.setAttribute("tabindex", "0");
  }

  function remember(fields) {
    for (const group of document.querySelectorAll(".field")) {
      for (const part of [group, byId("pad" + group.dataset.field)]) {
        part.classList.toggle("last", fields.includes(group.dataset.field));
      }
    }
  }

  /* Mark the present view as the chosen one. */
  function look(view) {
    const choice = document.querySelector(`[name=board-view][value=${view}]`);
    if (choice) choice.checked = true;
  }

  function turn(view) {
    keep("view", view);
    emitEvent("view", view);
  }

  function carry(svg) {
    byId("ghost").innerHTML = svg;
    byId("ghost").hidden = !svg;
  }

  /* Ask once before an action that ends a game or lays it aside. */
  function askOnce({ sure, question }) {
    byId("ask-text").textContent = question;
    byId("ask-yes").dataset.emit = sure;
    byId("ask").showModal();
  }

  function open(name) {
    delete byId(name).dataset.byItself;
    if (name === "new-game") newGame.open();
    else byId(name).showModal();
  }

  function close() {
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  }

  /* The browser keeps people's choices. */
  function keep(name, value) {
    document.cookie = `treppe-${name}=${value};path=/;max-age=31536000;samesite=lax`;
  }

  function speak(language) {
    keep("language", language);
    location.reload();
  }

  /* People click a piece and then its target, or drag it there; both are a lift and a put. */
  const isAtBoard = () => document.body.dataset.board === "simulated" && !document.body.dataset.watch;
  const fieldOf = (part) => part?.closest?.(".field") ?? byId("field" + part?.closest?.("[data-over]")?.dataset.over);
  let origin = null;
  let isDragging = false;
  function beginDrag(event) {
    const field = fieldOf(event.target);
    const part = isAtBoard() && (field?.matches(".occupied") ? field : event.target.closest?.("[data-take]:enabled"));
    isDragging = false;
    origin = part && event.button === 0 && !document.body.dataset.hand ? { part, x: event.clientX, y: event.clientY } : null;
  }
  function drag(event) {
    if (!origin || isDragging || Math.hypot(event.clientX - origin.x, event.clientY - origin.y) < 8) return;
    isDragging = true;
    const { field, take } = origin.part.dataset;
    if (field !== undefined) emitEvent("field", Number(field));
    else emitEvent("take", take);
  }
  function drop(event) {
    origin = null;
    if (!isDragging) return;
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const field = fieldOf(target);
    if (field) emitEvent("field", Number(field.dataset.field));
    else if (target?.closest(".hands")) emitEvent("give", "");
    setTimeout(() => (isDragging = false)); // ignores the click that ends it
  }

  /* Arrow keys go to the nearest field in their direction. */
  const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  function neighbour(from, [dx, dy]) {
    const at = (group) => ({ x: Number(group.dataset.east), y: Number(group.dataset.south) });
    const start = at(from);
    let best = null;
    let least = Infinity;
    for (const group of document.querySelectorAll(".field")) {
      const x = at(group).x - start.x;
      const y = at(group).y - start.y;
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 1 && aside <= along && along + 2 * aside < least) {
        least = along + 2 * aside;
        best = group;
      }
    }
    return best;
  }

  function focus(group) {
    for (const other of document.querySelectorAll('.field[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    group.setAttribute("tabindex", "0");
    group.focus();
  }

  /* Hold a button as long as the finger is on it: some mean another thing then. */
  const pressed = new Set();
  function press(name) {
    if (pressed.has(name)) return;
    pressed.add(name);
    emitEvent("press", name);
  }
  function release(name) {
    if (pressed.delete(name)) emitEvent("release", name);
  }

  document.addEventListener("click", (event) => {
    const part = fieldOf(event.target) ?? event.target.closest(
      "[data-take], [data-give], [data-turn], [data-choose], [data-sure], [data-emit], [data-unhide], [data-go-on], [data-open], [data-close], [data-language], [data-place], [data-step], [data-run], [data-puzzle], [data-share]",
    );
    if (!part || isDragging) return;
    if (part.dataset.field !== undefined) {
      focus(part);
      emitEvent("field", Number(part.dataset.field));
    } else if (part.dataset.take !== undefined) emitEvent("take", part.dataset.take);
    else if (part.dataset.give !== undefined) emitEvent("give", "");
    else if (part.dataset.turn !== undefined) emitEvent("turn", "");
    else if (part.dataset.choose !== undefined) emitEvent("choose", part.dataset.choose);
    else if (part.dataset.sure !== undefined) askOnce(part.dataset);
    else if (part.dataset.emit !== undefined) {
      emitEvent(part.dataset.emit, "");
      part.closest("#ask")?.close();
    }
    else if (part.dataset.unhide !== undefined) emitEvent("unhide", Number(part.dataset.unhide));
    else if (part.dataset.goOn !== undefined) emitEvent("go_on", Number(part.dataset.goOn));
    else if (part.dataset.open !== undefined) open(part.dataset.open);
    else if (part.dataset.puzzle !== undefined) emitEvent("puzzle", part.dataset.puzzle);
    else if (part.dataset.place !== undefined) emitEvent("place", Number(part.dataset.place));
    else if (part.dataset.step !== undefined) records.step(Number(part.dataset.step));
    else if (part.dataset.run !== undefined) records.run(part.getAttribute("aria-pressed") === "false");
    else if (part.dataset.share !== undefined) records.share(part);
    else if (part.dataset.language !== undefined) speak(part.dataset.language);
    else close();
  });
  document.addEventListener("keydown", (event) => {
    const button = event.target.closest?.("[data-button]");
    const field = event.target.closest?.(".field");
    const isAct = event.key === "Enter" || event.key === " ";
    if (button && isAct) press(button.dataset.button);
    else if (records.stepByKey(event)) void 0;
    else if (field && isAct && !event.repeat) emitEvent("field", Number(field.dataset.field));
    else if (field && directions[event.key]) {
      const next = neighbour(field, directions[event.key]);
      if (next) focus(next);
    } else return;
    event.preventDefault();
  });
  document.addEventListener("keyup", () => [...pressed].forEach(release));
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-button]");
    if (button && event.button === 0) press(button.dataset.button);
    beginDrag(event);
  });
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", () => (origin = null));
  for (const end of ["pointerup", "pointercancel", "blur"]) {
    window.addEventListener(end, () => [...pressed].forEach(release));
  }
  document.addEventListener("pointermove", (event) => {
    drag(event);
    const ghost = byId("ghost");
    if (!ghost || document.body.dataset.board !== "simulated") return;
    ghost.classList.toggle("following", event.pointerType === "mouse" || isDragging);
    ghost.style.setProperty("--unit", `${lamps.unit()}px`);
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  });
  document.addEventListener("change", (event) => {
    if (event.target.dataset.kept) sounds.keep(event.target.dataset.kept, event.target.checked);
    const { set, hint } = event.target.dataset;
    const { type, checked } = event.target;
    const value = type === "checkbox" ? checked : type === "range" ? Number(event.target.value) : event.target.value;
    if (set !== undefined) emitEvent("set", { name: set, value });
    if (hint !== undefined) emitEvent("hint", { player: Number(hint), level: value });
    if (event.target.name === "board-view") turn(event.target.value);
    if (event.target.id === "fault") {
      emitEvent("break", event.target.value);
      event.target.selectedIndex = 0;
    } else if (event.target.id === "careless") emitEvent("careless", event.target.checked);
  });
  const forms = { "new-game-form": "start", "rename-form": "rename", "remark-form": "remark" };
  document.addEventListener("submit", (event) => {
    const name = forms[event.target.id];
    if (!name) return;
    event.preventDefault();
    emitEvent(name, { ...Object.fromEntries(new FormData(event.target)), place: byId("place")?.value });
  });

  return { words: {}, show, close, directions, neighbour };
})();
