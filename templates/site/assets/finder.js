// The finder: reads what stands in the blanks of a question, answers it, and keeps the address in step.
(function () {
  "use strict";
  const page = window.Dicepress;
  const told = document.getElementById("finder-data");
  if (!told || typeof BigInt === "undefined" || !page || !page.number) return;
  const { element, show, fraction, ONE, ZERO } = page;
  const data = JSON.parse(told.textContent);
  const PERCENT = { style: "percent", digits: 2 };
  const ODDS = { style: "odds", digits: 1, trim: true };
  const MOST_POINTS = 260, PATIENCE = 1500;
  // Scripts of a page that was opened from a disk may change its fragment, but not its query.
  const IN_QUERY = location.protocol !== "file:";
  const onFinder = !!document.querySelector(".finder-page");

  // ---- Choices ----

  function choicesOf(input) {
    if (!input.all) {
      input.all = input.choices
        ? input.choices.map(([label, key, names]) => ({ label, key, names }))
        : Array.from({ length: input.ends[1] - input.ends[0] + 1 }, (_, k) => ({ label: String(input.ends[0] + k), key: String(input.ends[0] + k) }));
    }
    return input.all;
  }
  const namesOf = (name, choice) => choice.names || { [name]: ["number", choice.key] };

  class Asked {
    constructor(form) {
      this.form = form;
      this.system = data[form.dataset.system];
      this.key = form.dataset.question;
      this.question = this.system.questions[this.key];
      this.more = form.querySelector(".more");
      form.addEventListener("input", () => this.changed());
      form.addEventListener("submit", (event) => {
        if (onFinder) event.preventDefault();
      });
    }
    control(name) { return this.form.elements[name]; }
    // The place of what is chosen in each blank; null where a blank holds no choice.
    places() {
      const found = {};
      for (const [name, input] of Object.entries(this.question.inputs)) {
        const control = this.control(name);
        const place = choicesOf(input).findIndex((choice) => choice.key === control.value.trim());
        if (place < 0) return { missing: name };
        found[name] = place;
      }
      return { found };
    }
    choose(name, place) {
      this.control(name).value = choicesOf(this.question.inputs[name])[place].key;
      this.changed();
    }
    names(places) {
      const names = {};
      for (const [name, input] of Object.entries(this.question.inputs)) {
        Object.assign(names, namesOf(name, choicesOf(input)[places[name]]));
      }
      return names;
    }
    answer(places, which) {
      return page.number(this.question.answers[which].tree, this.names(places), this.system.functions);
    }
    changed() {
      this.update();
      if (onFinder) keep(this.state());
    }
    state() {
      const state = new URLSearchParams({ q: this.key });
      for (const name of Object.keys(this.question.inputs)) state.set(name, this.control(name).value);
      return state;
    }
    take(state) {
      for (const [name, input] of Object.entries(this.question.inputs)) {
        const wanted = state.get(name);
        if (wanted !== null && choicesOf(input).some((choice) => choice.key === wanted)) this.control(name).value = wanted;
      }
    }
    update() {
      clearTimeout(this.waiting);
      const { found, missing } = this.places(), answers = this.form.querySelector(".answers");
      if (missing) {
        const { title, ends } = this.question.inputs[missing];
        answers.replaceChildren(element("p", { class: "refused" }, title + " goes from " + ends[0] + " to " + ends[1] + "."));
        this.more.replaceChildren();
        return;
      }
      try {
        answers.replaceChildren(...this.question.answers.map((_, k) => this.shown(this.answer(found, k), k)));
      } catch (error) {
        answers.replaceChildren(element("p", { class: "refused" }, reason(error)));
        this.more.replaceChildren();
        return;
      }
      this.stands(found);
      if (!onFinder) this.form.parentElement.querySelector(".ask-more a").href = this.system.base + "finder.html?" + this.state();
      // The answer comes first; what surrounds it may take a moment longer.
      this.waiting = setTimeout(() => this.surround(found), 30);
    }
    shown(value, which) {
      const { title, form } = this.question.answers[which];
      const line = element("p", { class: which ? "answer" : "answer first" },
        element("data", { class: "answer-number", value: value.n + "/" + value.d }, show(value, form)), " ",
        element("span", { class: "answer-title" }, title));
      if (!which) {
        const odds = form.style === "percent" && value.n > 0n && value.compared(ONE) < 0 ? show(value, ODDS) : "";
        line.append(" ", element("span", { class: "answer-odds" }, odds), " ", element("span", { class: "answer-exact" }, String(value)));
      }
      return line;
    }
    stands(places) {
      const see = this.question.see, link = this.form.querySelector(".stands a");
      if (!see) return;
      const fill = (label) => label.replace(/\{(\w+)\}/g, (_, name) => choicesOf(this.question.inputs[name])[places[name]].label);
      const row = see.row && see.rows[fill(see.row)], column = see.column && see.columns[fill(see.column)];
      const cell = row && column ? "--" + row + "--" + column : "";
      link.href = this.system.base + "tables/" + see.table + ".html#" + encodeURIComponent(see.table + cell);
    }
    surround(places) {
      const until = Date.now() + PATIENCE, parts = [];
      const own = this.answer(places, 0);
      const width = Math.max(240, Math.min(640, this.more.clientWidth));
      const at = (name, place) => this.answer({ ...places, [name]: place }, 0);
      const form = this.question.answers[0].form;
      const over = this.question.curve;
      if (over) {
        const choices = choicesOf(this.question.inputs[over]);
        const points = choices.length > MOST_POINTS ? [] : this.points(over, choices, at, form, until);
        if (points.length > 2) {
          parts.push(page.curve(points, places[over], {
            chance: form.style === "percent",
            across: this.question.inputs[over].title,
            upward: this.question.answers[0].title,
            width,
            choose: (place) => this.choose(over, place),
          }));
        }
      }
      const tables = element("div", { class: "neighbor-tables" });
      for (const [name, input] of Object.entries(this.question.inputs)) {
        const choices = choicesOf(input), here = places[name], rows = [];
        const few = choices.length <= 6;
        for (let k = few ? 0 : here - 2; k <= (few ? choices.length - 1 : here + 2); k++) {
          if (!choices[k]) continue;
          try {
            const value = at(name, k);
            rows.push({ label: choices[k].label, text: show(value, form), change: k === here ? "" : change(value.minus(own), form), chosen: k === here });
          } catch (error) {
            // Next to what can be asked there may be what cannot.
          }
        }
        if (rows.length > 1) tables.append(page.neighbors(input.title, rows));
      }
      parts.push(tables);
      if (onFinder) parts.push(this.share());
      this.more.replaceChildren(...parts);
    }
    points(name, choices, at, form, until) {
      const points = [];
      for (let k = 0; k < choices.length; k++) {
        if (Date.now() > until) return [];
        try {
          const value = at(name, k);
          points.push({ label: choices[k].label, value, text: show(value, form) });
        } catch (error) {
          return [];
        }
      }
      return points;
    }
    share() {
      const button = element("button", { type: "button", class: "share-link" }, "Copy a link to this answer");
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(String(addressOf(this.state())));
          button.textContent = "Copied";
        } catch (error) {
          keep(this.state());
          button.textContent = "The address bar has the link";
        }
      });
      return element("p", { class: "share-line" }, button);
    }
  }

  function change(apart, form) {
    if (!apart.n) return "same";
    if (form.style !== "percent") return show(apart, { style: apart.whole ? "whole" : "decimal", digits: 2, signed: true });
    const points = show(apart.times(fraction(100)), { style: "decimal", digits: 1, signed: true });
    return /[1-9]/.test(points) ? points + " points" : apart.n > 0n ? "a little more" : "a little less";
  }
  function reason(error) {
    if (!(error instanceof page.Refusal)) throw error;
    const text = error.message;
    return text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
  }

  // ---- The address ----

  function addressOf(state) {
    const address = new URL(location.href);
    if (IN_QUERY) {
      address.search = state;
      address.hash = "";
    } else {
      address.hash = state;
    }
    return address;
  }
  function keep(state) {
    history.replaceState(null, "", addressOf(state));
  }
  function given() {
    const hash = location.hash.slice(1);
    const state = new URLSearchParams(/^(q|e)=/.test(hash) ? hash : location.search);
    return state.has("q") || state.has("e") ? state : null;
  }

  // ---- The free form ----

  function free(form) {
    const field = form.elements.e, answer = form.querySelector(".free-answer");
    const functions = data[form.dataset.system].functions;
    function ask() {
      const text = field.value;
      try {
        const tree = page.parse(text), value = page.evaluate(tree, {}, functions);
        answer.replaceChildren(...(page.isNumber(value) ? [numberLine(value, page.speaksOfChance(tree))] : rollLines(value)));
      } catch (error) {
        answer.replaceChildren(element("p", { class: "refused" }, reason(error)));
      }
      keep(new URLSearchParams({ e: text }));
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask();
    });
    form.querySelectorAll(".free-examples button").forEach((button) => {
      button.addEventListener("click", () => {
        field.value = button.textContent;
        ask();
      });
    });
    return (text) => {
      field.value = text;
      ask();
    };
  }
  function numberLine(value, chance) {
    const between = chance && value.n >= 0n && value.compared(ONE) <= 0;
    const line = element("p", { class: "answer first" },
      element("data", { class: "answer-number", value: value.n + "/" + value.d }, show(value, between ? PERCENT : { style: "decimal", digits: 6, trim: true })));
    if (between && value.n && !value.is(ONE)) line.append(" ", element("span", { class: "answer-odds" }, show(value, ODDS)));
    if (!value.whole) line.append(" ", element("span", { class: "answer-exact" }, String(value)));
    return line;
  }
  function rollLines(roll) {
    if (roll.isEvent) return [numberLine(roll.exactly(ONE), true)];
    const [mean, variance] = roll.moments();
    const plain = { style: "decimal", digits: 4, trim: true };
    const spread = Math.sqrt(page.rough(variance)).toFixed(2);
    const lines = [element("p", { class: "answer first" },
      element("data", { class: "answer-number", value: mean.n + "/" + mean.d }, show(mean, plain)), " ",
      element("span", { class: "answer-title" }, "on average, give or take " + spread))];
    const rows = [];
    let least = ONE, k = roll.shape.upward ? 0 : null;
    if (k === null) {
      k = Number(roll.place(roll.quantile(fraction(1n, 1000n))).floor());
      least = roll.shape.tail(k);
    }
    const enough = fraction(1n, 1000n);
    for (let n = 0; n < 120 && least.compared(roll.finite ? ZERO : enough) > 0; n++, k++) {
      const chance = roll.shape.point(k);
      if (chance.n) rows.push({ value: show(roll.value(k), plain), exact: chance, chance: show(chance, PERCENT), least: show(least, PERCENT) });
      least = least.minus(chance);
    }
    const peak = rows.reduce((most, row) => (row.exact.compared(most) > 0 ? row.exact : most), ZERO);
    for (const row of rows) row.share = page.rough(row.exact.over(peak)).toFixed(3);
    lines.push(page.distribution(rows));
    if (least.n) lines.push(element("p", { class: "question-note" }, "Higher values are possible too, together " + show(least, PERCENT) + "."));
    return lines;
  }

  // ---- Start ----

  const asked = new Map();
  document.querySelectorAll("form.ask").forEach((form) => {
    const one = new Asked(form);
    asked.set(one.key, one);
    // What is out of sight is answered when it comes into sight; its first answer stands there already.
    new IntersectionObserver((entries, watcher) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      one.update();
    }).observe(form);
  });
  const freeForm = document.querySelector("form.free");
  const askFreely = freeForm && free(freeForm);

  function follow() {
    const state = onFinder && given();
    if (!state) return;
    const one = asked.get(state.get("q"));
    if (one) {
      one.take(state);
      one.update();
      one.form.closest(".question").scrollIntoView();
    } else if (askFreely && state.has("e")) {
      askFreely(state.get("e"));
      freeForm.closest(".question").scrollIntoView();
    }
  }
  window.addEventListener("hashchange", follow);
  follow();

  // The front page asks for one game at a time, and remembers which.
  const systems = document.getElementById("ask-system");
  if (systems) {
    const pick = () => document.querySelectorAll(".asked").forEach((one) => { one.hidden = one.id !== "ask-" + systems.value; });
    try {
      const last = localStorage.getItem("dicepress-game");
      if (last && data[last]) systems.value = last;
    } catch (error) {
      // A browser that forbids storage starts with the first game.
    }
    systems.addEventListener("change", () => {
      pick();
      try {
        localStorage.setItem("dicepress-game", systems.value);
      } catch (error) {
        // The choice then lasts for this page.
      }
    });
    pick();
  }
})();
