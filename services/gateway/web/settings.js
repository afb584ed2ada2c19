// What a person can set, see of what it takes, take along, bring back, and make go.

import { button, h, heading, show as put, trouble } from "./elements.js";
import { attempt, on, signOut } from "./state.js";
import { t } from "./texts.js";
import { bringing, taking } from "./settings/carrying.js";
import { erasing } from "./settings/erasing.js";
import { model } from "./settings/model.js";
import { sayWhatWasSaved, section } from "./settings/setting.js";
import { asked, companion, delicate, remembering, spending } from "./settings/values.js";

// `#/settings/asked` leads to one of them.
export async function show(place, { about, signal }) {
  const title = heading(t("way.settings"));
  const set = [companion(), remembering(), asked(), delicate(), spending(), model()];
  const sections = [...set, taking(signal), bringing(signal), leaving(), erasing()];
  put(place, h("div.view", title, sections.map(({ element }) => element)));
  const fill = () => sections.forEach((each) => each.fill());
  fill();
  on("me", fill, signal);
  const led = about && document.getElementById(`settings-${about}`);
  if (!sayWhatWasSaved()) (led ?? title).focus();
  led?.scrollIntoView({ block: "start", behavior: "instant" });
}

function leaving() {
  const wrong = trouble();
  const out = h("div.row", button(t("settings.sign_out"), () => attempt(wrong, signOut)));
  return section("signing_out", h("p", t("settings.signing_out.what")), out, wrong);
}
