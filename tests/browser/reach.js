/* What can be reached on a page, and how large it is. Loaded by reach.py; every function answers with sentences. */
(() => {
  const FINGER = 44;
  const TARGETS =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=gridcell], " +
    "[role=slider], [role=switch], [role=tab], [role=option], [role=menuitem], [role=radio], [role=checkbox]";
  const WIDGETS = ["button", "gridcell", "link", "slider", "switch", "tab", "option", "menuitem", "radio", "checkbox"];
  const FIELDS = "[role=grid], svg [role=group], svg[role=group], svg[role=radiogroup], svg [role=radiogroup]";

  const named = (one) => {
    const label = one.getAttribute("aria-label") ?? one.textContent.trim().replace(/\s+/g, " ");
    const kind = one.classList.length ? `.${one.classList[0]}` : "";
    return `${one.localName}${kind} "${label.slice(0, 40)}"`;
  };
  const rounded = (n) => Math.round(n * 10) / 10;
  const seen = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest("[inert]") &&
    !one.matches(":disabled") &&
    getComputedStyle(one).pointerEvents !== "none";

  /** Where a finger may land: the thing itself, and the label that it belongs to. */
  const boxOf = (one) => {
    const boxes = [one, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left)), top = Math.min(...boxes.map((box) => box.top));
    const right = Math.max(...boxes.map((box) => box.right)), bottom = Math.max(...boxes.map((box) => box.bottom));
    return { left, top, right, bottom };
  };
  const wide = ({ left, right }) => right - left;
  const high = ({ top, bottom }) => bottom - top;
  const enough = (box) => wide(box) >= FINGER - 0.5 && high(box) >= FINGER - 0.5;

  /** A box of a finger's size around the middle of a smaller one. */
  const grown = (box) => {
    const more = (size) => Math.max(0, FINGER - size) / 2;
    const [x, y] = [more(wide(box)), more(high(box))];
    return { left: box.left - x, right: box.right + x, top: box.top - y, bottom: box.bottom + y };
  };
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

  /** Whether it answers itself over a finger's size: what is drawn before or after it by style counts, too. */
  const answers = (one) => {
    one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const box = one.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const far = (right, down) => {
      let steps = 0;
      while (steps < FINGER && one.contains(document.elementFromPoint(x + right * (steps + 1), y + down * (steps + 1)))) steps++;
      return steps;
    };
    return far(1, 0) + far(-1, 0) >= FINGER - 2 && far(0, 1) + far(0, -1) >= FINGER - 2;
  };
  /** Whether something else lies over its middle: nobody can press it there, whatever its size. */
  const buried = (one) => {
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return hit !== null && !one.contains(hit) && !hit.contains(one) && ![...(one.labels ?? [])].some((label) => label.contains(hit));
  };
  /** A word of a sentence: it is as high as its line, and nobody would have it otherwise. */
  const inText = (one) =>
    one.localName === "a" &&
    getComputedStyle(one).display === "inline" &&
    [...one.parentNode.childNodes].some((beside) => beside.nodeType === Node.TEXT_NODE && beside.data.trim().length > 3);

  const smallTargets = (but) => {
    const shown = [...document.querySelectorAll(TARGETS)].filter((one) => seen(one) && !buried(one) && !(but && one.matches(but)));
    const targets = shown.map((one) => ({ one, box: boxOf(one) })).filter(({ box }) => wide(box) > 1 && high(box) > 1);
    const apart = (a, b) => a !== b && !a.contains(b) && !b.contains(a) && ![...(a.labels ?? [])].some((l) => l.contains(b));
    const crowded = ({ one, box }) => {
      const room = grown(box);
      return targets.find((other) => apart(one, other.one) && apart(other.one, one) && meet(room, grown(other.box)));
    };
    const at = [scrollX, scrollY];
    const small = [];
    for (const target of targets.filter(({ one, box }) => !enough(box) && !inText(one))) {
      const neighbour = crowded(target);
      if (neighbour && !answers(target.one)) {
        const size = `${rounded(wide(target.box))} x ${rounded(high(target.box))}`;
        small.push(`${named(target.one)} is ${size}, too near to ${named(neighbour.one)}`);
      }
    }
    scrollTo(...at);
    return small;
  };

  /** Whether something else lies over a part of it, or it is cut off by what it lies in. */
  const coveredBy = (one, box) => {
    const inset = (from, to, share) => from + (to - from) * share;
    for (const [across, down] of [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]]) {
      const hit = document.elementFromPoint(inset(box.left, box.right, across), inset(box.top, box.bottom, down));
      if (hit && !one.contains(hit) && !hit.contains(one)) return hit;
    }
    return null;
  };
  const whyOutside = (selector) => {
    const found = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    if (!found.length) return [`${selector} is not shown`];
    return found.flatMap((one) => {
      const box = one.getBoundingClientRect();
      const over = {
        "above the top": -box.top,
        "below the bottom": box.bottom - innerHeight,
        "beyond the left": -box.left,
        "beyond the right": box.right - innerWidth,
      };
      const out = Object.entries(over).filter(([, by]) => by > 1).map(([where, by]) => `${rounded(by)} px ${where}`);
      if (out.length) return [`${selector}, ${named(one)}: ${out.join(", ")}`];
      const cover = coveredBy(one, box);
      return cover ? [`${selector}, ${named(one)}: ${named(cover)} lies over it`] : [];
    });
  };

  const watched = (window.tablehallWatched ??= new Map());
  const placeOf = (selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box ? [box.left, box.top, box.width, box.height].map(rounded).join(", ") : "not shown";
  };
  /** Every place where a thing has been since it was first asked for; looked at once a frame. */
  const placesOf = (selector) => {
    const places = watched.get(selector) ?? [placeOf(selector)];
    const look = () => {
      const place = placeOf(selector);
      if (place !== places.at(-1)) places.push(place);
    };
    if (!watched.has(selector)) {
      watched.set(selector, places);
      const every = () => (look(), requestAnimationFrame(every));
      requestAnimationFrame(every);
    }
    look();
    return places;
  };

  const wrongStops = () => {
    const wrong = [];
    for (const one of document.querySelectorAll("*")) {
      const spelt = one.getAttributeNames().find((name) => name.toLowerCase() === "tabindex");
      const role = one.getAttribute("role");
      if (spelt && spelt !== "tabindex") wrong.push(`${named(one)} has ${spelt}, which is no attribute`);
      else if (one instanceof SVGElement && WIDGETS.includes(role) && !spelt && !one.closest("[aria-hidden=true]"))
        wrong.push(`${named(one)} is a ${role} without a tabindex`);
    }
    for (const field of document.querySelectorAll(FIELDS)) {
      const inside = [...field.querySelectorAll("[tabindex]")].filter((one) => one.closest(FIELDS) === field);
      const stops = inside.filter((one) => one.tabIndex >= 0).length;
      if (inside.length && stops !== 1) wrong.push(`${named(field)} has ${stops} stops of the tab key`);
    }
    return wrong;
  };

  return { smallTargets, whyOutside, placesOf, wrongStops };
})()
