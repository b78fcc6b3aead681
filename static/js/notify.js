// The button "Notify me when it is my turn": asks the browser, and tells the server where it listens. Without support the
// form stays hidden: <form id="notify" action="…" data-stop="…" data-worker="…" data-key="…" data-on="1" hidden>

const form = document.getElementById("notify");
const said = form?.querySelector("[role=status]");

const worker = () => navigator.serviceWorker.getRegistration(form.dataset.worker);

function show(on) {
  form.elements.start.hidden = on;
  form.elements.stop.hidden = !on;
}

async function tell(address, fields) {
  const body = new FormData(form);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const answer = await fetch(address, { method: "POST", body });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
}

async function start() {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  await navigator.serviceWorker.register(form.dataset.worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // somebody else's, or with a key we have no more
  const options = { userVisibleOnly: true, applicationServerKey: form.dataset.key };
  const subscription = await pushManager.subscribe(options);
  const { endpoint, keys } = subscription.toJSON();
  await tell(form.action, { endpoint, ...keys });
  show(true);
  return "started";
}

async function stop() {
  await tell(form.dataset.stop, {});
  await (await (await worker())?.pushManager.getSubscription())?.unsubscribe();
  show(false);
  return "stopped";
}

async function press(button, act) {
  button.disabled = true;
  try {
    said.textContent = said.dataset[await act()];
  } catch {
    said.textContent = said.dataset.failed;
  }
  button.disabled = false;
}

async function connect() {
  if (!form || !("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return;
  form.elements.start.addEventListener("click", (event) => press(event.target, start));
  form.elements.stop.addEventListener("click", (event) => press(event.target, stop));
  show(Boolean(form.dataset.on && (await (await worker())?.pushManager.getSubscription())));
  form.hidden = false;
}

connect();
