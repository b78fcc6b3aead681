// Keeps the table up to date: refuses frames that are not newer, keeps the focus, says aloud what changed, and tells
// when the connection is lost. What the table says and where the focus belongs is decided by the server (data-*).
//
// Others hear of each swap of the table on document, with {own: whether this viewer asked for it, from, to: versions}:
// table:changing while the old table still stands, with the one to come as next; table:changed when that stands.

const MAIN_FRAME = "table";
const SOCKET = "live";
const SEATS = "seats";

const table = () => document.getElementById(MAIN_FRAME);
const socket = () => document.getElementById(SOCKET);
const versionOf = (element) => Number(element?.dataset.version ?? -1);

// What was there before the swap that is under way: {change: {own, from, to}, focus, say}.
let before = null;

// An answer to the viewer's own request may show the same version (a draft, a refusal); a pushed table may not, so
// that it never wipes a draft: then only what came with it is shown, the seats after the move that was answered already.
// Nothing older is ever shown, neither a table nor what came with it.
function guard(event) {
  const { ctx, tasks } = event.detail;
  const seats = tasks.find((each) => each.target?.id === SEATS);
  if (seats && versionOf(seats.fragment.firstElementChild) < versionOf(seats.target)) drop(tasks, seats);
  const task = tasks.find((each) => each.target?.id === MAIN_FRAME);
  if (!task) return;
  const own = ctx.sourceElement?.id !== SOCKET;
  const incoming = task.fragment.querySelector(`#${MAIN_FRAME}`);
  const newer = versionOf(incoming) - versionOf(table());
  if (!incoming || newer < 0) {
    event.preventDefault();
    if (!incoming && own) failed(task.fragment.querySelector(".sentence"));
    return;
  }
  if (newer === 0 && !own) {
    drop(tasks, task);
    return;
  }
  const focused = document.activeElement;
  const change = { own, from: versionOf(table()), to: versionOf(incoming), next: incoming };
  before = { change, focus: table().contains(focused) ? focused : null, say: table().dataset.say };
  fill(incoming);
  tell("table:changing", change);
}

function drop(tasks, task) {
  tasks.splice(tasks.indexOf(task), 1);
}

// What has not changed since the version shown is not sent again: an empty element stands for it.
function fill(incoming) {
  for (const empty of incoming.querySelectorAll("[data-kept]")) {
    empty.replaceWith(document.getElementById(empty.id).cloneNode(true));
  }
}

function settled() {
  if (!before) return;
  const { change, focus, say } = before;
  before = null;
  show("failed", false);
  if (focus) keepFocus(change.own);
  const now = table().dataset.say;
  const repeated = now === say && change.from === change.to && !table().querySelector(".notice");
  if (!repeated) announce(now);
  tell("table:changed", change);
}

function tell(type, detail) {
  document.dispatchEvent(new CustomEvent(type, { detail }));
}

// A morph leaves the focus where it was. It moves on where the element has gone, or where the viewer's own step has
// made it something that cannot be pressed any more.
function keepFocus(own) {
  const focused = document.activeElement;
  const gone = !table().contains(focused);
  const spent = own && focused.getAttribute("aria-disabled") === "true";
  if (gone || spent) document.getElementById(table().dataset.focus)?.focus({ preventScroll: true });
}

// A live region is silent when its text does not change.
function announce(sentence) {
  const status = document.getElementById("status");
  status.textContent = status.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

function show(trouble, on) {
  socket().classList.toggle(`is-${trouble}`, on);
}

// An answer without a table may say why there is none: the server is busy, or was asked too often.
function failed(sentence) {
  const trouble = socket().querySelector(".failed");
  trouble.dataset.plain ??= trouble.textContent;
  trouble.textContent = sentence?.textContent ?? trouble.dataset.plain;
  show("failed", true);
  setTimeout(look, 2000);
}

// Fetch the table as it is now. It comes in as if pushed: at the same version the page keeps its draft.
function look() {
  return htmx.ajax("GET", socket().dataset.url, { source: socket(), target: `#${MAIN_FRAME}`, swap: "outerMorph" });
}

function busy(event, on) {
  if (event.target.matches?.("form")) document.documentElement.classList.toggle("is-busy", on);
}

// A frame may show the next version before the answer comes: what is pressed then waits for the answer. What was meant
// for a version that is gone by its turn, as the second press of a double click is, is not sent.
function requested(event) {
  const { body } = event.detail.ctx.request;
  if (versionOf(table()) > Number(body?.get("version") ?? Infinity)) event.preventDefault();
  else busy(event, true);
}

// Words that were written since these were sent stay in the box.
function answered(event) {
  const { request, response } = event.detail.ctx;
  busy(event, false);
  show("failed", socket().classList.contains("is-failed") && !response?.raw.ok);
  if (event.target.id !== "notation" || !response?.raw.ok) return;
  const box = document.getElementById("notation-text");
  const sent = request.body ?? new URL(request.action, location).searchParams;
  if (sent.get(box.name) === box.value) event.target.reset();
}

function closed(event) {
  const { code, connection, reason } = event.detail;
  if (reason !== "closed") return;
  const returns = connection.config.reconnectCodes.includes(code);
  show("lost", returns);
  show("ended", !returns);
}

function opened() {
  const wasLost = socket().classList.contains("is-lost");
  show("lost", false);
  show("ended", false);
  if (wasLost) look();
}

// A socket that comes back asks for what is newer than the table shown now, not than the page once loaded.
function connecting(event) {
  const { connection } = event.detail;
  const url = new URL(connection.url);
  url.searchParams.set("v", versionOf(table()));
  connection.url = url.href;
}

function connect(root) {
  root.addEventListener("htmx:before:swap", guard);
  root.addEventListener("htmx:after:swap", settled);
  root.addEventListener("htmx:before:request", requested);
  root.addEventListener("htmx:finally:request", answered);
  root.addEventListener("htmx:error", (event) => event.detail.ctx && failed());
  root.addEventListener("htmx:ws:before:connection", connecting);
  root.addEventListener("htmx:ws:after:connection", opened);
  root.addEventListener("htmx:ws:close", closed);
  root.addEventListener("table:say", (event) => announce(event.detail));
  root.addEventListener("visibilitychange", () => root.hidden || look());
  window.addEventListener("online", look);
  // A page out of the back-forward cache has lost its socket for good.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
}

connect(document);
