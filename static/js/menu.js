// The menu at the table: each button sends one preference. Here it takes effect at once, without a new page.

const root = document.documentElement;

// A choice is pressed while it is the one; a switch, which sends its other value, while it is on.
function mark(form) {
  for (const button of form.querySelectorAll("button")) {
    const value = root.dataset[button.name];
    const isSwitch = "on" in button.dataset;
    if (isSwitch) button.value = value === "on" ? "off" : "on";
    button.setAttribute("aria-pressed", isSwitch ? value === "on" : value === button.value);
  }
}

function send(event) {
  const { target, submitter } = event;
  event.preventDefault();
  root.dataset[submitter.name] = submitter.value;
  fetch(target.action, {
    method: "POST",
    headers: { "HX-Request": "true" },
    body: new URLSearchParams(new FormData(target, submitter)),
  }).catch(() => {});
  const said = submitter.dataset[submitter.value];
  if (said) document.dispatchEvent(new CustomEvent("table:say", { detail: said }));
  mark(target);
}

function dismiss({ type, key, target }) {
  const menu = document.getElementById("menu");
  if (!menu.open || (type === "keydown" ? key !== "Escape" : menu.contains(target))) return;
  if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  menu.open = false;
}

document.querySelector("#menu form").addEventListener("submit", send);
for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, dismiss);
