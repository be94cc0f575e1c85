/* The page without a server: what a board says in codes, in words. */
import { state } from "./alone_state.js";

function complain(text) {
  document.getElementById("notice").textContent = text;
}

/* A code in words: its values are put into the text, see the host's words. */
function render(what) {
  if (typeof what === "string") return what;
  const text = state.words.codes[what.code] ?? what.code;
  return text.replace(/\{(\w+)[^}]*\}/g, (_, name) => {
    const value = what[name];
    return value?.code ? render(value) : Array.isArray(value) ? value.map((each) => each?.code ? render(each) : each).join(", ") : value ?? "";
  });
}

/* Display texts have ASCII only. */
function spelt(text) {
  return Object.entries(state.words.letters).reduce((so, [ascii, letter]) => so.replace(new RegExp(ascii, "g"), letter), text);
}

/* Why a click is refused, as a sentence. */
function sentence(refused, why) {
  const text = state.words.at_table[refused.at_table] ?? (why ? spelt(why) : render(refused));
  return text[0].toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");
}

const refuse = (error) => complain(render(error));

export { complain, refuse, render, sentence, spelt };
