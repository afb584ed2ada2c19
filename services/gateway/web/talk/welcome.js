// The first time: a name for the companion, and in two sentences what it does with what one says.

import { change } from "../api.js";
import { button, field, form, h } from "../elements.js";
import { emblem } from "../frame.js";
import { house, refreshMe } from "../state.js";
import { t } from "../texts.js";

const DEFAULT_NAME = "Companion";

export function welcome(sorry, line) {
  const named = house.me.companion_name !== DEFAULT_NAME;
  return h("section.welcome",
    emblem(),
    h("h2", named ? t("welcome.named", { companion: house.me.companion_name }) : t("welcome.title")),
    h("p", t("welcome.what")),
    named ? h("p.aside", t("welcome.begin")) : naming(sorry, line));
}

function naming(sorry, line) {
  const name = h("input", { maxlength: "200", autocomplete: "off", required: true });
  const close = () => {
    asked.replaceWith(h("p.aside", t("welcome.begin")));
    line.focus();
  };
  const give = () => change("PATCH", "/v1/me", { companion_name: name.value.trim() })
    .then(refreshMe).then(close).catch(sorry);
  const asked = form(".card", give, field(t("welcome.name"), name, t("welcome.name_hint")),
    h("div.row", h("button.yes", t("welcome.give")), button(t("welcome.later"), close, ".plain")));
  return asked;
}
