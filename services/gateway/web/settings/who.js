// A model by its name and where it is. An installation of an earlier release does not say where.

import { t } from "../texts.js";

const OWN = "offline";

export function named({ provider, model, host, place = "far" }) {
  return t(`settings.who.${provider === OWN ? "house" : place}`, { model, host: host || provider });
}
