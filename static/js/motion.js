// Shows how checkers, dice and cube came to where they stand. The table is always the truth: stand-ins fly above it while
// the checkers they stand for are unseen, and all of it goes at the end, at any press, and when the page is hidden.
//
// Which checkers flew the server says (data-flights). They fly if that leads from the board shown before to the one shown
// now; backwards if it leads back (undo); and a step of the viewer's own at his press (table:step {source, target}). What
// is to be heard, and when, is told as table:sound.

const PACES = { fast: 120, normal: 240, slow: 450 }; // milliseconds for a step
const PATIENCE = 4000; // for the answer to a step

const still = matchMedia("(prefers-reduced-motion: reduce)");
const byId = (id) => document.getElementById(id);
const pace = () => (still.matches || document.hidden ? 0 : (PACES[document.documentElement.dataset.motion] ?? 0));
const sound = (word) => document.dispatchEvent(new CustomEvent("table:sound", { detail: word }));
const same = (a, b) => Object.keys({ ...a, ...b }).every((key) => (a[key] | 0) === (b[key] | 0));

let layer = null; // of stand-ins, while something flies
let effects = []; // on the table itself
let timers = [];
let closing = []; // sounds for the end
let ahead = null; // the flight that has begun before its answer
let before; // what stood there before a swap: {counts, flights, cube, corner}

// How many checkers stand where: {"white:point-13": 5}.
const count = () => {
  const counts = {};
  for (const place of byId("board").querySelectorAll("[id]")) {
    const pile = place.closest(".stack, .off, .hand");
    const number = pile && (place.querySelector("b").textContent || / [so](\d+)/.exec(pile.className)?.[1]);
    if (number) counts[`${pile.matches(".white") ? "white" : "black"}:${place.id}`] = +number;
  }
  return counts;
};

const read = () =>
  [...byId("table").dataset.flights.matchAll(/(\w+):(\S+)>(\S+)/g)].map(([, seat, from, to]) => ({ seat, from, to }));

const back = (flights) => flights.map(({ seat, from, to }) => ({ seat, from: to, to: from })).reverse();

// Takes the flights back from the board they led to: notes which of its pile each checker was when it left and when it
// landed, and answers with the board they began from.
const unplay = (flights, counts) => {
  const board = { ...counts };
  for (const flight of flights.toReversed()) {
    const [from, to] = [`${flight.seat}:${flight.from}`, `${flight.seat}:${flight.to}`];
    flight.landed = board[to] = (board[to] | 0) - 1;
    flight.left = board[from] | 0;
    board[from] = flight.left + 1;
  }
  return board;
};

const animate = (element, keyframes, options) => element && effects.push(element.animate(keyframes, options));
const hide = (element, duration) => animate(element, { opacity: [0, 0] }, Math.max(0, duration));
const later = (delay, act) => timers.push(setTimeout(act, delay));

const close = () => {
  closing.forEach(sound);
  closing = [];
};

const finish = () => {
  layer?.remove();
  for (const effect of effects) effect.cancel();
  timers.forEach(clearTimeout);
  layer = ahead = null;
  effects = [];
  timers = [];
  close();
};

// Notes where each flight begins and ends, and answers with the size of a checker. All places of all piles are there to be measured for a moment.
const measure = (flights) => {
  const origin = layer.getBoundingClientRect();
  const spot = (id, index) => {
    const pile = byId(id).querySelectorAll("i");
    const box = (pile[Math.min(index, pile.length - 1)] ?? byId(id)).getBoundingClientRect();
    return { x: box.x - origin.x + box.width / 2, y: box.y - origin.y + box.height / 2, width: box.width, height: box.height };
  };
  byId("board").classList.add("is-measured");
  const size = spot("point-1", 0).width;
  for (const flight of flights) {
    flight.source = spot(flight.from, flight.left);
    flight.target = spot(flight.to, flight.landed);
  }
  byId("board").classList.remove("is-measured");
  layer.style.fontSize = `${size}px`;
  return size;
};

