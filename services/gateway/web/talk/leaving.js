// One line leaves the talk for good; what was kept of it stays, unless the person says so.

import { change, get } from "../api.js";
import { asking } from "../dialog.js";
import { h, wrote } from "../elements.js";
import { receipt } from "../notebook/receipt.js";
import { t } from "../texts.js";

export function takeOut({ turn, line, text }) {
  const along = h("input", { type: "checkbox" });
  asking({
    title: t("take_out.ask"),
    parts: [wrote("p.mine", text), h("p", t("take_out.what")), h("label.switch", along, t("take_out.along"))],
    yes: t("take_out.yes"),
    style: ".no",
    doing: async () => {
      const body = { memories: along.checked ? "erase" : "keep" };
      const gone = await change("DELETE", `/v1/turns/${turn.id}/lines/${line}`, body);
      turn.learn(await get(`/v1/turns/${turn.id}`));
      return receipt(gone);
    },
  });
}
