// The exact value of an expression in the page: what generator/dice/ answers, with what a browser needs for the finder.
// Each roll written is a new roll; a name stands for the same roll throughout, so the values of a roll that is named
// more than once are gone through one by one, and what is left in each case is made of independent parts.
(function () {
  "use strict";
  const page = window.Dicepress;
  const { Refusal, Roll, fraction, read, ZERO, ONE, finite, plus, negative, scaled, copies, mapped, combined, mixture } = page;
  const { extreme, chanceOf, isNumber, binomials } = page;

  const CLOSING = new Set(["P", "mean", "variance", "sd", "median", "quantile"]);
  const ABOUT_POOLS = new Set(["count", "sum", "highest", "lowest"]);
  const SEARCH = 2000;
  const SECONDS = 6;

  // A named handful of dice in one case: its faces, highest first.
  class Seen {
    constructor(pool, faces) {
      this.pool = pool;
      this.faces = faces.slice(pool.first, pool.last);
    }
    get sum() { return this.faces.reduce((all, face) => all.plus(face), ZERO); }
  }
  // A roll that is larger than every number it meets: `slope` times it, and `rest`. `horizon` notes how large that is.
  class Far {
    constructor(slope, rest, horizon) {
      Object.assign(this, { slope, rest, horizon });
    }
  }

  // What names stand for: in general, and for rolls in the case at hand.
  class Frame {
    constructor(values, fixed) {
      this.values = values;
      this.fixed = fixed || new Map();
    }
    find(name) { return this.fixed.has(name) ? this.fixed.get(name) : this.values.get(name); }
    isRoll(name) { return this.values.has(name) && !this.fixed.has(name) && !isNumber(this.values.get(name)); }
    with(name, value) { return new Frame(new Map(this.values).set(name, value), this.fixed); }
    fixing(name, value) { return new Frame(this.values, new Map(this.fixed).set(name, value)); }
    released() { return this.fixed.size ? new Frame(this.values) : this; }
  }

  class Asking {
    constructor(functions) {
      this.functions = functions || {};
      this.until = Date.now() + SECONDS * 1000;
      this.depth = 0;
    }

    // The value of an expression on its own.
    close(node, frame) {
      let body = node, condition = null;
      while (body[0] === "where" || body[0] === "given") {
        if (body[0] === "where") {
          for (const [, name, value] of body[2]) frame = this.bind(name, value, frame);
          body = body[1];
        } else {
          if (condition) throw new Refusal("there are two conditions; join them with 'and'");
          [, body, condition] = body;
        }
      }
      const asked = condition ? [body, condition] : [body], shared = this.shared(asked, frame);
      if (!condition && !shared.length) return this.part(body, frame);
      const cases = this.cases(shared, asked, frame).filter(([weight]) => weight.n);
      if (!cases.length) throw new Refusal("the condition can never hold");
      const mass = cases.reduce((all, [weight]) => all.plus(weight), ZERO);
      if (cases.some(([, value]) => value instanceof Far)) throw new Refusal("this is not reckoned here for a roll without end");
      return mixture(cases.map(([weight, value]) => [weight.over(mass), value]));
    }
    bind(name, node, frame) {
      const ties = mentions(node).some((one) => frame.isRoll(one) || frame.fixed.has(one));
      return frame.with(name, ties ? { lazy: node } : this.part(node, frame));
    }
    // The rolls that more than one part depends on, in the order in which they were named.
    shared(asked, frame) {
      const uses = new Map();
      const use = (name, many) => uses.set(name, (uses.get(name) || 0) + (many ? 2 : 1));
      const walk = (node, many) => {
        if (!Array.isArray(node)) return;
        if (typeof node[0] !== "string") return node.forEach((one) => walk(one, many));
        if (node[0] === "name" && frame.isRoll(node[1])) use(node[1], many);
        if (node[0] === "call" && CLOSING.has(node[1])) return;
        if (node[0] === "call" && node[1] === "repeat") return walk(node[2][0], many);
        if (node[0] === "indexed") {
          walk(node[3], many);
          return walk(node[4], true);
        }
        node.slice(1).forEach((one) => walk(one, many));
      };
      asked.forEach((node) => walk(node, false));
      for (const name of [...frame.values.keys()].reverse()) {
        const bound = frame.values.get(name);
        if (bound.lazy && uses.has(name)) walk(bound.lazy, false);
      }
      return [...frame.values.keys()].filter((name) => uses.get(name) > 1 && frame.isRoll(name));
    }
    // Every case of the shared rolls: its weight, and what the expression comes to in it.
    cases(shared, asked, frame) {
      this.watch();
      if (!shared.length) {
        const weight = asked.length > 1 ? this.event(asked[1], frame) : ONE;
        return weight.n ? [[weight, this.total(this.part(asked[0], frame))]] : [];
      }
      const [name, ...rest] = shared;
      let law = frame.values.get(name);
      const inside = (value) => this.cases(rest, asked, frame.fixing(name, value));
      const weighted = (chance, found) => found.map(([weight, value]) => [chance.times(weight), value]);
      if (law.faces && this.askedAbout(name, asked, frame)) {
        return throws(law).flatMap(([chance, faces]) => weighted(chance, inside(new Seen(law, faces))));
      }
      if (law.lazy) law = this.close(law.lazy, frame);
      law = this.total(law);
      if (isNumber(law)) return inside(law);
      if (law.finite) {
        const total = law.total;
        return law.cases().flatMap(([value, weight]) => weighted(fraction(weight, total), inside(value)));
      }
      return this.unrolled(law, inside, weighted);
    }
    // A roll without end: value by value up to where nothing changes any more, and all that lies beyond at once.
    unrolled(law, inside, weighted) {
      const down = !law.shape.upward, up = down ? negative(law) : law;
      if (!up.shape.upward) throw new Refusal("a named roll without end on both sides is not reckoned here");
      const horizon = { value: up.base };
      const beyond = inside(new Far(down ? ONE.negative() : ONE, ZERO, horizon));
      if (beyond.some(([, value]) => value instanceof Far)) throw new Refusal("this is not reckoned here for a roll without end");
      const last = Number(up.place(horizon.value).floor());
      const found = weighted(up.shape.tail(last + 1), beyond);
      for (let k = 0; k <= last; k++) {
        const chance = up.shape.point(k), value = up.value(k);
        if (chance.n) found.push(...weighted(chance, inside(down ? value.negative() : value)));
      }
      return found;
    }
    // Whether more is asked of a named pool than its sum.
    askedAbout(name, asked, frame) {
      const found = new Set();
      const walk = (node) => {
        if (!Array.isArray(node)) return;
        if (node[0] === "call" && CLOSING.has(node[1])) return;
        const first = node[0] === "call" && ABOUT_POOLS.has(node[1]) && node[2][0];
        if (first && first[0] === "name" && first[1] === name) {
          if (node[1] !== "sum") found.add(JSON.stringify(node));
          node[2].slice(1).forEach(walk);
        } else if (node[0] === "name") {
          if (node[1] === name) found.add(name);
        } else {
          node.forEach(walk);
        }
      };
      asked.forEach(walk);
      for (const bound of frame.values.values()) if (bound.lazy) walk(bound.lazy);
      return [...found].some((one) => one !== name);
    }

    part(node, frame) { return FORMS[node[0]](this, node, frame); }
    // The value of a part, with dice added up.
    value(node, frame) { return this.total(this.part(node, frame)); }
    total(part) { return part.faces ? (part instanceof Seen ? part.sum : pooled(part)) : part; }
    exact(node, frame, what) {
      const value = this.value(node, frame);
      if (!isNumber(value)) throw new Refusal(what + " must be a number, not a roll");
      return value;
    }
    natural(node, frame, what) {
      const value = this.exact(node, frame, what);
      if (!value.whole || value.n < 0n) throw new Refusal(what + " must be a whole number of at least 0, not " + value);
      if (value.n > 100000n) throw page.tooLarge();
      return Number(value.n);
    }
    dice(node, frame) {
      const part = this.part(node, frame);
      if (!part.faces || part instanceof Seen) throw new Refusal("dice such as 4d6 are needed here");
      return part;
    }
    // The chance of a part that is an event.
    event(node, frame) {
      if (node[0] === "comparison") return compared(node[1], this.value(node[2], frame), this.value(node[3], frame));
      return eventOf(this.value(node, frame));
    }
    // Those faces of a die that a selection such as 6, >=5, 5..6 or {1,6} means.
    chosen(node, frame) {
      const one = (part) => this.exact(part, frame, "a face");
      if (node[0] === "matching") {
        const bound = one(node[2]);
        return (face) => chanceOf(node[1], face, bound).n > 0n;
      }
      if (node[0] === "between") {
        const low = one(node[1]), high = one(node[2]);
        return (face) => low.compared(face) <= 0 && face.compared(high) <= 0;
      }
      const faces = node[0] === "faces" ? node[1].map(one) : [one(node)];
      return (face) => faces.some((other) => other.is(face));
    }
    watch() {
      if (Date.now() > this.until) throw page.tooLarge();
    }
  }

  function mentions(node) {
    if (!Array.isArray(node)) return [];
    return node[0] === "name" ? [node[1]] : node.flatMap(mentions);
  }
  function eventOf(value) {
    if (value instanceof Roll && value.isEvent) return value.exactly(ONE);
    if (isNumber(value) && (value.is(ZERO) || value.is(ONE))) return value;
    throw new Refusal("this is not an event; compare it, as in 2d6 >= 7");
  }
  function compared(sign, a, b) {
    if (!(a instanceof Far) && !(b instanceof Far)) return chanceOf(sign, a, b);
    const apart = farSum(a, minus(b));
    if (!(apart instanceof Far)) return chanceOf(sign, apart, ZERO);
    // Beyond this the sign of the difference is that of the slope, whatever the rest comes to.
    const rests = isNumber(apart.rest) ? [apart.rest] : apart.rest.cases().map(([value]) => value);
    for (const rest of rests) {
      const border = rest.over(apart.slope).size();
      if (border.compared(apart.horizon.value) > 0) apart.horizon.value = border;
    }
    return chanceOf(sign, apart.slope, ZERO);
  }
  function farSum(a, b) {
    if (!(a instanceof Far)) [a, b] = [b, a];
    if (!(b instanceof Far)) return new Far(a.slope, plus(a.rest, b), a.horizon);
    if (a.horizon !== b.horizon) throw new Refusal("two rolls without end that are named cannot be put together here");
    const slope = a.slope.plus(b.slope), rest = plus(a.rest, b.rest);
    return slope.n ? new Far(slope, rest, a.horizon) : rest;
  }
  const minus = (a) => (a instanceof Far ? new Far(a.slope.negative(), negative(a.rest), a.horizon) : negative(a));

  function arithmetic(sign, a, b) {
    const far = a instanceof Far || b instanceof Far;
    if (sign === "-") b = minus(b);
    if (sign === "+" || sign === "-") return far ? farSum(a, b) : plus(a, b);
    if (sign === "*" && isNumber(a)) [a, b] = [b, a];
    const factor = isNumber(b) ? (sign === "/" ? ONE.over(b) : b) : null;
    if (far) {
      if (!factor) throw new Refusal("this is not reckoned here for a roll without end");
      return factor.n ? new Far(a.slope.times(factor), scaled(a.rest, factor), a.horizon) : ZERO;
    }
    if (factor) return scaled(a, factor);
    return combined(a, b, (x, y) => (sign === "*" ? x.times(y) : x.over(y)));
  }

  // ---- Dice ----

  const sided = (n) => Array.from({ length: n }, (_, k) => [fraction(k + 1), 1n]);
  // So many equal dice. `faces` are [face, weight] in ascending order; `on` are those that explode, `limit` how often.
  const pool = (count, faces) => ({ count, faces, on: () => false, limit: null, explodes: false, first: 0, last: count });

  function withFaces(faces) {
    const weights = new Map();
    faces.forEach((face) => weights.set(face.toString(), [face, ((weights.get(face.toString()) || [])[1] || 0n) + 1n]));
    return [...weights.values()].sort(([a], [b]) => a.compared(b));
  }
  function exploding(dice, on, limit) {
    const some = dice.faces.some(([face]) => on(face));
    if (some && limit === null && dice.faces.every(([face]) => on(face))) {
      throw new Refusal("a die that explodes on all its faces never stops");
    }
    return { ...dice, on, limit, explodes: some && limit !== 0 };
  }
  function keeping(dice, how, number) {
    const kept = Math.min(number, dice.last - dice.first);
    const [first, last] = {
      kh: [dice.first, dice.first + kept], kl: [dice.last - kept, dice.last],
      dh: [dice.first + kept, dice.last], dl: [dice.first, dice.last - kept],
    }[how];
    return { ...dice, first, last };
  }
  // The sum of `worth` of one die and of all dice that it explodes into.
  function dieTotal(dice, worth) {
    const all = dice.faces.reduce((sum, [, weight]) => sum + weight, 0n);
    const valued = (wanted) => dice.faces.filter(([face]) => dice.on(face) === wanted).map(([face, w]) => [worth(face), w]);
    if (!dice.explodes) return finite(dice.faces.map(([face, weight]) => [worth(face), weight]));
    const plain = valued(false), going = valued(true);
    if (dice.limit === null) return untilPlain(plain, going, all);
    let found = [], soFar = [[ZERO, 1n]];
    for (let turn = 0; turn <= dice.limit; turn++) {
      const rest = all ** BigInt(dice.limit - turn), last = turn === dice.limit;
      for (const [sum, weight] of soFar) {
        for (const [value, share] of last ? [...plain, ...going] : plain) found.push([sum.plus(value), weight * share * rest]);
      }
      soFar = soFar.flatMap(([sum, weight]) => going.map(([value, share]) => [sum.plus(value), weight * share]));
      if (soFar.length > 5000) throw page.tooLarge();
    }
    return finite(found);
  }
  function untilPlain(plain, going, all) {
    const values = going.map(([value]) => value).filter((value) => value.n);
    if (!values.length) return finite(plain);
    if (values.some((value) => value.n < 0n)) {
      if (values.some((value) => value.n > 0n)) throw new Refusal("a die cannot explode without limit on both sides of zero");
      const mirrored = (pairs) => pairs.map(([value, weight]) => [value.negative(), weight]);
      return negative(untilPlain(mirrored(plain), mirrored(going), all));
    }
    const every = [...values, ...plain.map(([value]) => value)];
    const step = every.reduce((shared, value) => page.stepOf(shared, value), ZERO);
    const base = plain.reduce((least, [value]) => (value.compared(least) < 0 ? value : least), plain[0][0]);
    const row = (pairs, from) => {
      const made = [];
      for (const [value, weight] of pairs) {
        const place = Number(value.minus(from).over(step).n);
        made[place] = (made[place] || 0n) + weight;
      }
      return Array.from(made, (x) => x || 0n);
    };
    const den = row(going, ZERO).map((x) => -x);
    den[0] = (den[0] || 0n) + all;
    return page.open(base, step, row(plain, base), den);
  }
  const totals = new Map();
  function pooled(dice) {
    const key = JSON.stringify([
      dice.count, dice.first, dice.last, dice.limit, dice.explodes,
      dice.faces.map(([face, weight]) => [String(face), String(weight), dice.explodes && dice.on(face)]),
    ]);
    if (!totals.has(key)) {
      if (totals.size > 400) totals.clear();
      totals.set(key, summed(dice));
    }
    return totals.get(key);
  }
  function summed(dice) {
    if (dice.last <= dice.first) return ZERO;
    const one = dieTotal(dice, (face) => face);
    if (dice.first === 0 && dice.last === dice.count) return copies(one, dice.count);
    if (isNumber(one)) return one.times(fraction(dice.last - dice.first));
    if (!one.finite) return page.kept(one, dice);
    return ranked(one.cases(), dice, (value) => value);
  }
  // The sum of `worth` over the dice from rank `first` to before `last`, the highest first.
  function ranked(faces, dice, worth) {
    // By how many dice are placed already, the sums of those that count with their weights.
    let states = Array.from({ length: dice.count + 1 }, () => new Map());
    states[0].set("0", [ZERO, 1n]);
    const choose = binomials(dice.count);
    for (const [face, weight] of [...faces].reverse()) {
      const next = states.map((one) => new Map(one));
      const worthOne = worth(face);
      for (let placed = 0; placed < dice.count; placed++) {
        for (let more = 1; placed + more <= dice.count; more++) {
          const counting = Math.max(0, Math.min(placed + more, dice.last) - Math.max(placed, dice.first));
          const ways = choose[dice.count - placed][more] * weight ** BigInt(more), gain = worthOne.times(fraction(counting));
          for (const [sum, have] of states[placed].values()) {
            const total = sum.plus(gain), key = total.toString(), known = next[placed + more].get(key);
            next[placed + more].set(key, [total, have * ways + (known ? known[1] : 0n)]);
          }
        }
      }
      states = next;
      if (states[dice.count].size > 3000) throw page.tooLarge();
    }
    return finite([...states[dice.count].values()]);
  }
  // Every way a pool can fall, its faces from the highest down, with its chance.
  function throws(dice) {
    if (dice.explodes) throw new Refusal("several questions to dice that explode are not reckoned here");
    const all = dice.faces.reduce((sum, [, weight]) => sum + weight, 0n) ** BigInt(dice.count);
    const found = [], choose = binomials(dice.count), faces = [...dice.faces].reverse();
    const fall = (place, left, shown, weight) => {
      if (found.length > 20000) throw page.tooLarge();
      const [face, share] = faces[place];
      if (place === faces.length - 1) {
        found.push([fraction(weight * share ** BigInt(left), all), [...shown, ...new Array(left).fill(face)]]);
        return;
      }
      for (let n = 0; n <= left; n++) {
        fall(place + 1, left - n, [...shown, ...new Array(n).fill(face)], weight * choose[left][n] * share ** BigInt(n));
      }
    };
    fall(0, dice.count, [], 1n);
    return found;
  }
  function counted(dice, chosen) {
    const mark = (face) => (chosen(face) ? ONE : ZERO);
    if (dice.first === 0 && dice.last === dice.count) return copies(dieTotal(dice, mark), dice.count);
    if (dice.explodes) throw new Refusal("counting faces among kept dice that explode is not reckoned here");
    return ranked(dice.faces, dice, mark);
  }
  function repeated(count, one) {
    if (isNumber(count)) {
      if (!count.whole || count.n < 0n) throw new Refusal("the number of copies must be a whole number of at least 0");
      return copies(one, Number(count.n));
    }
    const total = count.total;
    return mixture(count.cases().map(([n, weight]) => [fraction(weight, total), repeated(n, one)]));
  }
  function dieCode(n, reading) {
    if (!n) return ZERO;
    const six = sided(6);
    if (reading === "plain") return pooled(pool(n, six));
    const wild = exploding(pool(1, six), (face) => face.is(fraction(6)), null);
    const others = n > 1 ? pooled(pool(n - 1, six)) : ZERO;
    if (reading === "explodes") return plus(others, pooled(wild));
    return mixture([
      [fraction(1n, 6n), pooled(keeping(pool(n - 1, six), "dh", 1))],
      [fraction(4n, 6n), plus(others, finite([2, 3, 4, 5].map((face) => [fraction(face), 1n])))],
      [fraction(1n, 6n), plus(plus(others, fraction(6)), pooled(wild))],
    ]);
  }

  // ---- The forms of the notation ----

  const FORMS = {
    number: (_, node) => read(node[1]),
    name(run, node, frame) {
      const bound = frame.find(node[1]);
      if (bound === undefined) throw new Refusal("the name '" + node[1] + "' is unknown");
      return bound.lazy ? run.part(bound.lazy, frame) : bound;
    },
    dice(run, node, frame) {
      const count = run.value(node[1], frame);
      const faces = node[2][0] === "faces"
        ? withFaces(node[2][1].map((face) => run.exact(face, frame, "a face")))
        : sided(run.natural(node[2], frame, "the number of sides"));
      if (!faces.length) throw new Refusal("a die needs at least one side");
      if (!isNumber(count)) return repeated(count, pooled(pool(1, faces)));
      if (!count.whole || count.n < 0n) throw new Refusal("the number of dice must be a whole number of at least 0, not " + count);
      if (count.n > 2000n) throw page.tooLarge();
      return pool(Number(count.n), faces);
    },
    exploding(run, node, frame) {
      const dice = run.dice(node[1], frame), top = dice.faces[dice.faces.length - 1][0];
      return exploding(dice, node[2] ? run.chosen(node[2], frame) : (face) => face.is(top), null);
    },
    keep: (run, node, frame) => keeping(run.dice(node[1], frame), node[2], run.natural(node[3], frame, "how many dice")),
    code: (run, node, frame) => dieCode(run.natural(node[1], frame, "the number of dice"), "explodes"),
    minus: (run, node, frame) => minus(run.value(node[1], frame)),
    arithmetic: (run, node, frame) => arithmetic(node[1], run.value(node[2], frame), run.value(node[3], frame)),
    comparison: (run, node, frame) => asEvent(run.event(node, frame)),
    logic(run, node, frame) {
      const left = run.event(node[2], frame), and = node[1] === "and";
      if (left.is(and ? ZERO : ONE)) return left;
      const right = run.event(node[3], frame);
      return asEvent(and ? left.times(right) : left.plus(right).minus(left.times(right)));
    },
    not: (run, node, frame) => asEvent(ONE.minus(run.event(node[1], frame))),
    given: (run, node, frame) => run.close(node, frame),
    where: (run, node, frame) => run.close(node, frame),
    call(run, node, frame) {
      const [, name, given, options] = node;
      if (Object.prototype.hasOwnProperty.call(CALLS, name)) return CALLS[name](run, given, frame, options, node);
      const shared = Object.prototype.hasOwnProperty.call(run.functions, name) ? run.functions[name] : null;
      if (!shared) throw new Refusal("the function '" + name + "' is unknown");
      const [parameters, body] = shared;
      if (parameters.length !== given.length) throw new Refusal(name + " takes " + parameters.length + " arguments");
      const inner = new Frame(new Map(parameters.map((one, k) => [one, run.part(given[k], frame)])));
      if (++run.depth > 20) throw new Refusal("the function '" + name + "' calls itself without end");
      try {
        return run.close(body, inner);
      } finally {
        run.depth--;
      }
    },
    indexed(run, node, frame) {
      const [, name, index, over, body] = node;
      const inside = (k) => frame.with(index, fraction(k));
      const ends = over && [1, 2].map((end) => Number(run.exact(over[end], frame, "the range").n));
      if (name === "largest" || name === "smallest") {
        return fraction(found(name === "largest", ends, (k) => {
          run.watch();
          const chance = run.event(body, inside(k));
          if (chance.n && !chance.is(ONE)) throw new Refusal("the condition of a search is a chance; compare it: P(…) >= 50%");
          return chance.n > 0n;
        }));
      }
      if ((name !== "sum" && name !== "prod") || !ends) throw new Refusal(name + " needs a range, as in sum(k = 1..5: …)");
      let result = name === "sum" ? ZERO : ONE;
      for (let k = ends[0]; k <= ends[1]; k++) {
        run.watch();
        result = arithmetic(name === "sum" ? "+" : "*", result, run.value(body, inside(k)));
      }
      return result;
    },
  };
  for (const kind of ["faces", "matching", "between"]) {
    FORMS[kind] = () => { throw new Refusal("faces can only be named in count() and in options"); };
  }
  const asEvent = (chance) =>
    chance.is(ZERO) || chance.is(ONE) ? chance : finite([[ZERO, chance.d - chance.n], [ONE, chance.n]]);

  // The number that largest or smallest asks for; without a range it counts from 0.
  function found(largest, ends, holds) {
    if (ends) {
      const [low, high] = ends;
      for (let k = largest ? high : low; largest ? k >= low : k <= high; k += largest ? -1 : 1) if (holds(k)) return k;
      throw new Refusal("the condition holds nowhere from " + low + " to " + high);
    }
    const atZero = holds(0), step = atZero === largest ? 1 : -1;
    for (let distance = 1; distance <= SEARCH; distance++) {
      let changed = true;
      try {
        changed = holds(step * distance) !== atZero;
      } catch (error) {
        if (step > 0 || !atZero) throw error;
      }
      if (changed) return step * (atZero ? distance - 1 : distance);
    }
    throw new Refusal("no end is in sight up to " + step * SEARCH);
  }

  function rootOf(n) {
    if (n < 2n) return n;
    let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
    for (let next; (next = (x + n / x) >> 1n) < x; ) x = next;
    return x;
  }
  function deviation([, variance]) {
    const top = rootOf(variance.n), under = rootOf(variance.d);
    if (top * top === variance.n && under * under === variance.d) return fraction(top, under);
    return fraction(rootOf((variance.n * 10n ** 60n) / variance.d), 10n ** 30n);
  }
  const about = (what, ofNumber) => (run, given, frame) => {
    const value = run.total(run.close(given[0], frame.released()));
    return isNumber(value) ? ofNumber(value) : what(value);
  };
  function wholes(how) {
    return (run, given, frame) => {
      const value = run.value(given[0], frame);
      if (isNumber(value)) return fraction(value[how]());
      if (!value.finite && value.base.whole && value.step.whole) return value;
      return mapped(value, (x) => fraction(x[how]()));
    };
  }
  const option = (options, name) => (options.find((one) => one[1] === name) || [])[2];
  function limitOf(run, options, usual, frame) {
    const stated = option(options, "limit");
    if (!stated) return usual;
    return stated[0] === "name" && stated[1] === "forever" ? null : run.natural(stated, frame, "the limit");
  }
  const extremes = (run, given, frame, _, node) =>
    given.map((one) => run.value(one, frame)).reduce((a, b) => extremeOf(node[1], a, b));
  function extremeOf(how, a, b) {
    if (!(a instanceof Far) && !(b instanceof Far)) return extreme(how, a, b);
    return compared(">=", a, b).n ? (how === "max" ? a : b) : how === "max" ? b : a;
  }
  // The total of some dice of a pool that has fallen or is yet to fall.
  const some = (how) => (run, given, frame) => {
    const bound = given[0][0] === "name" ? frame.find(given[0][1]) : null;
    const number = given[1] ? run.natural(given[1], frame, "how many dice") : 1;
    if (bound instanceof Seen) {
      const taken = how === "highest" ? bound.faces.slice(0, number) : bound.faces.slice(-number);
      return (number ? taken : []).reduce((all, face) => all.plus(face), ZERO);
    }
    const dice = run.dice(given[0], frame), taken = Math.min(number, dice.last - dice.first);
    return pooled(how === "highest" ? { ...dice, last: dice.first + taken } : { ...dice, first: dice.last - taken });
  };

  const CALLS = {
    P: (run, given, frame) => eventOf(run.total(run.close(given[0], frame.released()))),
    mean: about((roll) => roll.moments()[0], (x) => x),
    variance: about((roll) => roll.moments()[1], () => ZERO),
    sd: about((roll) => deviation(roll.moments()), () => ZERO),
    median: (run, given, frame) => CALLS.quantile(run, [given[0], ["number", "1/2"]], frame),
    quantile(run, given, frame) {
      const share = run.exact(given[1], frame, "the share");
      return about((roll) => {
        if (share.n <= 0n || share.compared(ONE) > 0) throw new Refusal("the share of a quantile lies above 0 and is at most 1");
        if (share.is(ONE) && !roll.finite) throw new Refusal("an open-ended roll has no greatest value");
        return roll.quantile(share);
      }, (x) => x)(run, given, frame);
    },
    max: extremes,
    min: extremes,
    abs: (run, given, frame) => mapped(run.value(given[0], frame), (x) => x.size()),
    floor: wholes("floor"),
    ceil: wholes("ceil"),
    round: wholes("round"),
    clamp(run, given, frame) {
      const [x, low, high] = given.map((one) => run.value(one, frame));
      return extremeOf("min", extremeOf("max", x, low), high);
    },
    if(run, given, frame) {
      const chance = run.event(given[0], frame);
      if (chance.is(ONE)) return run.value(given[1], frame);
      if (chance.is(ZERO)) return run.value(given[2], frame);
      return mixture([[chance, run.value(given[1], frame)], [ONE.minus(chance), run.value(given[2], frame)]]);
    },
    repeat: (run, given, frame) => repeated(run.value(given[0], frame), run.total(run.close(given[1], frame.released()))),
    count(run, given, frame) {
      const bound = given[0][0] === "name" ? frame.find(given[0][1]) : null;
      if (bound instanceof Seen) return fraction(bound.faces.filter(run.chosen(given[1], frame)).length);
      return counted(run.dice(given[0], frame), run.chosen(given[1], frame));
    },
    sum: (run, given, frame) => run.value(given[0], frame),
    highest: some("highest"),
    lowest: some("lowest"),
    explode(run, given, frame, options) {
      const dice = run.dice(given[0], frame), on = option(options, "on"), top = dice.faces[dice.faces.length - 1][0];
      return exploding(dice, on ? run.chosen(on, frame) : (face) => face.is(top), limitOf(run, options, null, frame));
    },
    reroll(run, given, frame, options) {
      const dice = run.dice(given[0], frame), on = option(options, "on"), limit = limitOf(run, options, 1, frame);
      if (!on) throw new Refusal("'reroll' needs to know the faces; write reroll(d20, on=1)");
      const chosen = run.chosen(on, frame);
      if (limit === null) return { ...dice, faces: dice.faces.filter(([face]) => !chosen(face)) };
      const all = dice.faces.reduce((sum, [, weight]) => sum + weight, 0n);
      const again = dice.faces.reduce((sum, [face, weight]) => (chosen(face) ? sum + weight : sum), 0n);
      let every = 0n;
      for (let turn = 0; turn <= limit; turn++) every += all ** BigInt(limit - turn) * again ** BigInt(turn);
      const faces = dice.faces.map(([face, w]) => [face, w * (chosen(face) ? again ** BigInt(limit) : every)]);
      return { ...dice, faces };
    },
    code(run, given, frame, options) {
      const wild = option(options, "wild");
      return dieCode(run.natural(given[0], frame, "the number of dice"), wild ? wild[1] : "explodes");
    },
  };

  // Whether an expression is an event, a P(…), or made of such alone: its value then reads as a chance.
  function speaksOfChance(node) {
    const [kind, first, second, third] = node;
    if (kind === "comparison" || kind === "logic" || kind === "not") return true;
    if (kind === "call") return first === "P";
    if (kind === "indexed") return (first === "sum" || first === "prod") && speaksOfChance(node[4]);
    if (kind === "where") return speaksOfChance(first);
    return kind === "arithmetic" && (speaksOfChance(second) || speaksOfChance(third));
  }

  // The exact value of a tree: a Fraction or a Roll. `names` are trees too, and `functions` lists of parameters and body.
  page.evaluate = function (tree, names, functions) {
    const run = new Asking(functions);
    let frame = new Frame(new Map());
    for (const [name, node] of Object.entries(names || {})) frame = run.bind(name, node, frame);
    return run.total(run.close(tree, frame));
  };
  // The same where it must be a number; of an event, its chance.
  page.number = function (tree, names, functions) {
    const value = page.evaluate(tree, names, functions);
    if (isNumber(value)) return value;
    if (value.isEvent) return value.exactly(ONE);
    throw new Refusal("this is a roll, not a number; ask for P(…), mean(…) or another number about it");
  };
  page.speaksOfChance = speaksOfChance;
})();