// One after the other, the first of them begun so many milliseconds ago; who is hit leaves when the other lands, and nobody
// waits for that. A step ahead of its answer stays where it landed until that comes.
const fly = (flights, begun) => {
  layer = byId("table").parentElement.appendChild(document.createElement("div"));
  layer.className = "flights";
  const size = measure(flights);
  const duration = pace();
  let [start, end, landing] = [-begun, 0, ""];
  flights.forEach(({ seat, from, to, left, landed, source, target }, index) => {
    const isHit = to.startsWith("bar");
    const way = [target.x - source.x, target.y - source.y];
    const lift = Math.hypot(...way) * (isHit ? 0.35 : 0.1);
    const scale = ({ width, height }) => `${width / size} ${height / size}`;
    const checker = layer.appendChild(document.createElement("i"));
    checker.className = `checker ${seat}`;
    checker.style.cssText = `left:${source.x}px;top:${source.y}px`;
    checker.animate(
      [
        { opacity: 1, translate: "0 0", scale: scale(source), easing: "ease-in-out" },
        { transform: `translateY(-${lift}px) scale(1.1)`, easing: "ease-in-out" },
        { opacity: 1, translate: way.map((each) => `${each}px`).join(" "), scale: scale(target) },
      ],
      { delay: start, duration, fill: ahead ? "both" : landing === seat + from ? "none" : "backwards" },
    );
    end = start + duration;
    if (ahead) hide(byId(from).querySelectorAll("i")[left], PATIENCE);
    else hide(byId(to).querySelectorAll("i")[landed] ?? byId(to).querySelector("b"), end);
    if (isHit) return;
    const word = flights[index + 1]?.to.startsWith("bar") ? "hit" : "step";
    if (end > 0 || word === "hit") later(end, () => sound(word));
    start = end;
    landing = seat + to;
  });
  hide(byId("outcome"), end);
  later(ahead ? PATIENCE : end, finish);
};

const changing = () => {
  before = { counts: count(), flights: read(), cube: byId("cube")?.getBoundingClientRect(), corner: byId("cube")?.className };
};

const changed = ({ detail }) => {
  const [counts, flown] = [count(), ahead];
  const moved = !same(counts, before.counts);
  if (moved || flown) finish();
  const { sounds } = byId("table").dataset;
  const has = (word) => sounds.includes(word);
  const isNew = detail.to > detail.from;
  const flights = [read(), back(before.flights)].find((each) => same(unplay(each, counts), before.counts));
  if (isNew) closing.push(...["turn", "over"].filter(has));
  if (moved && flights && pace()) {
    const isFlown = flown?.from === flights[0].from && flown.to === flights[0].to;
    fly(flights, isFlown ? Math.min(pace(), performance.now() - flown.at) : 0);
  } else if (moved && has("step")) sound(has("hit") ? "hit" : "step");
  if (!layer) close();
  if (!isNew) return;
  for (const word of ["roll", "cube"]) if (has(word)) sound(word);
  if (has("roll") && !layer) {
    for (const die of byId("board").querySelectorAll(".rolls .die")) {
      animate(die, { transform: ["translate(-40%, -60%) rotate(-400deg) scale(1.3)", "none"] }, { duration: 2 * pace(), easing: "cubic-bezier(.2, .7, .3, 1)" });
    }
  }
  const cube = byId("cube");
  if (cube && before.cube && cube.className !== before.corner) {
    const { x, y } = cube.getBoundingClientRect();
    animate(cube, { translate: [`${before.cube.x - x}px ${before.cube.y - y}px`, "0 0"] }, { duration: 2 * pace(), easing: "ease-in-out" });
  }
};

const stepped = ({ detail: { source, target } }) => {
  finish();
  if (!pace()) return;
  const [counts, seat] = [count(), byId("table").dataset.view];
  const [left, landed] = [counts[`${seat}:${source}`] - 1, counts[`${seat}:${target}`] | 0];
  ahead = { seat, from: source, to: target, left, landed, at: performance.now() };
  fly([ahead], 0);
};

document.addEventListener("table:changing", changing);
document.addEventListener("table:changed", changed);
document.addEventListener("table:step", stepped);
document.addEventListener("visibilitychange", () => document.hidden && finish());
for (const press of ["pointerdown", "keydown"]) window.addEventListener(press, finish, true);
