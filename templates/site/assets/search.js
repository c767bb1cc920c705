// The search: titles, text, tables by their labels. "5D 15" finds the cell where that row and that column meet.
// The index is loaded when the field gets the focus for the first time.
(function () {
  "use strict";
  const form = document.querySelector(".search");
  if (!form) return;
  const field = form.querySelector("input"), results = form.querySelector(".results"), told = form.querySelector(".search-told");
  const assets = new URL(".", document.currentScript.src), root = new URL("..", assets);
  const MOST = 8, MOST_CELLS = 6;

  let waiting = null;
  function loaded() {
    waiting = waiting || new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = new URL("search-index.js", assets);
      script.onload = () => done(prepared(window.Dicepress.index));
      script.onerror = failed;
      document.head.append(script);
    });
    return waiting;
  }

  // ---- Words ----

  const folded = (text) => text.toLowerCase().replace(/[\u2212\u2013]/g, "-").normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  // What is looked for: numbers and die codes stay whole, such as 5d+1, 2.75, -5, 95%.
  const wordsOf = (text) => folded(text).match(/[+-]?\d+(?:[.,/]\d+)*%?(?:d\d*[+-]?\d*)?|[\p{L}\d][\p{L}\d'’]*/gu) || [];
  function full(labels) {
    if (typeof labels !== "string") return labels;
    const [, first, last, rest] = /^(\d+)\.\.(\d+)(.*)$/.exec(labels);
    return Array.from({ length: last - first + 1 }, (_, k) => Number(first) + k + rest);
  }
  function linkKey(label) {
    let plain = label.replace(/\u2212/g, "-minus-").replace(/\+/g, "-plus-").replace(/!/g, "-open-");
    if (label.startsWith("-")) plain = "minus-" + plain.slice(1);
    return plain.toLowerCase().replace(/[^\p{L}\p{N}_.]+/gu, "-").replace(/^-+|-+$/g, "");
  }
  function prepared({ sections, tables }) {
    return {
      sections: sections.map(([address, title, where, text]) => ({
        address, title, where, text, head: wordsOf(title), words: new Set(wordsOf(text)), place: wordsOf(where),
      })),
      tables: tables.map((table) => ({ ...table, head: wordsOf(table.t), place: wordsOf(table.b), about: new Set(wordsOf(table.c)) })),
    };
  }

  // ---- Finding: what belongs to the system that is being read comes first ----

  const here = (address) => location.href.startsWith(new URL(address.split("/")[0] + "/", root)) && address.includes("/");
  const begins = (words, wanted) => {
    for (const word of words) if (word.startsWith(wanted)) return true;
    return false;
  };
  // The labels that the words of a query spell, with the words that are left over.
  function spelled(labels, query) {
    const found = [];
    for (const label of labels) {
      const left = [...query];
      const all = wordsOf(label);
      const fits = all.length && all.every((word) => {
        const place = left.indexOf(word);
        if (place >= 0) left.splice(place, 1);
        return place >= 0;
      });
      if (fits) found.push({ label, left, length: all.length });
    }
    return found.sort((a, b) => b.length - a.length);
  }
  function cellsOf(tables, query) {
    const found = [];
    tables.forEach((table, order) => {
      table.rows = table.rows || full(table.r);
      table.columns = table.columns || full(table.h);
      let best = null;
      for (const row of spelled(table.rows, query).slice(0, 4)) {
        for (const column of spelled(table.columns, row.left).slice(0, 2)) {
          const rest = column.left.filter((word) => !begins(table.head, word) && !begins(table.place, word) && !begins(table.about, word));
          if (rest.length) continue;
          const score = 4 * (row.length + column.length) + 3 * column.left.filter((word) => begins(table.head, word)).length + 2 * (table.q || 0) + (here(table.s + "/") ? 6 : 0);
          if (!best || score > best.score) best = { table, row: row.label, column: column.label, score, order };
        }
      }
      if (best) found.push(best);
    });
    return found.sort((a, b) => b.score - a.score || a.order - b.order).slice(0, MOST_CELLS).map(({ table, row, column }) => {
      const key = (label) => (table.k && table.k[label]) || linkKey(label);
      return {
        address: table.s + "/tables/" + table.i + ".html#" + encodeURIComponent([table.i, key(row), key(column)].join("--")),
        title: row + " · " + column, where: table.t + ", " + table.b, kind: "Cell",
      };
    });
  }
  function score(query, head, place, words) {
    let total = 0;
    for (const wanted of query) {
      if (head.includes(wanted)) total += 12;
      else if (begins(head, wanted)) total += 8;
      else if (words.has(wanted)) total += 3;
      else if (begins(place, wanted)) total += 2;
      else if (begins(words, wanted)) total += 1;
      else return 0;
    }
    return total;
  }
  function find(index, text) {
    const query = wordsOf(text);
    if (!query.length) return [];
    const pages = index.sections.map((one) => ({ ...one, score: score(query, one.head, one.place, one.words), kind: "" }));
    const tables = index.tables.map((one) => ({
      score: score(query, one.head, one.place, one.about) * 1.1, kind: "Table",
      address: one.s + "/tables/" + one.i + ".html", title: one.t, where: one.b, text: one.c,
    }));
    const found = [...pages, ...tables].filter((one) => one.score > 0).map((one) => (here(one.address) ? { ...one, score: one.score * 1.5 } : one)).sort((a, b) => b.score - a.score);
    return [...(query.length > 1 ? cellsOf(index.tables, query) : []), ...found.slice(0, MOST)];
  }
  // A few words around the first that was looked for.
  function around(text, query) {
    const plain = folded(text), place = Math.max(0, ...query.map((word) => plain.indexOf(word)));
    const start = place < 50 ? 0 : text.indexOf(" ", place - 40) + 1;
    return (start ? "… " : "") + text.slice(start, start + 120).trim() + (start + 120 < text.length ? " …" : "");
  }

  // ---- Showing ----

  function element(kind, name, text) {
    const made = document.createElement(kind);
    if (name) made.className = name;
    if (text) made.textContent = text;
    return made;
  }
  function line(one, query) {
    const link = element("a");
    link.href = new URL(one.address, root);
    const title = element("span", "result-title", one.title);
    if (one.kind) title.prepend(element("span", "result-kind", one.kind), " ");
    link.append(title, element("span", "result-where", one.where));
    if (one.text) link.append(element("span", "result-text", around(one.text, query)));
    const item = element("li");
    item.append(link);
    return item;
  }
  let turn = 0;
  async function update() {
    const text = field.value.trim(), own = ++turn;
    if (!text) return close();
    let index;
    try {
      index = await loaded();
    } catch (error) {
      told.textContent = "The search cannot be loaded here.";
      return;
    }
    if (own !== turn) return;
    const found = find(index, text);
    results.replaceChildren(...found.map((one) => line(one, wordsOf(text))));
    results.hidden = !found.length;
    told.textContent = found.length ? found.length + (found.length === 1 ? " result" : " results") : "Nothing found for “" + text + "”.";
    form.classList.add("open");
  }
  function close() {
    turn++;
    results.hidden = true;
    told.textContent = "";
    form.classList.remove("open");
  }

  field.addEventListener("focus", () => {
    loaded().catch(() => {});
    if (field.value.trim()) update();
  });
  field.addEventListener("input", update);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = results.querySelector("a");
    if (first && !results.hidden) first.click();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close();
      field.focus();
      close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || results.hidden) return;
    event.preventDefault();
    const stops = [field, ...results.querySelectorAll("a")];
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  });
  results.addEventListener("click", close);
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target)) close();
  });
  document.addEventListener("keydown", (event) => {
    const writing = event.target instanceof Element && event.target.closest("input, select, textarea");
    if (event.key === "/" && !writing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
    }
  });
})();
