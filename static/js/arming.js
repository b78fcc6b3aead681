// Careful buttons (data-careful) are deaf for a moment after they appear: css/comfort.css lets an animation run so long.
// For those who have chosen so a decision about the cube takes a second press: the button holds the words that ask for it.

const ASKING = "is-asking";

const isDeaf = (button) => button.getAnimations().some(({ animationName }) => /^deaf/.test(animationName));
const asks = (button) => document.documentElement.dataset.confirmCube === "on" && button.dataset.careful;

function callOff() {
  const asking = document.querySelector(`.${ASKING}`);
  asking?.classList.remove(ASKING);
  return asking;
}

function press(event) {
  const button = event.target.closest?.("[data-careful]");
  const deaf = button && isDeaf(button);
  if (!deaf && (callOff() === button || !button || !asks(button))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (deaf) return;
  button.classList.add(ASKING);
  const detail = `${button.dataset.careful} ${button.textContent}`;
  document.dispatchEvent(new CustomEvent("table:say", { detail }));
}

document.addEventListener("click", press, true);
document.addEventListener("keydown", ({ key }) => key === "Escape" && callOff());
