// What is talked about and what is kept of it, in plain sight above the conversation.

import { change } from "../api.js";
import { button, h, icon, show } from "../elements.js";
import { choose, house, on, projects, refreshMe } from "../state.js";
import { t } from "../texts.js";

export function strip({ signal, sorry }) {
  const project = h("select", { "aria-label": t("talk.project"), onchange: () => choose(project.value || null) });
  const keeping = toggle("write", sorry);
  const using = toggle("read", sorry);
  const note = h("p.incognito", { role: "status" });

  const fill = () => {
    show(project,
      h("option", { value: "" }, t("talk.no_project")),
      projects().map((each) => h("option", { value: each.engagement_id }, each.title)));
    project.value = house.project ?? "";
  };
  const switches = () => {
    const { write, read } = house.me.settings;
    keeping.input.checked = write;
    using.input.checked = read;
    show(note, sentence(write, read));
  };
  fill();
  switches();
  on("engagements", fill, signal);
  on("project", fill, signal);
  on("me", switches, signal);
  const ask = () => import("./days.js").then(({ goToDay }) => goToDay());
  const days = h("button.plain.square", { type: "button", "aria-label": t("talk.day"), title: t("talk.day"), onclick: ask }, icon("past"));
  const close = button(t("talk.close"), () => import("./closing.js").then(({ closeTalk }) => closeTalk()).catch(sorry), ".plain");
  return h("div.strip", h("div.column", h("div.row", project, days, close), h("div.row", keeping.element, using.element), note));
}

function toggle(setting, sorry) {
  const set = () => change("PATCH", "/v1/me", { [setting]: input.checked }).then(refreshMe).catch((error) => {
    input.checked = !input.checked;
    sorry(error);
  });
  const input = h("input", { type: "checkbox", role: "switch", onchange: set });
  return { input, element: h("label.switch", input, t(`talk.${setting}`)) };
}

function sentence(write, read) {
  if (write) return read ? null : t("talk.not_read");
  return t(read ? "talk.not_written" : "talk.neither");
}
