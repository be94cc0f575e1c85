"use strict";
/* The doctor's page: chooses a stage, or asks for another examination. */
const doctor = { words: {} };
document.addEventListener("click", (event) => {
  if (event.target.id === "again") emitEvent("examine", document.getElementById("stage").value);
});
document.addEventListener("change", (event) => {
  if (event.target.id === "stage") emitEvent("examine", event.target.value);
});
