"use strict";
/* A game in a file: answers the page's script as the server would. The views' boards, the drawings of their stacks, and
   what each position changes in the one before it stand in the file. */
const sounds = { listen() {} };
const emitEvent = (() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const answers = { place: (place) => show(place), view: (name) => turn(name) };
  let view = game.views.plan;
  let place = game.positions.length - 1;

  function stacks() {
    const standing = Object.assign({}, ...view.changes.slice(0, place + 1));
    return Object.fromEntries(Object.entries(standing).map(([field, drawing]) => [field, view.drawings[drawing]]));
  }

  function show(wanted, html = {}) {
    place = wanted;
    const { html: said, body } = game.positions[place];
    treppe.show({ html: { ...said, ...html }, fields: stacks(), body: { ...body, view: view.name } });
  }

  function turn(name) {
    view = game.views[name] ?? view;
    show(place, { "board-place": view.board });
  }

  document.addEventListener("DOMContentLoaded", () => turn("plan"));
  return (name, value) => answers[name]?.(value);
})();
