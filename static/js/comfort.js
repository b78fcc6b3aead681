// Does for a player what he has chosen to have done (<html>, data-*) where the server says that nothing is left to decide
// (#table, data-auto): rolls, plays what is forced or bears off, one step after the other, each of them to be seen. It only
// presses buttons, each once, and leaves off as soon as the player does something himself.

const PAUSES = { off: 600, fast: 400, slow: 1400 };
const AGAIN = 200;

const chosen = document.documentElement.dataset;
const table = () => document.getElementById("table")?.dataset ?? {};

let timer;
let held = false; // a pointer is down, perhaps with a checker
let last = {}; // what was looked at last: its version and draft
let own; // the version whose draft is made here

const begun = () => !last.draft || own === last.version;
const WISHES = {
  roll: () => chosen.autoRoll === "on",
  whole: () => chosen.forced !== "never" && begun(),
  rest: () => chosen.forced === "always",
  off: () => chosen.bearOff === "fast" && begun(),
  confirm: () => chosen.forced !== "never" && own === last.version,
};

// Less of a draft than before, or the same again, is no step on: the player has taken something back.
function consider() {
  const { version, draft, auto = "" } = table();
  const isFurther = version !== last.version || draft.length > last.draft.length;
  last = { version, draft };
  clearTimeout(timer);
  if (!isFurther) own = "";
  const word = isFurther && auto.split(" ").find((each) => WISHES[each]?.());
  if (word) timer = setTimeout(act, (PAUSES[chosen.motion] ?? 800) * (word === "confirm" ? 2 : 1), word);
}

function act(word) {
  if (held || document.hidden || document.querySelector(".flights")) {
    timer = setTimeout(act, AGAIN, word); // not before it can be followed
    return;
  }
  if (own !== last.version) {
    const detail = document.querySelector("#table .doing").textContent;
    document.dispatchEvent(new CustomEvent("table:say", { detail }));
  }
  own = last.version;
  document.getElementById(word === "roll" || word === "confirm" ? word : "auto")?.click();
}

document.addEventListener("table:changed", consider);
document.addEventListener("htmx:before:request", ({ target }) => target.id === "live" || clearTimeout(timer));
document.addEventListener("pointerdown", () => (held = true));
for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, () => (held = false));
consider();
