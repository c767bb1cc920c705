// Reads the dice notation in the page, for the free form of the finder.
// The trees are those that the build puts into a page: a list of the kind of node and its parts. What each form means
// is told on the authors' page about the notation; the grammar is generator/dice/notation.lark.
(function () {
  "use strict";
  const page = window.Dicepress;
  const { Refusal, read: exact } = page;

  const WORDS = new Set(["where", "given", "and", "or", "not"]);
  const COMPARE = /(>=|<=|==|!=|>|<)/y;
  const NUMBER = /\d+(\.\d+)?/y;
  const NAME = /[A-Za-z_]\w*/y;

  class Reader {
    constructor(text) {
      this.text = text;
      this.place = 0;
      this.places = new WeakMap();
      this.skip();
    }
    skip() { while (/\s/.test(this.text[this.place] || "")) this.place++; }
    // The match of a sticky pattern here, without taking it.
    sees(pattern) {
      pattern.lastIndex = this.place;
      const found = pattern.exec(this.text);
      return found ? found[0] : "";
    }
    take(pattern) {
      const found = typeof pattern === "string" ? (this.text.startsWith(pattern, this.place) ? pattern : "") : this.sees(pattern);
      this.place += found.length;
      if (found) this.skip();
      return found;
    }
    must(sign) {
      if (!this.take(sign)) this.fail(sign === ")" || sign === "}" ? "'" + sign + "' is missing" : "'" + sign + "' is expected");
    }
    word(word) { return this.sees(NAME) === word && !!this.take(word); }
    name() {
      const found = this.sees(NAME);
      if (!found || WORDS.has(found)) return "";
      return this.take(found);
    }
    fail(message) {
      const rest = this.text.slice(this.place).trim();
      const here = rest ? "'" + (/^\w+|^./.exec(rest)[0]) + "' does not fit here" : "the expression ends too early";
      throw new Refusal("column " + (this.place + 1) + ": " + (message || here));
    }
    made(start, ...node) {
      this.places.set(node, start);
      return node;
    }

    expression() {
      if (!this.text.trim()) throw new Refusal("write dice, a number or a question such as P(2d6 >= 9)");
      const node = this.closed();
      if (this.place < this.text.length) this.fail();
      return node;
    }
    closed() {
      let node = this.given();
      while (this.word("where")) {
        const bindings = [];
        do {
          const start = this.place, name = this.name();
          if (!name) this.fail();
          this.must("=");
          if (bindings.some((one) => one[1] === name)) this.fail("the name '" + name + "' is given twice");
          bindings.push(this.made(start, "binding", name, this.given()));
        } while (this.another());
        node = this.made(this.places.get(node), "where", node, bindings);
      }
      return node;
    }
    // Whether a comma opens a further binding or option; it is taken then.
    another() { return /^,\s*[A-Za-z_]\w*\s*=(?!=)/.test(this.text.slice(this.place)) && !!this.take(","); }
    given() {
      const start = this.place, node = this.either();
      return this.word("given") ? this.made(start, "given", node, this.either()) : node;
    }
    either() { return this.chain("or", () => this.both()); }
    both() { return this.chain("and", () => this.negation()); }
    chain(word, next) {
      const start = this.place;
      let node = next();
      while (this.word(word)) node = this.made(start, "logic", word, node, next());
      return node;
    }
    negation() {
      const start = this.place;
      return this.word("not") ? this.made(start, "not", this.negation()) : this.comparison();
    }
    comparison() {
      const start = this.place, left = this.sum(), first = this.take(COMPARE);
      if (!first) return left;
      const middle = this.sum(), second = this.take(COMPARE);
      if (!second) return this.made(start, "comparison", first, left, middle);
      // The middle is one roll, so it gets a name that nobody can write.
      const name = "middle of column " + (this.places.get(middle) + 1), called = ["name", name];
      const both = ["logic", "and", ["comparison", first, left, called], ["comparison", second, ["name", name], this.sum()]];
      return this.made(start, "where", both, [["binding", name, middle]]);
    }
    sum() { return this.operations(/[-−+]/y, () => this.product()); }
    product() { return this.operations(/[*×/÷]/y, () => this.signed()); }
    operations(signs, next) {
      let node = next();
      for (let sign; (sign = this.take(signs)); ) {
        const plain = { "−": "-", "×": "*", "÷": "/" }[sign] || sign;
        node = this.made(this.places.get(node), "arithmetic", plain, node, next());
      }
      return node;
    }
    signed() {
      const start = this.place;
      if (this.take(/[-−]/y)) return this.made(start, "minus", this.signed());
      return this.take("+") ? this.signed() : this.value();
    }
    value() {
      const start = this.place;
      if (this.sees(/[dD](?=\d|%|F\b|\{|\()/y)) return this.pool(start, this.made(start, "number", "1"));
      const name = this.name();
      if (name) return this.named(start, name);
      const counter = this.counter();
      if (this.sees(/[dD](?=\d|%|F\b|\{|\()/y)) return this.pool(this.places.get(counter), counter);
      if (this.take(/D(?![\w({%])/y)) return this.made(this.places.get(counter), "code", counter);
      return counter;
    }
    counter() {
      const start = this.place, digits = this.sees(NUMBER);
      if (digits) {
        this.place += digits.length;
        const percent = this.text[this.place] === "%";
        if (percent) this.place++;
        this.skip();
        const value = exact(digits);
        return this.made(start, "number", (percent ? value.over(page.fraction(100)) : value).toString());
      }
      return this.bracket() || this.fail();
    }
    bracket() {
      if (!this.take("(")) return null;
      const node = this.closed();
      this.must(")");
      return node;
    }
    howMany() {
      const start = this.place, digits = this.take(NUMBER);
      return digits ? this.made(start, "number", exact(digits).toString()) : this.bracket() || this.fail();
    }
    pool(start, count) {
      this.take(/[dD]/y);
      let node = this.made(start, "dice", count, this.sides());
      const sign = this.take(/!(>=|<=|>|<)/y);
      if (sign) node = this.made(start, "exploding", node, ["matching", sign.slice(1), this.howMany()]);
      else if (this.take(/!(?!=)/y)) node = this.made(start, "exploding", node, this.sees(/\{/y) ? this.faces() : null);
      for (let how = this.take(/[kd][hl]/y); how; how = this.take(/[kd][hl]/y)) {
        const stated = this.sees(NUMBER) || this.sees(/\(/y);
        node = this.made(start, "keep", node, how, stated ? this.howMany() : ["number", "1"]);
      }
      return node;
    }
    sides() {
      if (this.take("%")) return ["number", "100"];
      if (this.take(/F\b/y)) return ["faces", [["number", "-1"], ["number", "0"], ["number", "1"]]];
      return this.sees(/\{/y) ? this.faces() : this.howMany();
    }
    faces() {
      this.must("{");
      const faces = [this.sum()];
      while (this.take(",")) faces.push(this.sum());
      this.must("}");
      return ["faces", faces];
    }
    named(start, name) {
      if (!this.take("(")) return this.made(start, "name", name);
      if (this.take(")")) return this.made(start, "call", name, [], []);
      if (this.sees(/[A-Za-z_]\w*\s*:/y)) {
        const index = this.name();
        this.must(":");
        return this.ended(this.made(start, "indexed", name, index, null, this.closed()));
      }
      const given = [], options = [];
      if (this.optionNext()) {
        options.push(this.option());
        if (this.take(":")) {
          const [, index, range] = options[0];
          if (range[0] !== "between") this.fail("the index '" + index + "' has no range such as 1..5");
          return this.ended(this.made(start, "indexed", name, index, range, this.closed()));
        }
      } else {
        given.push(this.argument());
      }
      while (this.take(",")) {
        if (this.optionNext()) options.push(this.option());
        else if (options.length) this.fail();
        else given.push(this.argument());
      }
      return this.ended(this.made(start, "call", name, given, options));
    }
    ended(node) {
      this.must(")");
      return node;
    }
    optionNext() { return !!this.sees(/[A-Za-z_]\w*\s*=(?!=)/y); }
    option() {
      const name = this.name();
      this.must("=");
      return ["option", name, this.selector() || this.between(this.either())];
    }
    argument() { return this.selector() || this.between(this.closed()); }
    selector() {
      if (this.sees(/\{/y)) return this.faces();
      const sign = this.take(COMPARE);
      return sign ? ["matching", sign, this.sum()] : null;
    }
    between(low) { return this.take("..") ? ["between", low, this.sum()] : low; }
  }

  // The tree of an expression; throws a Refusal that names the column where it cannot be read.
  page.parse = (text) => new Reader(text).expression();
})();
