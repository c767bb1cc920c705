// Tables under the finger, the pointer and the keyboard: the row and column of a cell, what it says exactly, its
// permanent link, and copies that a spreadsheet takes as numbers. Without it tables keep their numbers and links.
(function () {
  "use strict";
  const boxes = document.querySelectorAll(".table-box");
  const page = window.Dicepress;
  if (!boxes.length || !page) return;
  const { show, fraction, read, ONE } = page;

  // ---- Row and column ----

  // The row is marked by the style; a column has no element around it but its `col`.
  let lit = [];
  function light(cell) {
    lit.forEach((one) => one.classList.remove("lit"));
    lit = [];
    if (!cell) return;
    const table = cell.closest("table"), place = cell.cellIndex;
    lit = [table.querySelectorAll("col")[place], headOf(cell)].filter(Boolean);
    lit.forEach((one) => one.classList.add("lit"));
  }
  const cellOf = (node) => node instanceof Element && node.closest(".table-box td[id]");
  const headOf = (cell) => cell.closest("table").querySelector("thead .c" + cell.cellIndex);
  const marked = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    return target && cellOf(target);
  };

  boxes.forEach((box) => {
    box.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") light(cellOf(event.target)); });
    box.addEventListener("pointerleave", () => light(cellOf(document.activeElement) || marked()));
    box.addEventListener("focusin", (event) => light(cellOf(event.target)));
    box.addEventListener("click", (event) => {
      const cell = cellOf(event.target);
      if (cell && !String(getSelection())) choose(cell);
    });
    box.addEventListener("keydown", (event) => move(box, event));
  });

  // ---- The keyboard: Enter goes into the table, arrows from cell to cell, Escape back to the box ----

  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  function move(box, event) {
    const cell = cellOf(event.target);
    if (!cell) {
      if (event.key === "Enter" && event.target === box) {
        const own = marked();
        go(own && box.contains(own) ? own : box.querySelector("tbody td[id]"), event);
      }
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(cell);
    } else if (event.key === "Escape") {
      if (panel && !panel.hidden) close();
      else box.focus();
    } else if (event.key === "Home" || event.key === "End") {
      const cells = cell.parentElement.querySelectorAll("td[id]");
      go(cells[event.key === "Home" ? 0 : cells.length - 1], event);
    } else if (STEPS[event.key]) {
      const [down, right] = STEPS[event.key];
      let row = cell.parentElement;
      if (down) row = down > 0 ? row.nextElementSibling : row.previousElementSibling;
      go(row && row.cells[cell.cellIndex + right], event);
    }
  }
  function go(cell, event) {
    event.preventDefault();
    if (!cell || !cell.matches("td[id]")) return;
    cell.tabIndex = -1;
    cell.focus();
    if (panel && !panel.hidden) fill(cell);
  }

  // ---- The panel ----

  let panel = null, chosen = null;
  function choose(cell) {
    const box = cell.closest(".table-box");
    // The jump that browsers make to a new fragment is undone: the cell is in sight already.
    const kept = [scrollX, scrollY, box.scrollLeft, box.scrollTop];
    location.replace("#" + encodeURIComponent(cell.id));
    box.scrollLeft = kept[2];
    box.scrollTop = kept[3];
    scrollTo({ left: kept[0], top: kept[1], behavior: "instant" });
    fill(cell);
    uncover(cell);
  }
  function element(kind, name, text) {
    const made = document.createElement(kind);
    made.className = name;
    if (text) made.textContent = text;
    return made;
  }
  function close() {
    panel.hidden = true;
    if (panel.contains(document.activeElement)) {
      chosen.tabIndex = -1;
      chosen.focus({ preventScroll: true });
    }
  }
  function tool(text, act) {
    const made = element("button", "", text);
    made.type = "button";
    made.addEventListener("click", async () => {
      made.textContent = (await act()) ? "Copied" : "Not allowed here";
    });
    return made;
  }
  async function copied(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      return false;
    }
  }

  function fill(cell) {
    chosen = cell;
    if (!panel) {
      panel = element("section", "cell-panel");
      panel.setAttribute("role", "status");
      panel.setAttribute("aria-label", "The chosen cell");
      document.querySelector("main").append(panel);
    }
    const parts = [element("p", "cell-place", stubOf(cell) + " " + rowOf(cell) + " · " + columnOf(cell))];
    const value = element("p", "cell-value", textOf(cell));
    parts.push(value);
    const exact = cell.dataset.exact && read(cell.dataset.exact), chance = exact && headOf(cell).dataset.chance;
    if (chance) {
      if (chance === "percent" && /\d/.test(textOf(cell))) value.append("%");
      if (exact.n > 0n && exact.compared(ONE) < 0) {
        value.append(" ", element("span", "", show(exact, { style: "odds", digits: 1, trim: true })));
      }
    }
    if (exact && (!exact.whole || chance)) {
      const near = chance ? show(exact, { style: "percent", digits: 6, trim: true }) : "";
      parts.push(element("p", "cell-exact", "Exactly " + exact + (near && /\d/.test(near) && !exact.is(ONE) ? ", or " + near : "")));
    }
    const reading = readingOf(cell);
    if (reading) parts.push(element("p", "cell-reading", reading));
    const sign = cell.querySelector(".sign");
    if (sign) parts.push(element("p", "cell-reading", sign.textContent + " " + sign.getAttribute("aria-label") + "."));
    const tools = element("p", "cell-tools");
    tools.append(tool("Copy a link to this cell", () => copied(location.href.split("#")[0] + "#" + encodeURIComponent(cell.id))));
    if (exact) tools.append(tool("Copy the fraction", () => copied(String(exact))));
    const shut = element("button", "cell-close", "×");
    shut.type = "button";
    shut.setAttribute("aria-label", "Close");
    shut.addEventListener("click", close);
    panel.replaceChildren(...parts, tools, shut);
    panel.hidden = false;
    light(cell);
  }
  // A cell that the panel would cover is scrolled above it.
  function uncover(cell) {
    const over = cell.getBoundingClientRect().bottom - panel.getBoundingClientRect().top;
    const beside = cell.getBoundingClientRect().right < panel.getBoundingClientRect().left;
    if (over > 0 && !beside) scrollBy({ top: over + 12, behavior: "instant" });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && panel && !panel.hidden && !cellOf(event.target)) close();
  });
  window.addEventListener("hashchange", () => light(marked()));
  light(marked());

  // ---- What a cell says ----

  const textOf = (cell) => (cell.firstChild && cell.firstChild.nodeType === 3 ? cell.firstChild.data : "").trim();
  const rowOf = (cell) => cell.parentElement.querySelector("th").textContent.trim();
  const stubOf = (cell) => cell.closest("table").querySelector("thead .stub").textContent.trim();
  const columnOf = (cell) => headOf(cell).textContent.trim();
  function readingOf(cell) {
    const figure = cell.closest("figure"), text = textOf(cell), derived = cell.classList.contains("derived");
    const legend = [...figure.querySelectorAll(".legend div")].find((one) => one.querySelector("dt").textContent === text);
    if (legend) return text + " means: " + legend.querySelector("dd").textContent + ".";
    const note = [...figure.querySelectorAll(".notes b")].find((one) => one.textContent === columnOf(cell) + ":");
    if (note) return note.parentElement.lastChild.data.trim();
    if (derived || !/\d/.test(text)) return "";
    if (!figure.dataset.reading) {
      const example = figure.querySelector(".reading");
      return example ? "For example: " + example.lastChild.data.trim() : "";
    }
    const places = { row: rowOf(cell), column: columnOf(cell), cell: text, exact: cell.dataset.exact || text };
    return figure.dataset.reading.replace(/\{(row|column|cell|exact)\}/g, (_, name) => places[name]);
  }

  // ---- Copies ----

  // A number as a spreadsheet takes it: the shown one where that is a number, else the exact one in the same unit.
  function pasted(cell) {
    const text = textOf(cell) || cell.textContent.trim(), exact = cell.dataset.exact;
    if (cell.tagName === "TH" || !exact) return text;
    const plain = text.replace(/\u2212/g, "-").replace(/^\+/, "").replace(/(\d),(?=\d{3})/g, "$1");
    if (/^-?\d+(\.\d+)?%?$/.test(plain)) return plain;
    const chance = headOf(cell).dataset.chance, value = chance ? read(exact).times(fraction(100)) : read(exact);
    const near = show(value, { style: "decimal", digits: 10, trim: true }).replace(/\u2212/g, "-");
    return near + (chance === "%" ? "%" : "");
  }
  function linesOf(table, wanted) {
    const lines = [];
    for (const row of table.rows) {
      const cells = [...row.cells].filter(wanted);
      if (cells.length) lines.push(cells.flatMap((cell) => [pasted(cell), ...new Array(cell.colSpan - 1).fill("")]));
    }
    return lines;
  }
  function both(lines) {
    const made = document.createElement("table");
    lines.forEach((line) => line.forEach((text, k) => (k ? made.rows[made.rows.length - 1] : made.insertRow()).insertCell().append(text)));
    return { "text/plain": lines.map((line) => line.join("\t")).join("\n"), "text/html": made.outerHTML };
  }
  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    if (selection.isCollapsed) return;
    const lines = [];
    for (const box of boxes) {
      if (selection.containsNode(box, true)) lines.push(...linesOf(box.querySelector("table"), (cell) => selection.containsNode(cell, true)));
    }
    // A piece of one cell, or text around a table, is copied as it stands.
    const outside = [selection.anchorNode, selection.focusNode].some((node) => {
      const parent = node.nodeType === 1 ? node : node.parentElement;
      return !parent.closest(".table-box");
    });
    if (outside || lines.flat().length < 2) return;
    for (const [kind, text] of Object.entries(both(lines))) event.clipboardData.setData(kind, text);
    event.preventDefault();
  });
  document.querySelectorAll(".table-figure").forEach((figure) => {
    const links = figure.querySelector(".table-links");
    if (!links) return;
    const button = element("button", "table-copy needs-script", "copy");
    button.type = "button";
    button.setAttribute("aria-label", "Copy the table " + figure.querySelector(".table-name").textContent);
    button.addEventListener("click", async () => {
      const lines = [...figure.querySelectorAll("table")].flatMap((table) => linesOf(table, () => true));
      try {
        const kinds = Object.entries(both(lines)).map(([kind, text]) => [kind, new Blob([text], { type: kind })]);
        await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(kinds))]);
        button.textContent = "copied";
      } catch (error) {
        button.textContent = "not allowed here";
      }
    });
    links.insertBefore(button, links.querySelector(".table-files"));
  });
})();
