// Keys that work everywhere, and arrows within a card.

const GOES = { n: "#/notebook", t: "#/talk", s: "#/settings", y: "#/story", o: "#/threads" };
const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select";
const FORWARD = new Set(["ArrowRight", "ArrowDown"]);
const BACKWARD = new Set(["ArrowLeft", "ArrowUp"]);

export function keys() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.matches?.(FIELDS) || document.querySelector("dialog[open]")) return;
    if (event.key === "/") search(event);
    else if (event.key in GOES && document.querySelector(".frame")) location.hash = GOES[event.key];
    else if (event.key === "Escape") document.querySelector("[data-back]")?.click();
  });
}

function search(event) {
  if (!document.querySelector(".frame")) return;
  event.preventDefault();
  const field = document.querySelector("input[type=search]");
  if (field) field.focus();
  else location.hash = "#/notebook?search";
}

// Moves between the buttons of a card with the arrows; Enter presses, as everywhere.
export function withArrows(card) {
  card.addEventListener("keydown", (event) => {
    if (event.target.matches(FIELDS) || !(FORWARD.has(event.key) || BACKWARD.has(event.key))) return;
    const buttons = [...card.querySelectorAll("button:not(:disabled)")].filter((each) => each.offsetParent);
    const step = FORWARD.has(event.key) ? 1 : -1;
    const next = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
    buttons[next]?.focus();
    event.preventDefault();
  });
  return card;
}
