// Lets the clocks run between two words of the server (#seats, data-*) and shows what becomes due: an absence that is
// no reload any more, a claim that may be made. It decides nothing: at zero it asks the server to look (kind=flag).

const LOW = 30_000;
const SAID = [30_000, 10_000];
const CONFIRM = 300; // a complete draft is sent so long before zero, to arrive in time
const SECOND = 1000;
const DAY = 86_400_000;
const AGAIN = 5 * SECOND; // the server looks by itself as well

const seats = () => document.getElementById("seats");
const table = () => document.getElementById("table");
const number = (name) => Number(seats().dataset[name]);

// How far this page's count of time is ahead of the server's clock: of all words from the server the one that came
// fastest tells best. performance.now() does not jump when somebody sets the computer's clock.
let ahead = Infinity;
let told = "";
let timer;
let shownLeft = Infinity;
let confirmed = "";
let asked = -Infinity;

const now = () => performance.now() - ahead;

function figures(milliseconds) {
  const seconds = Math.ceil(Math.max(0, milliseconds) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 24) {
    return seats().dataset.days.replace("{days}", Math.floor(hours / 24)).replace("{hours}", hours % 24);
  }
  const two = (value) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

// The clock of one seat; answers with what it has left if it runs.
function show(seat, moment) {
  const clock = document.getElementById(`clock-${seat}`);
  if (!clock) return Infinity;
  const runs = seats().dataset.running === seat;
  const reserve = number(`${seat}Reserve`);
  const free = number("delay") - (runs ? moment - number("since") : 0); // before it starts it has more than the delay
  const left = free + reserve;
  const byDays = number("delay") >= DAY;
  write(clock.querySelector("b"), figures(byDays ? left : reserve + Math.min(0, free)));
  if (!byDays) write(clock.querySelector("small"), `+${Math.ceil(Math.max(0, free) / 1000)}`);
  clock.classList.toggle("is-running", runs);
  clock.classList.toggle("is-low", runs && left <= LOW);
  return runs ? left : Infinity;
}

// Who listens instead of looking hears twice that time runs out.
function say(seat, left) {
  const due = SAID.find((limit) => left <= limit && shownLeft > limit && limit - left < SECOND);
  shownLeft = left;
  if (!due) return;
  if (seat === table().dataset.view) document.dispatchEvent(new CustomEvent("table:sound", { detail: "low" }));
  const name = table().querySelector(`.${seat} .name`).textContent;
  tell(document.getElementById("status").dataset.left.replace("{name}", name).replace("{seconds}", due / 1000));
}

function tell(sentence) {
  document.dispatchEvent(new CustomEvent("table:say", { detail: sentence }));
}

// At and just before zero. Nothing is sent for a table that is not the one the clock was told for.
function act(seat, left) {
  const { version, view } = table().dataset;
  if (version !== seats().dataset.version) return;
  const confirm = document.getElementById("confirm");
  if (left <= CONFIRM && view === seat && confirm?.value === "play" && confirmed !== version) {
    confirmed = version;
    confirm.click();
  } else if (left <= -number("lag") && performance.now() - asked > AGAIN) {
    asked = performance.now();
    flag();
  }
}

// The answer comes as a frame to all; a refusal (too early) must not wipe what stands on the table.
function flag() {
  const form = document.getElementById("command");
  if (!form) return; // a spectator's page
  const body = new URLSearchParams(new FormData(form));
  body.set("kind", "flag");
  fetch(form.action, { method: "POST", headers: { "HX-Request": "true" }, body }).catch(() => {});
}

function absences(moment) {
  const { dataset, classList } = seats();
  for (const seat of ["white", "black"]) {
    if (dataset[seat] === "away" && moment >= number(`${seat}GoneAt`)) dataset[seat] = "gone";
  }
  for (const time of seats().querySelectorAll("[data-until]")) write(time, figures(time.dataset.until - moment));
  if (dataset.claimAt && moment >= dataset.claimAt && !classList.contains("is-claimable")) {
    classList.add("is-claimable");
    tell(document.querySelector("#claim p").innerText);
  }
}

function tick() {
  clearTimeout(timer);
  const moment = now();
  const left = Math.min(show("white", moment), show("black", moment));
  const seat = seats().dataset.running;
  if (Number.isFinite(left)) {
    say(seat, left);
    act(seat, left);
  }
  absences(moment);
  // The figures change when what is left passes a whole second; the draft and the question come between two of them.
  const part = (value) => (value > 0 ? (value - 1) % SECOND : SECOND - 1) + 1;
  const next = Number.isFinite(left) ? Math.min(...[0, CONFIRM, -number("lag")].map((at) => part(left - at))) : SECOND;
  timer = setTimeout(tick, Math.max(20, next));
}

// Take in what #seats says after a swap.
function listen() {
  const { now: heard, since, running } = seats().dataset;
  ahead = Math.min(ahead, performance.now() - heard);
  if (told !== running + since) {
    told = running + since;
    shownLeft = Infinity;
  }
  tick();
}

function connect(root) {
  if (!seats()) return;
  root.addEventListener("htmx:after:swap", listen);
  listen();
}

connect(document);
