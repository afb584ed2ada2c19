// Back to a day of the talk.

import { today } from "../dates.js";
import { asking } from "../dialog.js";
import { field, h } from "../elements.js";
import { t } from "../texts.js";

export function goToDay() {
  const day = h("input", { type: "date", required: true, max: today(), value: today() });
  const next = () => (location.hash = `#/talk?day=${day.value}`);
  asking({ title: t("talk.day"), parts: [field(t("then.day"), day)], yes: t("then.show"), next });
}
