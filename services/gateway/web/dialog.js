// A dialog that asks. It is gone when it is closed, and the focus is where it was.

import { button, form, h, show, trouble } from "./elements.js";
import { attempt } from "./state.js";
import { t } from "./texts.js";

// `doing` does what is asked for; what it gives, if anything, is read before the dialog closes. `next` follows it.
export function asking({ title, parts, yes, style = ".yes", no = t("do.cancel"), doing = () => {}, next = () => {} }) {
  const before = document.activeElement;
  const wrong = trouble();
  const submit = h(`button${style}`, yes);
  let isDone = false;

  async function send() {
    submit.disabled = true;
    await attempt(wrong, async () => {
      const said = await doing();
      isDone = true;
      if (said) return read(said);
      element.close();
      follow();
    });
    submit.disabled = false;
  }

  function read(said) {
    const end = button(t("do.close"), () => element.close(), ".yes");
    show(element, h("div.inside", said, h("div.row", end)));
    end.focus();
  }

  function gone() {
    element.remove();
    (before?.isConnected ? before : document.querySelector("h1"))?.focus();
    follow();
  }

  function follow() {
    if (isDone) next();
    isDone = false;
  }

  const keep = button(no, () => element.close());
  const element = h("dialog", { "aria-label": title, onclose: gone },
    form(".inside", send, h("h2", title), parts, wrong, h("div.row", submit, keep)));
  document.body.append(element);
  element.showModal();
  if (style !== ".yes") keep.focus(); // an Enter too many must do nothing that cannot be undone
}
