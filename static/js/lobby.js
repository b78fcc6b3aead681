// Looks at the running games again every ten seconds, while somebody can see the page.

setInterval(() => {
  if (document.visibilityState === "visible") document.getElementById("live-boards")?.dispatchEvent(new Event("look"));
}, 10_000);
