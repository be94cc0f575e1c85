/* The page without a server: what a board says in codes, in words. */
import { state } from "./alone_state.js";

function complain(text) {
  document.getElementById("notice").textContent = text;
}

/* A code in words: its values are put into the text, see the host's words. */
function said(what) {
  if (typeof what === "string") return what;
  const text = state.words.codes[what.code] ?? what.code;
  return text.replace(/\{(\w+)[^}]*\}/g, (_, name) => {
    const value = what[name];
    return value?.code ? said(value) : Array.isArray(value) ? value.map((each) => each?.code ? said(each) : each).join(", ") : value ?? "";
  });
}

const refuse = (error) => complain(said(error));

export { complain, refuse, said };
