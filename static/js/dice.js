// This browser's secret for the dice of a match (docs/dice.md). It is noted here, with all that others have committed to
// or revealed by then, before anything of it is sent; the page that checks the dice compares the record with that note.

const exchange = document.getElementById("dice-exchange");
const read = (id) => JSON.parse(localStorage.getItem(`dice:${id}`)) ?? {};
const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

// What is noted once stays.
function note(id, facts) {
  const noted = { ...facts, ...read(id) };
  noted.secret ??= hex(crypto.getRandomValues(new Uint8Array(32)));
  localStorage.setItem(`dice:${id}`, JSON.stringify(noted));
  return noted;
}

function canNote() {
  try {
    localStorage.setItem("dice", 1);
    localStorage.removeItem("dice");
    return true;
  } catch {
    return false;
  }
}

async function commitmentTo(secret) {
  const { id, seat } = exchange.dataset;
  const text = new TextEncoder().encode(`barpoint-dice/1|secret|${id}|${seat}|`);
  const bytes = secret.match(/../g).map((byte) => parseInt(byte, 16));
  return hex(await crypto.subtle.digest("SHA-256", new Uint8Array([...text, ...bytes])));
}

// The creator's part: commit while the match is open, reveal once the joiner's secret is there.
async function goOn() {
  const { id, root, commitment } = exchange.dataset;
  const { status } = document.getElementById("table").dataset;
  const joiner = exchange.elements.joiner?.value;
  if (status === "open" && !commitment && crypto.subtle) {
    // One page of this browser after the other: two that draw at the same moment would note over each other's secret.
    navigator.locks.request(`dice:${id}`, commit);
    return;
  }
  if (status !== "open" && !joiner) return;
  const noted = read(id);
  const fits = noted.secret && noted.root === root && noted.commitment === commitment;
  if (fits && !joiner) return;
  if (fits && note(id, { joiner }).joiner === joiner) {
    send("secret", noted.secret);
    return;
  }
  tell(noted.secret ? exchange.dataset.changed : exchange.dataset.missing);
}

async function commit() {
  const { id, root } = exchange.dataset;
  const { secret } = note(id, { root });
  const commitment = await commitmentTo(secret);
  note(id, { commitment });
  if (await send("commitment", commitment)) exchange.dataset.commitment = commitment;
}

function tell(words) {
  document.querySelector("#call .detail").textContent = words;
  document.dispatchEvent(new CustomEvent("table:say", { detail: words }));
}

async function send(name, value) {
  const body = new FormData(exchange);
  body.set(name, value);
  try {
    const { ok, status } = await fetch(exchange.action, { method: "POST", body });
    if (status === 403) tell(exchange.dataset.refused);
    if (status < 500) return ok;
  } catch {
    // No network: again, as after a failure of the server.
  }
  setTimeout(goOn, 2000);
}

// The joiner's part: who takes a seat reveals his secret with that. A form, or the button it is sent by, says for what.
// Where that is not what has been noted before, nothing is told, and the server draws.
function submitted({ target: form, submitter }) {
  const { id, root, commitment } = { ...form.dataset, ...submitter?.dataset };
  const field = form.elements.secret;
  if (!field || !root || form.querySelector("[type=checkbox]:not(:checked)")) return;
  const noted = note(id, { root, commitment });
  if (noted.root !== root || noted.commitment !== commitment) return;
  field.value = noted.secret;
  field.disabled = false;
}

if (canNote()) {
  for (const field of document.getElementsByName("browser_dice")) {
    const joins = field.form.dataset.root;
    if (!joins && !crypto.subtle) continue;
    field.disabled = false;
    field.closest("div[hidden]")?.removeAttribute("hidden");
  }
  document.addEventListener("submit", submitted);
  if (exchange) {
    document.addEventListener("table:changed", goOn);
    goOn();
  }
}
