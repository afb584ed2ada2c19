// What fits the words in the search field without having them in it: of all notebooks, and of what was said.

import { call } from "../api.js";
import { date } from "../dates.js";
import { h, wrote } from "../elements.js";
import { house } from "../state.js";
import { plain } from "../talk/markdown.js";
import { has, t } from "../texts.js";
import { foundBy, row } from "./list.js";
import { marked, redraw } from "./parts.js";

const MOST = 20;
const LIKELY = 0.5; // nobody asked for it: what is shown is more likely to fit than not
const TELLING = 0.2; // of a score: a signal with less is not worth naming

// `listed` gives the ids of what is shown already, as it has the very words in it.
export function fitting({ signal, listed, here, stretch }) {
  const list = h("ol.memories", { "aria-label": t("notebook.fits") });
  const element = h("section", { hidden: true }, h("h2.when", t("notebook.fits")), list);

  // How many there are; none where nothing is asked.
  async function look(q, isWanted) {
    const found = q ? await asked(q, signal) : [];
    if (!isWanted()) return 0; // somebody typed on
    const known = listed();
    const hits = found.filter(({ id }) => !known.has(id));
    element.hidden = hits.length === 0;
    redraw(list, hits.map((hit) => h("li", { "data-memory": true, "data-id": hit.id },
      hit.exchange ? saying(hit, q) : row({ ...hit.assertion, why: told(hit) }, { here, stretch }))));
    return hits.length;
  }

  return { element, look };
}

async function asked(query, signal) {
  const body = { query, search_type: "both", top_k: MOST, threshold: LIKELY };
  return (await (await call("POST", "/v1/memory/query", { body, signal })).json()).hits;
}

// It was found by these; what was said around it tells nothing of a memory, which has that like all others.
function told({ score, why, exchange }) {
  const tells = ({ name, share }) => share > TELLING * score && has(`signal.${name}`) && (exchange || name !== "around");
  return why.filter(tells).map(({ name }) => name);
}

function saying(hit, sought) {
  const { turn_id: turn, role, content, at } = hit.exchange;
  const who = role === "person" ? t("notebook.said_you") : t("notebook.said_companion", { companion: house.me.companion_name });
  return h("a.memory", { href: `#/talk?turn=${turn}` }, wrote("span.brief", marked(plain(content), sought)),
    h("span.aside", h("span", who), h("span", date(at)), foundBy(told(hit))));
}
