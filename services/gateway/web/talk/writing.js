// The line that is being written, and those that are on their way. It is kept while one looks elsewhere, and given back
// when it was refused or too long.

import { number } from "../dates.js";
import { button, form, h, icon, show, wrote } from "../elements.js";
import { house, on } from "../state.js";
import { t } from "../texts.js";

const DRAFT = "holdfast.draft";
const LONGEST = 4_000;
const NAME = 40; // characters of a name that a hint has room for

export function writing({ send, signal }) {
  const line = h("textarea", {
    rows: "1", enterkeyhint: "send", "aria-label": t("talk.say"), oninput: written,
  });
  const full = h("p.aside.full-line", { role: "status" });
  let former = null; // the line that this one is written instead of
  const go = h("button.yes.square", { "aria-label": t("talk.send") }, icon("send"));
  const element = form(".writing", submit, line, go);
  line.value = sessionStorage.getItem(DRAFT) ?? "";
  line.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && former) leave();
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  const name = () => {
    line.placeholder = t("talk.placeholder", { companion: house.me.companion_name.slice(0, NAME) });
    element.classList.toggle("off-the-record", !house.me.settings.write);
  };
  name();
  on("me", name, signal);
  written();

  function written() {
    keep(house.me.settings.write ? line.value : "");
    const length = [...line.value.trim()].length;
    go.disabled = length > LONGEST;
    show(full, go.disabled && t("talk.longest", { length: number(length) }),
      former && [t(former.turn.isOpen ? "talk.instead" : "talk.anew"), " ", button(t("do.cancel"), leave, ".plain")]);
  }

  function submit() {
    const text = line.value.trim();
    if (!text || go.disabled) return;
    const instead = former;
    leave();
    send(text, instead);
  }

  function edit(line_) {
    former = line_;
    set(former.text);
    line.focus();
  }

  function leave() {
    former = null;
    set("");
    line.focus({ preventScroll: true });
  }

  function set(text) {
    line.value = text;
    written();
  }

  return {
    element: h("div", full, element),
    edit,
    focus: () => line.focus({ preventScroll: true }),
    giveBack: (text) => set(line.value ? `${text}\n${line.value}` : text),
  };
}

function keep(text) {
  if (text) sessionStorage.setItem(DRAFT, text);
  else sessionStorage.removeItem(DRAFT);
}

// Lines that are on their way: shown beneath the conversation until a turn takes them.
export function sending() {
  const element = h("ol.turns.on-their-way", { "aria-label": t("talk.sending") });

  function put(line) {
    line.element = h("li.turn", h("div.said", wrote("p.mine", line.text)));
    line.element.line = line;
    element.append(line.element);
  }

  const among = (covers) => [...element.children].filter(({ line }) => line.covers?.some((id) => covers.includes(id)));

  // Sent again, it may wait already: nobody had heard that it arrived.
  function accepted({ covers }) {
    among(covers).slice(1).forEach((each) => each.remove());
  }

  // The lines that a turn answers leave: the turn itself shows them.
  function taken({ isOver, view: { said, covers } }) {
    if (said.length || isOver) among(covers).forEach((each) => each.remove());
  }

  return { element, put, accepted, taken };
}
