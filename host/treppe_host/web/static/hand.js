/* The hand behind the hand: things that a player marks and then gives, and whether it lies covered. */
import { act } from "./outlet.js";
import { showPart } from "./page.js";

const byId = (id) => document.getElementById(id);
let uncovered = "";

/* A hand stays uncovered as long as it is the same player's: it changes with each disc and card. */
function keepOpen() {
  const hand = document.querySelector(".held");
  if (!hand) return;
  if (hand.dataset.player === uncovered) hand.open = true;
  else if (!hand.open) uncovered = "";
}

const marked = () => [...document.querySelectorAll("[data-held][aria-pressed=true]")].map((thing) => thing.dataset.held);

function mark(thing) {
  thing.setAttribute("aria-pressed", thing.getAttribute("aria-pressed") !== "true");
  const give = byId("give-held");
  const count = marked().length;
  give.rest ??= give.textContent;
  give.disabled = !count;
  give.textContent = count ? give.dataset[count === 1 ? "one" : "many"].replace("{}", count) : give.rest;
}

document.addEventListener("toggle", (event) => {
  if (event.target.matches(".held")) uncovered = event.target.open ? event.target.dataset.player : "";
}, true);

/* Do what a click in the hand means; answer whether it was one. */
function markOrGive(target) {
  const thing = target.closest("[data-held]");
  const isGiven = target.closest("#give-held") !== null;
  if (thing) mark(thing);
  if (isGiven) act("give_held", marked());
  return thing !== null || isGiven;
}

showPart("html", keepOpen);

export { markOrGive };
