// The board by keyboard and pointer: arrow keys roam, letters press buttons, and a checker shows where it would land.
// It presses what the server has put there and knows no rules.

const KEYS = { r: "roll", d: "double", t: "take", c: "confirm", u: "undo", U: "start-over", s: "dice", h: "hand", z: "zen", m: "mute", Escape: "undo" };
const SPOKEN = { p: "pips", o: "board" };
const ROW = 12;

const table = () => document.getElementById("table");
const board = () => document.getElementById("board");
const point = (number) => document.getElementById(`point-${number}`);

// The points lie in two rows: 13 to 24 above, 12 to 1 below, so above and below add up to 25. Home may be left or right.
function neighbour(number, key) {
  const above = number > ROW;
  if (key === "ArrowUp") return above ? number : 25 - number;
  if (key === "ArrowDown") return above ? 25 - number : number;
  const onward = document.documentElement.dataset.home === "left" ? "ArrowLeft" : "ArrowRight";
  const forward = (key === onward) === above ? 1 : -1;
  const next = number + forward;
  const sameRow = above ? next > ROW && next <= 2 * ROW : next >= 1 && next <= ROW;
  return sameRow ? next : number;
}

function roam(key) {
  if (key === "Home") return document.getElementById("bar");
  if (key === "End") return document.getElementById("off");
  const here = /^point-(\d+)$/.exec(document.activeElement.id);
  return point(here ? neighbour(Number(here[1]), key) : 1);
}

// What is disabled belongs to no form, so that a press does nothing (js/draft.js remembers one of Confirm).
function press(id) {
  document.getElementById(id)?.click();
}

// Close the menu of resignations, if it is open.
function shut() {
  const menu = table().querySelector("details[open]");
  if (!menu) return false;
  menu.open = false;
  menu.querySelector("summary").focus();
  return true;
}

function keydown(event) {
  if (!table()?.contains(event.target)) return;
  // A key held down must not play on by itself when the focus moves to the next thing.
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") return shut() || press(KEYS.Escape);
  if (!board().contains(event.target)) return;
  if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") {
    event.preventDefault();
    roam(event.key)?.focus();
  } else if (Object.hasOwn(SPOKEN, event.key)) {
    const detail = table().dataset[SPOKEN[event.key]];
    event.target.dispatchEvent(new CustomEvent("table:say", { bubbles: true, detail }));
  } else if (Object.hasOwn(KEYS, event.key)) {
    press(KEYS[event.key]);
  }
}

function aim(event, on) {
  const source = event.target.closest?.("[data-aim]");
  if (source) document.getElementById(source.dataset.aim)?.classList.toggle("is-aimed", on);
}

function connect(root) {
  root.addEventListener("keydown", keydown);
  for (const type of ["pointerover", "focusin"]) root.addEventListener(type, (event) => aim(event, true));
  for (const type of ["pointerout", "focusout"]) root.addEventListener(type, (event) => aim(event, false));
}

connect(document);
