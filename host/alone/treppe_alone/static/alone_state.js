/* The page without a server: what all its parts know. */
const state = {
  boards: null, // drawn boards and set-ups by game
  allWords: null,
  words: null,
  pictures: null, // SVG of the rules, by their addresses in the text
  addresses: {}, // of those that have been shown
  page: null, // the MicroPython program
  board: null, // { kind, link, surface, id, ... }
  drawn: {},
  lesson: null, // { game, notations of all players, before: how many of them are laid out, places of the learner's, asked }
  level: 0, // of the program to move, 0 if a person is
  since: 0, // when its turn began, ms
  asked: false, // whether it has sent its action
  refused: "", // why the last click was, as a sentence
  offers: [], // notations of the actions that the last click may have meant
};

export { state };
