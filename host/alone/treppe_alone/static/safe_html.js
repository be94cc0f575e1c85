/* HTML from a template in a script: each value in it is text, unless it is HTML from such a template itself. */
class Html {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

const escape = (value) => String(value ?? "").replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
const written = (value) => (value instanceof Html ? value.text : Array.isArray(value) ? value.map(written).join("") : escape(value));

function html(parts, ...values) {
  return new Html(String.raw({ raw: parts }, ...values.map(written)));
}

export { html };
