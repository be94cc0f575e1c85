/* What the server has written into the page for its scripts: where the pages lie, looks of lamps, words, sounds. */
const settings = JSON.parse(document.getElementById("page-data").textContent);
export { settings };
