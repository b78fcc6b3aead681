// Shows how checkers, dice and cube came to where they stand. The table is always the truth: stand-ins fly above it while
// the checkers they stand for are unseen, and all of it goes at the end, at any press, and when the page is hidden.
//
// Which checkers flew the server says (games/presenters/flights.py). They fly if that leads from the board shown before to
// the one shown now; backwards if it leads back (undo); and a step of the viewer's own at his press (table:step {source,
// target}). What is to be heard, and when, is told as table:sound.

const PACES = { fast: 120, normal: 240, slow: 450 }; // milliseconds for a step
const PATIENCE = 4000; // for the answer to a step

const still = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
const byId = (id) => document.getElementById(id);
const checkers = (id) => [...byId(id).querySelectorAll("i")];
const pace = () => (still() ? 0 : PACES[document.documentElement.dataset.motion] | 0);
const sound = (word) => document.dispatchEvent(new CustomEvent("table:sound", { detail: word }));
const isHit = (flight) => flight?.[3].startsWith("bar");
const cubeSpot = () => byId("cube")?.getBoundingClientRect();

let layer = null; // of stand-ins, while something flies
let effects = [];
let closing = []; // sounds for the end
let ahead = 0; // when a step began to fly before its answer, if one did
let before; // what stood there before a swap: the data of its table, and where its cube was

// A flight is [seat, from, how many lay below there, to, how many lay below there].
const read = (text) => [...text.matchAll(/(\w+):(\S+)\.(\d+)>(\S+)\.(\d+)/g)].map((found) => found.slice(1));
const back = (flights) => flights.map(([seat, from, left, to, landed]) => [seat, to, landed, from, left]).reverse();

const animate = (element, keyframes, options) => {
  const effect = element?.animate(keyframes, options);
  if (effect) effects.push(effect);
  return effect;
};

const hide = (element, duration) => animate(element, { opacity: [0, 0] }, duration);

const close = () => {
  closing.forEach(sound);
  closing = [];
};

const finish = () => {
  layer?.remove();
  for (const effect of effects) effect.cancel();
  effects = [];
  layer = null;
  ahead = 0;
  close();
};

// One after the other, the first of them begun so many milliseconds ago; who is hit leaves when the other lands, and nobody
// waits for that. A step ahead of its answer stays where it landed until that comes.
const fly = (flights, begun) => {
  layer = byId("table").parentElement.appendChild(document.createElement("div"));
  layer.className = "flights";
  const { classList } = byId("board");
  const origin = layer.getBoundingClientRect();
  const duration = pace();
  const easing = "ease-in-out";
  let [start, end, landing, last] = [-begun, 0, "", null];
  const spot = (id, index) => (checkers(id)[index] ?? checkers(id).at(-1) ?? byId(id)).getBoundingClientRect();
  classList.add("is-measured"); // for a moment all places of all piles are there
  const spots = flights.map(([, from, left, to, landed]) => [spot(from, left), spot(to, landed)]);
  const size = spot("point-1", 0).width;
  classList.remove("is-measured");
  layer.style.fontSize = `${size}px`;
  flights.forEach(([seat, from, left, to, landed], index) => {
    const [source, target] = spots[index];
    const hits = isHit(flights[index]);
    const [x, y] = [target.x - source.x, target.y - source.y];
    const checker = layer.appendChild(document.createElement("i"));
    checker.className = `checker ${seat}`;
    checker.style.cssText = `left:${source.x - origin.x}px;top:${source.y - origin.y}px`;
    const effect = animate(
      checker,
      [
        { opacity: 1, translate: "0 0", easing },
        { transform: `translateY(-${Math.hypot(x, y) * (hits ? 0.35 : 0.1)}px) scale(1.1)`, easing },
        { opacity: 1, translate: `${x}px ${y}px`, scale: `${target.width / size} ${target.height / size}` },
      ],
      { delay: start, duration, fill: ahead ? "both" : landing === seat + from ? "none" : "backwards" },
    );
    end = start + duration;
    last = effect;
    if (ahead) hide(checkers(from)[left], PATIENCE);
    else hide(checkers(to)[landed] ?? byId(to).querySelector("b"), end);
    if (hits) return;
    const word = isHit(flights[index + 1]) ? "hit" : "step";
    if (end > 0 || word === "hit") effect.onfinish = () => sound(word);
    start = end;
    landing = seat + to;
  });
  hide(byId("outcome"), end);
  // Not by a time of its own: a busy browser begins some effects later than others, and the last sound would be lost.
  (ahead ? animate(layer, [], PATIENCE) : last).addEventListener("finish", finish);
};

const changing = () => {
  before = { ...byId("table").dataset, cube: cubeSpot() };
};

const changed = ({ detail }) => {
  const { at, was, flights, sounds } = byId("table").dataset;
  const has = (word) => sounds.includes(word);
  const isNew = detail.to > detail.from;
  const moved = at !== before.at;
  const flown = ahead;
  if (moved || flown) finish();
  const ways = was === before.at ? read(flights) : before.was === at ? back(read(before.flights)) : [];
  if (isNew) closing.push(...["turn", "over"].filter(has));
  if (moved && ways[0] && pace()) {
    fly(ways, flown && Math.min(pace(), performance.now() - flown));
  } else if (moved && has("step")) sound(has("hit") ? "hit" : "step");
  if (isNew) ["roll", "cube"].filter(has).forEach(sound);
  if (!layer) close();
  if (!isNew) return;
  const options = { duration: 2 * pace(), easing: "ease-out" };
  if (has("roll") && !layer) {
    for (const die of byId("board").querySelectorAll(".rolls .die")) {
      animate(die, { transform: ["translateY(-60%) rotate(-400deg) scale(1.3)", "none"] }, options);
    }
  }
  const cube = cubeSpot();
  if (cube && before.cube) animate(byId("cube"), { translate: [`${before.cube.x - cube.x}px ${before.cube.y - cube.y}px`, "0 0"] }, options);
};

const stepped = ({ detail: { source: from, target: to, dropped } }) => {
  finish();
  if (!pace()) return;
  const { view: seat } = byId("table").dataset;
  const height = (id) => (byId(id).closest(`.${seat}`) ? checkers(id).filter((each) => each.checkVisibility()).length : 0);
  ahead = dropped ? 1 : performance.now();
  if (dropped) sound("step"); // it lies there already
  else fly([[seat, from, height(from) - 1, to, height(to)]], 0);
};

document.addEventListener("table:changing", changing);
document.addEventListener("table:changed", changed);
document.addEventListener("table:step", stepped);
document.addEventListener("table:back", finish);
document.addEventListener("visibilitychange", () => document.hidden && finish());
// His own step goes on while he presses the next thing.
for (const press of ["pointerdown", "keydown"]) window.addEventListener(press, () => ahead || finish(), true);
