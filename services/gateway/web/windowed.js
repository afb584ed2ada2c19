// A long list of which only a stretch is in the document. It moves with the scrolling and asks for more at its ends.
//
// An item is anything with `element()`; it is asked anew whenever it comes into the stretch.

import { h } from "./elements.js";

const STEP = 40;
const MOST = 160;
const AHEAD = "900px";

export class WindowedList {
  // `before` and `after` fetch more items beyond an end and give [] when there are none.
  constructor(list, { before = null, after = null, failed }) {
    this.list = list;
    this.fetch = { before, after };
    this.failed = failed;
    this.items = [];
    this.first = 0;
    this.last = 0;
    this.busy = false;
    this.shown = new Map(); // item → its element
    this.top = h("li.edge", { "aria-hidden": "true" });
    this.bottom = h("li.edge", { "aria-hidden": "true" });
    this.watch = new IntersectionObserver((seen) => this.reached(seen), { rootMargin: AHEAD });
  }

  // Shows these from the start, around one of them or, like a conversation, from the end.
  begin(items, { atEnd = false, around = 0 } = {}) {
    const middle = atEnd ? items.length : around;
    this.items = items;
    this.first = Math.max(0, middle - STEP);
    this.last = Math.min(items.length, middle + STEP);
    this.shown.clear();
    this.list.replaceChildren(this.top, this.bottom);
    this.draw();
    [this.top, this.bottom].forEach((edge) => this.lookAgain(edge));
  }

  end() {
    this.watch.disconnect();
  }

  get atEnd() {
    return this.last === this.items.length;
  }

  push(item) {
    const follows = this.atEnd;
    this.items.push(item);
    if (follows) this.move(this.first, this.last + 1, "first");
  }

  // Takes other items in place of these. What stays keeps its element, its place on the screen and the focus.
  renew(items) {
    const places = new Map(items.map((item, place) => [item, place]));
    const stays = this.items.slice(this.first, this.last).find((item) => places.has(item));
    const first = this.first && stays ? places.get(stays) : 0;
    const more = Math.max(0, items.length - this.items.length);
    const span = Math.max(STEP, this.last - this.first) + more;
    this.items = items;
    this.move(first, first + span, "last");
    this.lookAgain(this.bottom);
  }

  async reached(seen) {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting || this.busy) continue;
      this.busy = true;
      await (target === this.top ? this.earlier() : this.later()).catch(this.failed);
      this.busy = false;
    }
  }

  async earlier() {
    if (this.first === 0 && this.fetch.before) {
      const more = await this.fetch.before();
      this.items.unshift(...more);
      this.first += more.length;
      this.last += more.length;
      if (!more.length) this.fetch.before = null;
    }
    if (this.first === 0) return;
    this.move(this.first - STEP, this.last, "last");
    this.lookAgain(this.top);
  }

  async later() {
    if (this.atEnd && this.fetch.after) {
      const more = await this.fetch.after();
      this.items.push(...more);
      if (!more.length) this.fetch.after = null;
    }
    if (this.atEnd) return;
    this.move(this.first, this.last + STEP, "first");
    this.lookAgain(this.bottom);
  }

  // Where it grows too long, `gives` says at which end it gives way.
  move(first, last, gives) {
    this.first = Math.max(0, first);
    this.last = Math.min(this.items.length, last);
    if (gives === "first") this.first = Math.max(this.first, this.last - MOST);
    else this.last = Math.min(this.last, this.first + MOST);
    this.keepPlace(() => this.draw());
  }

  draw() {
    const wanted = new Set(this.items.slice(this.first, this.last));
    for (const [item, element] of this.shown) {
      if (wanted.has(item)) continue;
      element.remove();
      this.shown.delete(item);
    }
    let last = this.top;
    for (const item of wanted) {
      if (!this.shown.has(item)) this.shown.set(item, item.element());
      const element = this.shown.get(item);
      if (last.nextSibling !== element) last.after(element);
      last = element;
    }
  }

  // What the person is reading must not move when something above it comes or goes.
  keepPlace(act) {
    const inSight = (element) => element.getBoundingClientRect().bottom > 0;
    const anchor = [...this.list.children].slice(1, -1).find(inSight);
    const before = anchor?.getBoundingClientRect().top;
    act();
    if (anchor?.isConnected) scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: "instant" });
  }

  // An edge that is still in sight is not reported again by itself.
  lookAgain(edge) {
    this.watch.unobserve(edge);
    this.watch.observe(edge);
  }
}
