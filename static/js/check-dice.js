// Checks the dice of a match in this browser, from its record alone, as docs/dice.md says. What is said comes from the page:
// <div id="verdict" role="status" data-match="its id" data-seat="white" data-record="address of the record" data-games="2"
// data-rolls="61" data-fits="✓ fits" data-fails="✗ should be {dice}" data-failed="✗ does not fit">, and
// <template id="say-…" data-state="good"> for each outcome.

const verdict = document.getElementById("verdict");
const page = verdict.dataset;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

class Refused extends Error {
  constructor(reason, game, roll) {
    super(reason);
    Object.assign(this, { game, roll });
  }
}

function demand(holds, ...refusal) {
  if (!holds) throw new Refused(...refusal);
}

// Bytes

const encoder = new TextEncoder();
const subtle = globalThis.crypto?.subtle; // browsers have none where a page came by plain http from another machine
const SHA = "SHA-256";
const message = (...words) => ["barpoint-dice/1", ...words].map((word) => `${word}|`).join("");
const four = (number) => [number >>> 24, number >>> 16, number >>> 8, number];
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function join(...parts) {
  return new Uint8Array(parts.flatMap((part) => [...(typeof part === "string" ? encoder.encode(part) : part)]));
}

function unhex(text) {
  demand(/^[0-9a-f]{64}$/.test(text), "shape");
  return Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
}

async function hash(...parts) {
  return hex(new Uint8Array(await subtle.digest(SHA, join(...parts))));
}

async function keyed(secret) {
  const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: SHA }, false, ["sign"]);
  return async (...parts) => new Uint8Array(await subtle.sign("HMAC", key, join(...parts)));
}

async function roll(stream, number) {
  const dice = [];
  for (let block = 0; dice.length < 2; block += 1) {
    for (const byte of await stream(message("roll"), four(number), four(block))) if (byte < 252) dice.push((byte % 6) + 1);
  }
  return dice.slice(0, 2).join("-");
}

// The record

function inOrder(times) {
  times.forEach((time, index) => demand(TIME.test(time) && (!index || times[index - 1] <= time), "order"));
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(`dice:${page.match}`));
  } catch {
    return null; // the browser keeps nothing for this site
  }
}

// What this browser can say beyond "the record agrees with itself": what it noted before it sent its secret (docs/dice.md).
function compared({ root, creator_commitment, creator_secret, joiner_secret, creator_by_server, joiner_by_server }) {
  const given = [creator_by_server || creator_secret, joiner_by_server || joiner_secret]; // true: the server drew it
  const note = remembered();
  if (!note?.secret) return ["none", "one", "server"][given.filter((secret) => secret === true).length];
  const { secret, joiner = joiner_secret } = note;
  demand(note.root === root && note.commitment === creator_commitment && joiner === joiner_secret, "note");
  if (given.includes(secret)) return secret === creator_secret && !note.joiner ? "part" : "own";
  demand(!page.seat, "note");
  return "unused"; // somebody else was quicker to take the seat
}

async function check(file) {
  const [, body, seal] = file.match(/^\{"record":(\{.*\}),"seal":"([0-9a-f]{64})"\}\n$/) ?? [];
  demand(body && (await hash(body)) === seal, "seal");
  const { format, match, length, dice, games, moves } = JSON.parse(body);
  demand(format === "barpoint-record/1" && dice.protocol === "barpoint-dice/1" && match === page.match, "shape");
  demand(dice.links === (length ? 2 * length - 1 : 1000) && games.length <= dice.links, "shape");
  moves.forEach(({ version }, index) => demand(version === index + 1, "shape"));

  const { creator, creator_secret: made, joiner_secret: joined } = dice;
  inOrder([dice.committed_at, dice.creator_committed_at, dice.joiner_revealed_at, dice.creator_revealed_at]
    .concat(games.flatMap(({ started_at, ended_at }) => [started_at, ended_at ?? started_at])));
  inOrder(moves.map(({ made_at }) => made_at));
  demand((await hash(message("secret", match, creator), unhex(made))) === dice.creator_commitment, "commitment");

  const found = compared(dice);

  const rolls = games.map(() => []);
  for (const { kind, game, roll: number, dice: rolled, made_at } of moves) {
    if (kind !== "roll") continue;
    demand(number === rolls[game - 1].push(rolled.join("-")) - 1, "count", game, number);
    demand(made_at >= games[game - 1].started_at, "order");
  }
  const secrets = creator === "white" ? [made, joined] : [joined, made];
  const counted = await checkGames(games, rolls, match, dice.root, secrets.map(unhex));
  demand(`${counted}` === `${[page.games, page.rolls]}`, "page");
  return found;
}

async function checkGames(games, rolls, match, root, secrets) {
  const counted = [0, 0];
  let before = root;
  let fault, other;
  for (const [index, { number, secret, ended_at }] of games.entries()) {
    demand(number === index + 1, "shape");
    demand(ended_at || (!secret && number === games.length), "early", number);
    if (!ended_at) break;
    demand(secret, "untold", number);
    const link = unhex(secret);
    demand((await hash(message("chain", match, number), link)) === before, "link", number);
    before = secret;
    const stream = await keyed(await (await keyed(link))(message("key", match, number), ...secrets));
    const expected = [];
    for (let n = 0; n < rolls[index].length; n += 1) {
      expected.push(await roll(stream, n));
      if (rolls[index][n] !== expected[n]) fault ??= new Refused("roll", number, n);
    }
    if (!mark(number, rolls[index], expected)) other ??= new Refused("page");
    counted[0] += 1;
    counted[1] += expected.length;
  }
  if (fault ?? other) throw fault ?? other;
  return counted;
}

// The page

// Whether the page shows the rolls of the record. A roll fits if both say what the secrets give.
function mark(number, rolled, expected) {
  const game = document.getElementById(`game-${number}`);
  if (!game) return true; // of a long session the newest are shown
  const rows = Array.from(game.querySelectorAll("tbody tr"));
  const shown = rows.map((row) => row.cells[2].textContent.match(/\d/g).join("-"));
  rows.forEach((row, n) => put(row, shown[n] === expected[n] && rolled[n] === expected[n], expected[n]));
  put(game, `${shown}` === `${expected}` && `${rolled}` === `${expected}`);
  return `${shown}` === `${rolled}`;
}

function put(place, fits, dice) {
  place.dataset.mark = fits ? "fits" : "fails";
  place.querySelector(".mark").textContent = fits ? page.fits : dice ? page.fails.replace("{dice}", dice) : page.failed;
  if (!fits) place.open = true;
}

function say(name, { game, roll } = {}) {
  const template = document.getElementById(`say-${name}`);
  verdict.dataset.state = template.dataset.state;
  verdict.innerHTML = template.innerHTML.replaceAll("{game}", Number(game)).replaceAll("{roll}", Number(roll) + 1);
}

async function start() {
  if (!subtle) return say("insecure");
  say("busy");
  let file;
  try {
    const answer = await fetch(page.record);
    if (!answer.ok) throw answer;
    file = await answer.text();
  } catch {
    return say("missing");
  }
  try {
    say(await check(file));
  } catch (fault) {
    const known = fault instanceof Refused;
    say(known ? fault.message : "shape", known ? fault : {});
  }
}

start();
