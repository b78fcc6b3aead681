// Carries checkers by hand: drags them (mouse, touch, pen); picks one up by a press and puts it down by another (<html
// data-input="pick">); bears one off by a double press. Where a checker may go, and what draft that makes, the server has
// written on its place (data-to="point-7=13/7;off=…"); this file only asks for that draft.

const NEAR = 12; // pixels beside a place that still count as on it
const TWICE = 350; // milliseconds between the two of a double press
const GLIDE = 120; // as long as .is-gliding takes

const byId = (id) => document.getElementById(id);
const settings = document.documentElement.dataset;
const sourceOf = (element) => element.closest?.("#board [data-to]");
const targetsOf = (source) => new Map(source.dataset.to.split(";").map((each) => each.split("=")));
const shown = (place) => [...place.querySelectorAll("i")].filter((each) => each.getClientRects().length);
const own = () => byId("table").dataset.view;

let drag = null; // {id, pointer, x, y} while a source is pressed; once it is lifted also {ghost, top, home, targets}
let picked = null; // {id, targets}
let dragged = false; // the click that ends a drag is none
let first = {}; // a press that may be the first of two: {id, at, off: the draft that bears off}

function ask(source, target, draft, dropped = "") {
  const [form, button] = [byId("draft-form"), document.createElement("button")];
  Object.assign(button, { name: "draft", value: draft, hidden: true });
  Object.assign(button.dataset, { source, aim: target, dropped });
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}

function light(targets, on) {
  for (const id of targets.keys()) byId(id).classList.toggle("is-target", on);
}

