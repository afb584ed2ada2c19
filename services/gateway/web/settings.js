// What a person can set, see of what it takes, take along, bring back, and make go.

import { button, h, heading, show as put, trouble } from "./elements.js";
import { attempt, on, signOut } from "./state.js";
import { t } from "./texts.js";
import { bringing, taking } from "./settings/carrying.js";
import { erasing } from "./settings/erasing.js";
import { model } from "./settings/model.js";
import { sayWhatWasSaved, section } from "./settings/setting.js";
import { companion, delicate, remembering, spending } from "./settings/values.js";

export async function show(place, { signal }) {
  const title = heading(t("way.settings"));
  const set = [companion(), remembering(), delicate(), spending(), model()];
  const sections = [...set, taking(signal), bringing(signal), leaving(), erasing()];
  put(place, h("div.view", title, sections.map(({ element }) => element)));
  const fill = () => sections.forEach((each) => each.fill());
  fill();
  on("me", fill, signal);
  if (!sayWhatWasSaved()) title.focus();
}

function leaving() {
  const wrong = trouble();
  const out = h("div.row", button(t("settings.sign_out"), () => attempt(wrong, signOut)));
  return section("signing_out", h("p", t("settings.signing_out.what")), out, wrong);
}
