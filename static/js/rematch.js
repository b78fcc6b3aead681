// What a rematch needs for its dice is loaded when the table offers one: <form id="rematch-form" data-script="address">.

function prepare() {
  const button = document.getElementById("rematch");
  if (button) import(button.form.dataset.script);
}

document.addEventListener("table:changed", prepare);
prepare();
