// Says what was done, with the way back beside it. It stays until something else is done: nobody has to be quick.

import { button, h, icon, show } from "./elements.js";
import { t } from "./texts.js";

const place = () => document.querySelector(".done"); // the first: a view that has a place for it goes before the frame's

export const doneHere = () => h("div.done", { role: "status" });

export function clearDone() {
  if (place()) show(place());
}

// `undo`, if there is one, takes it back; what it gives is said instead.
export function done(sentence, undo = null) {
  const close = h("button.square", { type: "button", "aria-label": t("do.close"), onclick: clearDone }, icon("close"));
  const within = place().contains(document.activeElement);
  let undoing = null;
  const back = undo && button(t("do.undo"), () => {
    undoing ??= undo().then(() => done(t("do.undone")), (error) => done(error.message));
  });
  show(place(), h("span", sentence), h("span.row", back, close));
  if (within) close.focus(); // whoever pressed undo is still here
}
