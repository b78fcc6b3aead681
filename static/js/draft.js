// Makes drafting instant: a step is shown to be made at the press itself, and a draft that has been on the board at this
// version is shown again without asking the server, so that undo waits for nothing. The table is always what the server
// made of a draft. Confirm, pressed while a step is on its way, follows its answer.
//
// Others hear of it on document: table:step {source, target, dropped: by a drag} at the press, and table:back when no
// table came of it.

const kept = new Map(); // the tables of this version as markup, by leading die and draft
let asked = null; // the request under way: {ctx, button}
let wanted = false; // Confirm was pressed meanwhile

const table = () => document.getElementById("table");
const tell = (type, detail) => document.dispatchEvent(new CustomEvent(type, { detail }));
const nameOf = (draft, lead) => `${lead ?? ""} ${draft ?? ""}`;

// What a table says of itself is named like the address that asks for it. A refusal is no answer to keep.
function keep(table) {
  if (table.querySelector(".notice")) return;
  kept.set(nameOf(table.dataset.draft, table.querySelector("#draft-form [name=lead]")?.value), table.outerHTML);
}

function free() {
  asked?.button?.classList.remove("is-busy");
  asked = null;
  wanted = false;
}

function requested(event) {
  const { ctx } = event.detail;
  const { method, body, action, submitter } = ctx.request;
  const { searchParams } = new URL(action, location);
  // What is confirmed is what is on the board, not what it is about to be. A lesson asks by GET.
  if (asked && (body?.get("kind") ?? searchParams.get("kind")) === "play") event.preventDefault();
  if (method !== "GET" || !["draft-form", "dice"].includes(ctx.sourceElement.id)) return;
  const known = kept.get(nameOf(searchParams.get("draft"), searchParams.get("lead")));
  if (known) ctx.fetch = async () => new Response(known);
  const { source = submitter?.id, aim, dropped } = submitter?.dataset ?? {};
  free();
  asked = { ctx, button: document.getElementById(source) };
  asked.button?.classList.add("is-busy");
  if (aim) tell("table:step", { source, target: aim, dropped: !!dropped });
}

function finished({ detail: { ctx } }) {
  if (asked?.ctx !== ctx) return;
  free();
  tell("table:back");
}

// What comes instead of the draft asked for, or refuses it, is not confirmed.
function answered({ detail: { own, from, to } }) {
  if (!own) return;
  const confirms = wanted && from === to && !table().querySelector(".notice");
  free();
  if (confirms) document.querySelector("#confirm[name]")?.click();
}

document.addEventListener("click", ({ target }) => (wanted ||= asked && target.closest("#confirm, #confirm-dice")));
document.addEventListener("htmx:before:request", requested);
document.addEventListener("htmx:finally:request", finished);
document.addEventListener("table:changing", ({ detail: { from, to, next } }) => {
  if (to > from) kept.clear();
  keep(next);
});
document.addEventListener("table:changed", answered);
keep(table());
