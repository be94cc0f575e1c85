/* The doctor's page: examines the board at once, then a chosen stage, or all again. */
import { ask } from "./outlet.js";
import { show } from "./page.js";

const byId = (id) => document.getElementById(id);

async function examine() {
  byId("again").disabled = true;
  byId("headline").textContent = byId("headline").dataset.looking;
  show(await ask("examine", byId("stage").value));
  byId("again").disabled = false;
}

byId("again").addEventListener("click", examine);
byId("stage").addEventListener("change", examine);
addEventListener("load", examine);