function centre(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

function down(event) {
  if (!event.isPrimary) return; // a second finger
  if (drag) abandon();
  dragged = false;
  const source = !event.button && sourceOf(event.target);
  drag = source ? { id: source.id, pointer: event.pointerId, x: event.clientX, y: event.clientY } : null;
}

function move({ pointerId, pointerType, clientX, clientY }) {
  if (pointerId !== drag?.pointer) return;
  const isMouse = pointerType === "mouse";
  if (!drag.ghost) {
    const isTap = Math.hypot(clientX - drag.x, clientY - drag.y) < (isMouse ? 5 : 10);
    if (isTap || !byId(drag.id).dataset.to) return;
    lift();
  }
  // Larger under a finger, which hides it.
  drag.ghost.style.transform = `translate(${clientX}px, ${clientY}px) scale(${isMouse ? 1.1 : 1.6})`;
}

function lift() {
  putDown();
  dragged = true;
  show();
  drag.home = centre(drag.top);
  drag.ghost = document.body.appendChild(document.createElement("i"));
  drag.ghost.className = `checker ${own()} is-dragged`;
  drag.ghost.style.fontSize = `${drag.top.offsetWidth}px`;
  byId("board").setPointerCapture(drag.pointer);
}

// Marks what is dragged on the table as it stands now.
function show() {
  const source = byId(drag.id);
  drag.targets = targetsOf(source);
  light(drag.targets, true);
  drag.top = shown(source).at(-1);
  drag.top.style.visibility = "hidden";
}

// The target the pointer is on or beside; none while it is still on the source.
function under({ clientX, clientY }) {
  let [best, found] = [NEAR, drag.id];
  for (const id of [drag.id, ...drag.targets.keys()]) {
    const { left, right, top, bottom } = byId(id).getBoundingClientRect();
    const away = Math.hypot(Math.max(left - clientX, clientX - right, 0), Math.max(top - clientY, clientY - bottom, 0));
    if (away < best) [best, found] = [away, id];
  }
  return found !== drag.id && found;
}

// Where the next checker of the viewer's will stand on a place.
function landing(place) {
  const number = place.closest(`.${own()}`) ? shown(place).length : 0;
  byId("board").classList.add("is-measured");
  const spot = centre(shown(place)[number] ?? shown(place).at(-1));
  byId("board").classList.remove("is-measured");
  return spot;
}

function glide(ghost, [x, y]) {
  ghost.classList.add("is-gliding");
  ghost.style.transform = `translate(${x}px, ${y}px)`;
}

function up(event) {
  if (event.pointerId !== drag?.pointer) return;
  const { id, ghost, targets } = drag;
  const target = ghost && under(event);
  if (!target) return abandon();
  light(targets, false);
  drag = null;
  glide(ghost, landing(byId(target)));
  ask(id, target, targets.get(target), "yes");
}

function abandon() {
  const { ghost, targets, home } = drag;
  drag = null;
  if (!ghost) return;
  light(targets, false);
  glide(ghost, home);
  setTimeout(tidy, GLIDE);
}

// Leaves nothing of drags that have ended.
function tidy() {
  for (const each of document.querySelectorAll(".is-dragged")) if (each !== drag?.ghost) each.remove();
  for (const each of byId("board").querySelectorAll("i[style]")) if (each !== drag?.top) each.removeAttribute("style");
}

function mark(on) {
  const { id, targets } = picked;
  byId(id).classList.toggle("is-picked", on);
  if (on) byId(id).setAttribute("aria-pressed", "true");
  else byId(id).removeAttribute("aria-pressed");
  light(targets, on);
  for (const target of [...targets.keys()].map(byId)) {
    if (target.dataset.to) continue; // it can be pressed anyway
    target.tabIndex = on ? 0 : -1;
    if (target.type) target.setAttribute("aria-disabled", !on);
    else target.setAttribute("role", on ? "button" : "img");
  }
}

function pick(source) {
  picked = { id: source.id, targets: targetsOf(source) };
  mark(true);
  // Who listens hears where it may go.
  const begun = byId("table").dataset.draft.length;
  const detail = [...picked.targets.values()].map((draft) => draft.slice(begun).trim()).join(", ");
  document.dispatchEvent(new CustomEvent("table:say", { detail }));
}

function putDown() {
  if (picked) mark(false);
  picked = null;
}

// The draft of a second press on a checker that the first one has moved or picked up: it bears the checker off instead.
function second(event, source, place) {
  const { id, at, off } = first;
  first = {};
  const isDouble = event.detail > (event.pointerType === "touch" ? 0 : 1); // browsers do not count the taps of a finger
  if (off && isDouble && id === place && event.timeStamp - at < TWICE) return off;
  if (source && (settings.input === "pick" || source.dataset.aim !== "off")) {
    first = { id: place, at: event.timeStamp, off: targetsOf(source).get("off") };
  }
  return null;
}

function click(event) {
  const [source, place] = [sourceOf(event.target), event.target.closest?.("#board [id]")?.id];
  const isOver = dragged && event.detail;
  const off = !isOver && second(event, source, place);
  const before = picked;
  const isTarget = before?.targets.has(place);
  if (!isOver && !off && !isTarget && !(source && settings.input === "pick")) return;
  event.preventDefault();
  event.stopPropagation();
  if (isOver) return;
  putDown();
  if (off) ask(place, "off", off);
  else if (isTarget) ask(before.id, place, before.targets.get(place));
  else if (before?.id !== place) pick(source);
}

function keydown(event) {
  if (event.key === "Escape" && (drag?.ghost || picked)) {
    event.stopPropagation();
    if (drag) abandon();
    putDown();
  } else if ((event.key === "Enter" || event.key === " ") && event.target.matches("div.is-target")) {
    event.preventDefault();
    event.target.click();
  }
}

// The table that came has none of these marks. A drag goes on over an answer to the step before it, and over nothing else.
function changed({ detail: { from, to } }) {
  picked = null;
  if (drag?.ghost) {
    if (from === to && byId(drag.id).dataset.to) show();
    else abandon();
  }
  tidy();
}

document.addEventListener("pointerdown", down);
document.addEventListener("pointermove", move);
document.addEventListener("pointerup", up);
document.addEventListener("pointercancel", (event) => event.pointerId === drag?.pointer && abandon());
document.addEventListener("click", click, true);
document.addEventListener("keydown", keydown, true);
document.addEventListener("table:changed", changed);
document.addEventListener("table:back", tidy);
