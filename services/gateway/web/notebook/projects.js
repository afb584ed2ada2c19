// Whose notebook: Your Story and the projects. Beginning one, naming it anew, putting it away; writing in it oneself.

import { change } from "../api.js";
import { asking } from "../dialog.js";
import { button, field, h, icon } from "../elements.js";
import { CATEGORIES } from "../memory.js";
import { attempt, engagement, house, isStory, refreshEngagements } from "../state.js";
import { t } from "../texts.js";
import { changeProject, write } from "./acting.js";
import { category, choice, redraw } from "./parts.js";
import { addressOf } from "./place.js";
import { receipt } from "./receipt.js";

const IN_SIGHT = 4; // projects beside Your Story; the others are in a list
const LONGEST = 280; // what the doors take as one fact

export const titleOf = (each) => (isStory(each.engagement_id) ? t("notebook.story") : each.title);

// Of a memory that is shown in another notebook than its own.
export function elsewhere({ engagement_id: id }, here) {
  const there = id !== here && engagement(id);
  return there && h("span", titleOf(there));
}

export function chooser(current) {
  const element = h("nav.places", { "aria-label": t("notebook.places") });
  let drawn = "";
  const draw = () => {
    const key = JSON.stringify(house.engagements.map((each) => [titleOf(each), each.status, each.held]));
    if (key === drawn) return; // a list that is open would close
    drawn = key;
    const projects = house.engagements.filter((each) => !isStory(each.engagement_id));
    const near = projects.filter((each) => each.status === "active").reverse().slice(0, IN_SIGHT);
    const chosen = projects.find((each) => each.engagement_id === current);
    if (chosen && !near.includes(chosen)) near.splice(IN_SIGHT - 1, 1, chosen);
    const further = projects.filter((each) => !near.includes(each));
    const begin = button([icon("plus"), h("span", t("notebook.new_project"))], () => naming(null), ".plain");
    const ways = [engagement(house.me.personal_engagement_id), ...near].map((each) => pill(each, current));
    const all = [...ways, further.length > 0 && others(further), begin];
    redraw(element, h("ul", all.map((each) => each && h("li", each))));
  };
  draw();
  return { element, draw };
}

function pill(each, current) {
  const { engagement_id: id, held } = each;
  return h("a.pill", { href: addressOf({ engagement: id }), "aria-current": id === current && "page" },
    h("span", titleOf(each)),
    held > 0 && h("span.count", { "aria-label": t("frame.waiting", { count: held }) }, String(held)));
}

function others(projects) {
  const go = () => select.value && (location.hash = addressOf({ engagement: select.value }));
  const group = (status) => {
    const options = projects.filter((each) => each.status === status)
      .map((each) => h("option", { value: each.engagement_id }, each.title));
    return options.length > 0 && h("optgroup", { label: t(status === "active" ? "category.projects" : "notebook.archived") }, options);
  };
  const label = t("notebook.more_projects", { count: projects.length });
  const select = h("select.pill", { "aria-label": label, onchange: go },
    h("option", { value: "" }, label), group("active"), group("archived"));
  return select;
}

export function handling(project, wrong) {
  if (isStory(project.engagement_id)) return null;
  const active = project.status === "active";
  const status = active ? "archived" : "active";
  const away = () => attempt(wrong, () => changeProject(project, { status }, `did.${status}`));
  return [!active && h("p.aside", t("notebook.is_archived")),
    button(t("notebook.rename"), () => naming(project), ".plain"),
    button(t(active ? "notebook.archive" : "notebook.unarchive"), away, ".plain"),
    button(t("erase_project.open"), () => erasing(project), ".plain")];
}

// What becomes of its memories is asked, and nothing is chosen beforehand.
function erasing({ engagement_id: id, title }) {
  let memories;
  const ways = ["move", "erase"].map((way) => [way, t(`erase_project.${way}`)]);
  asking({
    title: t("erase_project.ask", { title }),
    parts: [h("p", t("erase_project.what")),
      choice(".weight", t("erase_project.memories"), ways, null, (way) => { memories = way; })],
    yes: t("erase_project.yes"),
    style: ".grave",
    doing: async () => {
      if (!memories) throw new Error(t("erase_project.choose"));
      const found = await change("DELETE", `/v1/engagements/${id}`, { memories });
      await refreshEngagements();
      return [h("h2", t("erase_project.done")), receipt(found)];
    },
    next: () => { location.hash = addressOf({ engagement: house.me.personal_engagement_id }); },
  });
}

function naming(project) {
  const title = h("input", { required: true, maxlength: "200", value: project?.title ?? "" });
  const seed = h("textarea", { maxlength: "2000", rows: "3", value: project?.seed ?? "" });
  const named = () => ({ title: title.value.trim(), seed: seed.value.trim() });
  asking({
    title: t(project ? "notebook.rename" : "notebook.new_project"),
    parts: [field(t("notebook.project_title"), title),
      field(t("notebook.about"), seed, t("notebook.project_seed_hint"))],
    yes: t(project ? "memory.use" : "notebook.begin"),
    doing: () => (project ? changeProject(project, named(), "did.renamed") : begin(named())),
  });
}

async function begin(named) {
  const { engagement_id: engagement } = await change("POST", "/v1/engagements", named);
  await refreshEngagements();
  location.hash = addressOf({ engagement });
}

// What is written by hand is known at once: nobody has to be asked.
export function writing(here) {
  const text = h("textarea",
    { required: true, maxlength: LONGEST, rows: "3", placeholder: t("notebook.write_example") });
  const about = h("select", h("option", { value: "" }, t("notebook.write_any")),
    CATEGORIES.map((each) => h("option", { value: each }, category(each))));
  asking({
    title: t("notebook.write"),
    parts: [h("p", t("notebook.write_what", { place: titleOf(here) })),
      field(t("notebook.write_text"), text, t("notebook.write_hint")), field(t("notebook.about"), about)],
    yes: t("notebook.write_save"),
    doing: () =>
      write({ engagement_id: here.engagement_id, content: text.value.trim(), category: about.value || null }),
  });
}
