// "Your turn" where it is seen from another tab: a mark before the title, a badge on the icon. The table says whose turn
// it is, and its page which words and which icon to use: <div id="live" data-turn-title="… {title}" data-turn-icon="…">

const title = document.title;
const link = document.querySelector("link[rel=icon]");
const icon = link.href;

function show() {
  const { turn, view } = document.getElementById("table").dataset;
  const { turnTitle, turnIcon } = document.getElementById("live").dataset;
  const yours = turn === view;
  document.title = yours ? turnTitle.replace("{title}", () => title) : title;
  link.href = yours ? turnIcon : icon;
}

function connect(root) {
  root.addEventListener("htmx:after:swap", show);
  show();
}

connect(document);
