// Buttons that copy: <button type="button" data-copy="id of a field" hidden>Copy</button><span role="status" data-said="Copied."></span>
// Without JavaScript they stay hidden; the field can be selected by hand.

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Plain http on a home network has no clipboard object, and permission may be refused.
    field.select();
    return document.execCommand("copy");
  }
}

function connect(root) {
  for (const button of root.querySelectorAll("[data-copy]")) button.hidden = false;
  root.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const said = button.nextElementSibling;
    if (await copy(document.getElementById(button.dataset.copy))) said.textContent = said.dataset.said;
  });
}

connect(document);
