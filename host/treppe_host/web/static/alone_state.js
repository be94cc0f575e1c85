/* The page without a server: what all its parts know. */
const state = {
  boards: null, // drawn boards and set-ups by game
  allWords: null,
  words: null,
  page: null, // the MicroPython program
  board: null, // { kind, link, surface, id, ... }
  drawn: {},
};

export { state };
