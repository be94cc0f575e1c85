/* An event's page: the server's frames bring all changes; each browser chooses the round that it shows. */
import { makeId } from "./outlet.js";
import { fill, showPart } from "./page.js";
import { post } from "./server.js";
import { settings } from "./settings.js";

const PAIRING_MS = 120000; // of 150 players, on a small computer
const byId = (id) => document.getElementById(id);
const main = document.querySelector("main.event");
const number = main.dataset.event;
let round = "";

async function say(address, fields) {
  const answer = await post(address, fields, PAIRING_MS);
  if (!answer) return null;
  const reply = await answer.json().catch(() => ({}));
  byId("refused").textContent = reply.error ?? (answer.ok ? "" : answer.statusText);
  byId("refused").hidden = answer.ok;
  return answer.ok ? reply : null;
}

function turnTo(wanted) {
  const rounds = [...main.querySelectorAll(".round")];
  const shown = rounds.find(({ dataset }) => dataset.of === wanted) ?? rounds[0];
  round = shown && shown !== rounds[0] ? shown.dataset.of : "";
  for (const each of rounds) each.hidden = each !== shown;
  for (const tab of main.querySelectorAll("[data-round]")) tab.setAttribute("aria-pressed", tab.dataset.round === shown?.dataset.of);
}

/* Keep details unfolded; who is typing, or has a finger on a button, is not disturbed. */
function show(content) {
  const open = [...main.querySelectorAll("details[open]")].map(({ id }) => id);
  fill(byId("event"), content);
  for (const each of main.querySelectorAll("details")) each.open = open.includes(each.id);
  turnTo(round);
}

function act(button) {
  const { act, roundNumber, table, result, player, game } = button.dataset;
  const fields = { act };
  if (act === "rule") Object.assign(fields, { round: Number(roundNumber), table: Number(table), result });
  if (player) fields.player = Number(player);
  if (game) fields.game = Number(game);
  if (act === "rename") {
    fields.name = prompt(button.textContent, button.closest("li").querySelector("b").textContent);
    if (!fields.name) return;
  }
  if (act === "delete" && !confirm(`${button.textContent}?`)) return;
  button.closest(".ruling details")?.removeAttribute("open");
  say(`event/${number}`, fields);
}

main.addEventListener("click", ({ target }) => {
  const tab = target.closest("[data-round]");
  if (tab) turnTo(tab.dataset.round);
  const button = target.closest("[data-act]");
  if (button) act(button);
});

main.addEventListener("change", ({ target }) => {
  if (target.name !== "system") return;
  for (const label of main.querySelectorAll("[data-for]")) label.hidden = label.dataset.for !== target.value;
});

main.addEventListener("submit", async (submission) => {
  submission.preventDefault();
  const form = submission.target;
  const fields = Object.fromEntries(new FormData(form));
  if (form.dataset.form !== "make") {
    const done = await say(`event/${number}`, { act: form.dataset.form, ...fields });
    for (const name of done ? Object.keys(fields) : []) for (const each of main.querySelectorAll(`form[data-form] [name=${name}]`)) each.value = "";
    return;
  }
  form.dataset.request ??= makeId(); // a form that is sent twice makes one event
  const made = await say("events", { id: form.dataset.request, ...fields, rounds: Number(fields.rounds), cycles: Number(fields.cycles) });
  if (made) location.assign(`${settings.root}event/${made.event}`);
  else delete form.dataset.request;
});

showPart("event", show);
