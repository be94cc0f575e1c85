/* The page's sounds: the board's own figures of tones, softer, and turns spoken by the browser. */
import { settings } from "./settings.js";

const LOWER = 4; /* a piezo is loudest where ears find it shrill */
const LOUDNESS = 0.05;
const FADE_S = 0.02;
const isOn = { sounds: localStorage["treppe-sounds"] !== "no", speech: localStorage["treppe-speech"] === "yes", notation: localStorage["treppe-notation"] === "yes" };
const show = () => document.documentElement.toggleAttribute("data-notation", isOn.notation);
show();
let context = null;
let before = null;

function play(name) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  let at = context.currentTime;
  for (const [hertz, ms] of settings.sounds[name]) {
    if (hertz) tone(hertz / LOWER, at, at + ms / 1000 + FADE_S);
    at += ms / 1000;
  }
}

function tone(hertz, start, end) {
  const oscillator = new OscillatorNode(context, { type: "triangle", frequency: hertz });
  const gain = new GainNode(context, { gain: LOUDNESS });
  gain.gain.setValueAtTime(LOUDNESS, end - FADE_S);
  gain.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(end);
}

function speak(text) {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}

/* The same moments as the board's own, see treppe/panel/sounds.py. */
function momentOf(now) {
  if (now.isOver) return before.isOver ? "" : "win";
  if ((now.whose === "wrong" && before.whose !== "wrong") || (now.isRefused && !before.isRefused)) return "wrong";
  if (now.isAsked && !before.isAsked) return "ask";
  if (now.player && now.player !== before.player && document.body.dataset.yours !== "no") return "turn";
  return now.announced !== before.announced ? "put" : "";
}

/* Plays the sounds of a change of the page; the first change only tells the state so far. */
function listen() {
  const { whose, over, refused } = document.body.dataset;
  if (!settings.sounds || whose === undefined || document.getElementById("place")) return;
  const now = {
    whose,
    isOver: over === "yes",
    isRefused: refused === "yes",
    player: /^\d$/.test(whose) ? whose : before?.player,
    isAsked: document.querySelector("#choices .asked") !== null,
    announced: document.getElementById("announcement").textContent,
  };
  const moment = before ? momentOf(now) : "";
  if (moment) document.body.dataset.sound = moment;
  if (moment && isOn.sounds) play(moment);
  if (before && isOn.speech && moment) speak(spoken(moment, now));
  before = now;
}

function spoken(moment, now) {
  if (moment === "wrong") return document.getElementById(now.isRefused ? "hand-text" : "turn").innerText;
  if (moment === "ask") return document.querySelector("#choices .asked").innerText;
  return now.announced || document.getElementById("turn").innerText;
}

/* Whether turns are spoken here, also while nobody sees the page. */
function isSpeaking() {
  return isOn.speech;
}

function keep(name, value) {
  isOn[name] = value;
  localStorage["treppe-" + name] = value ? "yes" : "no";
  show();
}

document.addEventListener("toggle", () => {
  for (const box of document.querySelectorAll("[data-kept]")) box.checked = isOn[box.dataset.kept];
}, true);

export { listen, keep, isSpeaking };
