// What the finder shows around an answer: the curve over one blank of the question, and the answers next to this one.
// Numbers become floating point here and nowhere else, for the places of points on the screen.
(function () {
  "use strict";
  const page = (window.Dicepress = window.Dicepress || {});
  const SVG = "http://www.w3.org/2000/svg";
  const HEIGHT = 200, LEFT = 44, RIGHT = 10, TOP = 12, BOTTOM = 40;

  function element(kind, given, ...inside) {
    const made = document.createElement(kind);
    for (const [key, value] of Object.entries(given || {})) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  }
  function drawn(kind, given, text) {
    const made = document.createElementNS(SVG, kind);
    for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }
  const rough = (value) => Number((value.n * 10n ** 9n) / value.d) / 1e9;

  // The part of a curve where something happens, and always what is chosen: [{label, value, text}], its place.
  function telling(points, here, chance) {
    if (!chance || points.length <= 24) return [0, points.length - 1];
    const moves = (k) => points[k].value.n * 500n > points[k].value.d && points[k].value.n * 500n < points[k].value.d * 499n;
    let first = 0, last = points.length - 1;
    while (first < here && !moves(first)) first++;
    while (last > here && !moves(last)) last--;
    return [Math.max(0, first - 1), Math.min(points.length - 1, last + 1)];
  }

  // A drawing of `points`, with the one at `here` marked; `choose` is told which one a reader picks.
  function curve(points, here, { chance, across, upward, width, choose }) {
    const [first, last] = telling(points, here, chance), shown = points.slice(first, last + 1);
    const values = shown.map((point) => rough(point.value));
    const low = chance ? 0 : Math.min(0, ...values), high = chance ? 1 : Math.max(...values, low + 1);
    const x = (k) => LEFT + 6 + ((k + 0.5) * (width - LEFT - RIGHT - 12)) / shown.length;
    const y = (value) => TOP + ((high - value) * (HEIGHT - TOP - BOTTOM)) / (high - low);
    const label = upward + " over " + across + ", from " + shown[0].label + ": " + shown[0].text + " to " +
      shown[shown.length - 1].label + ": " + shown[shown.length - 1].text + ".";
    const picture = drawn("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", class: "curve", "aria-label": label });
    const marks = chance ? [0, 0.25, 0.5, 0.75, 1] : [low, (low + high) / 2, high];
    for (const mark of marks) {
      picture.append(drawn("path", { class: "curve-grid", d: `M${LEFT} ${y(mark)}H${width - RIGHT}` }));
      const text = chance ? 100 * mark + "%" : String(Math.round(mark * 10) / 10).replace("-", "−");
      picture.append(drawn("text", { x: LEFT - 6, y: y(mark) + 4, class: "curve-up" }, text));
    }
    const room = Math.max(...shown.map((point) => point.label.length)) * 8 + 14;
    const numbered = shown.every((point) => /^\d+$/.test(point.label));
    const least = Math.ceil((shown.length * room) / (width - LEFT - RIGHT));
    const every = numbered ? [1, 2, 5, 10, 20, 25, 50, 100].find((step) => step >= least) || least : least;
    shown.forEach((point, k) => {
      const own = first + k === here;
      const close = Math.abs(first + k - here) < least;
      const due = (numbered ? Number(point.label) : k) % every === 0;
      if (own || (due && !close)) {
        const at = Math.min(Math.max(x(k), LEFT), width - room / 2 + 6);
        picture.append(drawn("text", { x: at, y: HEIGHT - BOTTOM + 18, class: own ? "curve-along chosen" : "curve-along" }, point.label));
      }
    });
    picture.append(drawn("path", { class: "curve-here", d: `M${x(here - first)} ${TOP}V${HEIGHT - BOTTOM}` }));
    picture.append(drawn("path", { class: "curve-line", d: shown.map((_, k) => (k ? "L" : "M") + x(k).toFixed(1) + " " + y(values[k]).toFixed(1)).join("") }));
    shown.forEach((_, k) => {
      const own = first + k === here;
      if (own || shown.length <= 60) picture.append(drawn("circle", { cx: x(k), cy: y(values[k]), r: own ? 5 : 2.5, class: own ? "curve-point chosen" : "curve-point" }));
    });
    picture.append(drawn("text", { x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 4, class: "curve-title" }, across));
    const nearest = (event) => {
      const box = picture.getBoundingClientRect();
      const k = Math.floor(((event.clientX - box.left - LEFT - 6) / (width - LEFT - RIGHT - 12)) * shown.length);
      return first + Math.min(Math.max(k, 0), shown.length - 1);
    };
    picture.addEventListener("click", (event) => choose(nearest(event)));
    const told = element("figcaption", { class: "curve-told" }, upward[0].toUpperCase() + upward.slice(1) + ", by " + across.toLowerCase());
    picture.addEventListener("pointermove", (event) => {
      const point = points[nearest(event)];
      told.textContent = across + " " + point.label + ": " + point.text;
    });
    return element("figure", { class: "curve-figure" }, picture, told);
  }

  // The answers for other choices in one blank: rows of [label, text, change], the chosen one among them.
  function neighbors(title, rows) {
    const body = element("tbody");
    for (const row of rows) {
      const line = element("tr", row.chosen ? { class: "chosen" } : {}, element("th", { scope: "row" }, row.label), element("td", {}, row.text), element("td", { class: "change" }, row.change));
      body.append(line);
    }
    return element("table", { class: "neighbors" }, element("caption", {}, title), body);
  }

  // A roll as rows: every value with its chance, and a bar; `width` of the bar from 0 to 1.
  function distribution(rows) {
    const body = element("tbody");
    for (const { value, chance, least, share } of rows) {
      const bar = element("span", { class: "share", style: "--share: " + share });
      body.append(element("tr", {}, element("th", { scope: "row" }, value), element("td", {}, chance), element("td", {}, least), element("td", { class: "bar" }, bar)));
    }
    const head = (text) => element("th", { scope: "col" }, text);
    const top = element("thead", {}, element("tr", {}, head("Value"), head("Chance"), head("At least"), element("td", { class: "bar" })));
    return element("table", { class: "distribution" }, element("caption", { class: "unseen" }, "Every value with its chance"), top, body);
  }

  Object.assign(page, { element, rough, curve, neighbors, distribution });
})();
