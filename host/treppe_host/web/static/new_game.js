/* The dialog for a new game. */
const byId = (id) => document.getElementById(id);
let isOffer = false;

/* The dialog shows what is agreed on for the chosen game, and as many names as it has players. */
function choose(dialog) {
  const game = dialog.querySelector("input[name=game]:checked")?.value;
  for (const part of dialog.querySelectorAll("[data-game]")) part.hidden = part.dataset.game !== game;
  const about = dialog.querySelector(`.about[data-game="${game}"]`);
  const count = Number(dialog.querySelector(`[name="${game}.players"]:checked`)?.value ?? about?.dataset.players ?? 0);
  const versus = count > 1 ? dialog.querySelector("[name=versus]:checked").value : "people";
  dialog.querySelector(".versus").dataset.versus = count > 1 ? versus : "alone";
  dialog.querySelector("[name=lot]").disabled = count < 2;
  dialog.querySelectorAll(".seat").forEach((seat, place) => (seat.hidden = place >= count));
  for (const part of dialog.querySelectorAll(".of-seat")) {
    part.hidden = Number(part.dataset.seat) >= count;
    if (part.hidden) part.querySelector("select").value = "";
    for (const other of part.querySelectorAll("option")) other.hidden = Number(other.value) >= count;
  }
  const places = [...dialog.querySelectorAll("[name=mine]")];
  places.forEach((place, number) => (place.parentElement.hidden = number >= count));
  if (places.findIndex((place) => place.checked) >= count) places[0].checked = true;
  for (const button of dialog.querySelectorAll("[data-learn]")) {
    button.classList.toggle("known", localStorage[`treppe-learned-${button.dataset.learn}`] === "yes");
  }
  const deal = dialog.querySelector(".deal");
  deal.hidden = !deal.dataset.games.split(" ").includes(game);
}

/* A real board has one surface: games for another one are listed, but disabled. */
function restrict(dialog) {
  const { board, surface } = document.body.dataset;
  for (const part of dialog.querySelectorAll(".about")) {
    const card = dialog.querySelector(`[name=game][value="${part.dataset.game}"]`);
    card.disabled = board === "real" && part.dataset.surface !== surface;
  }
  if (dialog.querySelector("[name=game]:checked")?.disabled) dialog.querySelector("[name=game]:enabled").checked = true;
}

const check = (dialog, name, value) => {
  for (const choice of dialog.querySelectorAll(`[name="${name}"]:is([type=radio], [type=checkbox])`)) {
    choice.checked = choice.value === value;
  }
};

/* Choose the last game again, with options and names. */
function prefer(dialog) {
  const { game, options, seats, levels, versus, mine, level } = JSON.parse(document.body.dataset.played || "{}");
  if (!game) return;
  dialog.querySelector(`[name=game][value="${game}"]`).checked = true;
  for (const [name, value] of Object.entries(options)) check(dialog, `${game}.${name}`, String(value));
  seats.forEach((name, place) => (dialog.querySelector(`[name=seat${place}]`).value = name));
  levels.forEach((each, place) => (dialog.querySelector(`[name=level${place}]`).value = each));
  check(dialog, "versus", versus);
  check(dialog, "mine", mine);
  if (level) dialog.querySelector("[name=level]").value = level;
}

function open() {
  isOffer = false;
  const dialog = byId("new-game");
  byId("new-game-error").textContent = "";
  if (!dialog.open) prefer(dialog);
  restrict(dialog);
  choose(dialog);
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("[name=game]:checked").focus();
}

/* The dialog that opens by itself goes again when a game is on the board after all, but never under somebody's hands. */
function offer() {
  if (byId("new-game").open) return;
  open();
  isOffer = true;
}

function withdraw() {
  if (isOffer) byId("new-game").close();
  isOffer = false;
}

/* One more field of a mix has this colour, or, without a letter, the last one has none. */
function fill(mix, letter) {
  const value = mix.querySelector("input");
  const all = [...mix.querySelectorAll("i")];
  const left = (button) => Number(button.dataset.of ?? (button.dataset.of = button.querySelector("b").textContent));
  value.value = letter ? value.value + letter : value.value.slice(0, -1);
  const colours = [...mix.querySelectorAll("button[data-letter]:not([data-letter=''])")];
  all.forEach((field, place) => {
    const button = colours.find((colour) => colour.dataset.letter === value.value[place]);
    if (button) field.className = button.className;
    else field.removeAttribute("class");
  });
  for (const button of colours) {
    const still = left(button) - value.value.split(button.dataset.letter).length + 1;
    button.querySelector("b").textContent = still;
    button.disabled = !still;
  }
}

function refuse(reason) {
  byId("new-game-error").textContent = reason;
}

for (const kind of ["pointerdown", "keydown", "change"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.closest("#new-game")) isOffer = false;
  });
}

document.addEventListener("change", (event) => {
  if (event.target.closest("#new-game")) choose(byId("new-game"));
});

document.addEventListener("click", (event) => {
  const button = event.target.closest(".mix button");
  if (button) fill(button.closest(".mix"), button.dataset.letter);
});

export { offer, open, refuse, withdraw };
