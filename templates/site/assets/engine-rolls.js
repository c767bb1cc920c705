// Rolls in the page: exact distributions as generating functions.
// A roll is base + step * (U - D), U and D independent and not negative. U has the generating function num / den, a
// finite roll one with a constant den; D has dnum / dden and is only there where a roll has no end downward.
(function () {
  "use strict";
  const page = window.Dicepress;
  const { Refusal, fraction, common, ZERO, ONE } = page;

  const LONGEST = 60000; // terms of one polynomial
  const FARTHEST = 20000; // terms of a series
  const LARGEST_SYSTEM = 72; // unknowns of an opposed roll without end

  const tooLarge = () => new Refusal("this is more than the page can reckon; use fewer or smaller dice");

  // ---- Polynomials: lists of whole numbers, the constant first ----

  function product(a, b) {
    if (a.length + b.length > LONGEST || a.length * b.length > 4e6) throw tooLarge();
    const made = new Array(a.length + b.length - 1).fill(0n);
    for (let i = 0; i < a.length; i++) {
      const factor = a[i];
      if (factor) for (let j = 0; j < b.length; j++) made[i + j] += factor * b[j];
    }
    return made;
  }
  function power(a, n) {
    let made = [1n];
    for (let square = a; n; n >>= 1) {
      if (n & 1) made = product(made, square);
      if (n > 1) square = product(square, square);
    }
    return made;
  }
  const at = (a, k) => (k >= 0 && k < a.length ? a[k] : 0n);
  const sum = (a) => a.reduce((x, y) => x + y, 0n);
  const times = (a, factor) => (factor === 1n ? a : a.map((x) => x * factor));
  const added = (a, b) => Array.from({ length: Math.max(a.length, b.length) }, (_, k) => at(a, k) + at(b, k));
  const moved = (a, k) => (k ? [...new Array(k).fill(0n), ...a] : a);
  function spread(a, by) {
    if (by === 1) return a;
    if (a.length * by > LONGEST) throw tooLarge();
    const made = new Array((a.length - 1) * by + 1).fill(0n);
    a.forEach((x, k) => { made[k * by] = x; });
    return made;
  }
  // By n and k: in how many ways k of n can be chosen.
  function binomials(n) {
    const rows = [[1n]];
    for (let i = 1; i <= n; i++) rows.push(Array.from({ length: i + 1 }, (_, k) => (rows[i - 1][k] || 0n) + (rows[i - 1][k - 1] || 0n)));
    return rows;
  }
  // The values of a polynomial and its first two derivatives at 1.
  function atOne(a) {
    let zeroth = 0n, first = 0n, second = 0n;
    a.forEach((x, i) => {
      const k = BigInt(i);
      zeroth += x;
      first += k * x;
      second += k * (k - 1n) * x;
    });
    return [zeroth, first, second].map((x) => fraction(x));
  }

  // ---- num / den as a series, term by term as far as it is asked for ----

  class Series {
    constructor(num, den) {
      this.num = num;
      this.den = den;
      this.terms = []; // times den[0] to the power k + 1
      this.sums = []; // of the terms so far, on the same scale
      this.scale = [1n];
    }
    get finite() { return this.den.length === 1; }
    reach(k) {
      if (k > (this.finite ? LONGEST : FARTHEST)) throw tooLarge();
      const first = this.den[0], finite = this.finite;
      while (this.terms.length <= k) {
        const n = this.terms.length;
        let term = at(this.num, n) * (finite ? 1n : this.scale[n]);
        for (let j = 1; j < this.den.length && j <= n; j++) {
          if (this.den[j]) term -= this.den[j] * this.scale[j - 1] * this.terms[n - j];
        }
        this.scale.push(this.scale[n] * (finite ? 1n : first));
        this.terms.push(term);
        this.sums.push((n ? this.sums[n - 1] * (finite ? 1n : first) : 0n) + term);
      }
    }
    below(k) { return this.finite ? this.den[0] : this.scale[k + 1]; }
    term(k) {
      if (k < 0) return ZERO;
      if (this.finite) return fraction(at(this.num, k), this.den[0]);
      this.reach(k);
      return fraction(this.terms[k], this.below(k));
    }
    // The sum of the terms 0 to k.
    upTo(k) {
      if (k < 0) return ZERO;
      if (this.finite) k = Math.min(k, this.num.length - 1);
      this.reach(k);
      return fraction(this.sums[k], this.below(k));
    }
    total() { return fraction(sum(this.num), sum(this.den)); }
  }

  // ---- The shape of a roll, without base and step; equal dice share one ----

  class Shape {
    constructor(num, den, dnum, dden) {
      let last = num.length;
      while (last > 1 && !num[last - 1]) last--;
      this.num = last < num.length ? num.slice(0, last) : num;
      this.den = den;
      this.dnum = dnum || [1n];
      this.dden = dden || [1n];
      this.sums = new Map();
    }
    get finite() { return this.den.length === 1 && this.dden.length === 1; }
    get upward() { return this.dden.length === 1; }
    up() { return (this.series = this.series || new Series(this.num, this.den)); }
    // The chance of k or more.
    tail(k) {
      if (this.upward) return ONE.minus(this.up().upTo(k - 1));
      const { pole, up, down, place, polynomial } = this.split();
      let found = up.total().minus(up.upTo(k - place - 1)).plus(down.upTo(place - k - 1)).times(pole);
      polynomial.forEach((x, i) => { if (place + i >= k) found = found.plus(x); });
      return found;
    }
    point(k) {
      if (this.upward) return this.up().term(k);
      const { pole, up, down, place, polynomial } = this.split();
      const extra = polynomial[k - place];
      const found = up.term(k - place).plus(down.term(place - k - 1)).times(pole);
      return extra ? found.plus(extra) : found;
    }
    // Partial fractions of num/den * dnum/dden(1/x): a polynomial, what grows upward, and what grows downward.
    split() {
      if (this.parts) return this.parts;
      const back = [...this.dden].reverse(), p = this.den.length - 1, b = back.length - 1, size = p + b;
      if (size > LARGEST_SYSTEM) throw tooLarge();
      const below = product(this.den, back), lead = below[size];
      let rest = product(this.num, [...this.dnum].reverse()), scale = 1n;
      const polynomial = [];
      for (let k = rest.length - 1; k >= size; k--) {
        // Everything so far is kept on one scale, so that the division stays whole.
        const factor = rest[k];
        rest = rest.slice(0, k).map((x) => x * lead);
        for (let j = 0; j < size; j++) rest[k - size + j] -= factor * below[j];
        scale *= lead;
        polynomial[k - size] = fraction(factor, scale);
      }
      const rows = Array.from({ length: size }, (_, k) => [
        ...Array.from({ length: p }, (__, i) => at(back, k - i)),
        ...Array.from({ length: b }, (__, i) => at(this.den, k - i)),
        at(rest, k),
      ]);
      const [solved, under] = solve(rows);
      const place = b - (this.dnum.length - 1);
      this.parts = {
        place,
        pole: fraction(1n, under * scale),
        up: new Series(p ? solved.slice(0, p) : [0n], this.den),
        down: new Series(b ? solved.slice(p).reverse() : [0n], this.dden),
        polynomial: Array.from(polynomial, (x) => x || ZERO),
      };
      return this.parts;
    }
    mirrored() {
      if (!this.mirror) {
        this.mirror = this.upward && this.finite
          ? new Shape([...this.num].reverse(), this.den)
          : folded(this.dnum, this.dden, this.num, this.den).shape;
        this.mirror.mirror = this;
      }
      return this.mirror;
    }
  }

  // Solves a system of whole numbers without fractions: the unknowns times one common whole number, and that number.
  function solve(rows) {
    const size = rows.length;
    let before = 1n;
    for (let k = 0; k < size; k++) {
      let pivot = k;
      while (!rows[pivot][k]) pivot++;
      [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
      const main = rows[k];
      for (let i = 0; i < size; i++) {
        if (i === k) continue;
        const factor = rows[i][k];
        rows[i] = rows[i].map((x, j) => (main[k] * x - factor * main[j]) / before);
      }
      before = main[k];
    }
    return [rows.map((row) => row[size]), before];
  }

  // A shape whose downward part is folded into the upward one where it is finite, and by how far that moves it.
  function folded(num, den, dnum, dden) {
    if (dden.length > 1) return { shape: new Shape(num, den, dnum, dden), by: 0 };
    const by = dnum.length - 1;
    return { shape: new Shape(product(num, [...dnum].reverse()), times(den, dden[0])), by };
  }

  class Roll {
    constructor(base, step, shape) {
      this.base = base;
      this.step = step;
      this.shape = shape;
    }
    get finite() { return this.shape.finite; }
    value(k) { return this.base.plus(this.step.times(fraction(k))); }
    // The place of a value, which need not be whole.
    place(value) { return value.minus(this.base).over(this.step); }
    atLeast(value) { return this.shape.tail(near(this.place(value).ceil())); }
    moreThan(value) { return this.shape.tail(near(this.place(value).floor()) + 1); }
    exactly(value) {
      const place = this.place(value);
      return place.whole ? this.shape.point(near(place.n)) : ZERO;
    }
    // Every value with its weight; only of a finite roll.
    cases() {
      if (!this.finite) throw new Refusal("a roll without end cannot be gone through value by value here");
      const found = [];
      this.shape.num.forEach((weight, k) => { if (weight) found.push([this.value(k), weight]); });
      return found;
    }
    get total() { return sum(this.shape.num); }
    get isEvent() { return this.finite && this.cases().every(([value]) => value.is(ZERO) || value.is(ONE)); }
    moments() {
      const [mean, spread] = half(this.shape.num, this.shape.den), [less, more] = half(this.shape.dnum, this.shape.dden);
      return [this.base.plus(this.step.times(mean.minus(less))), this.step.times(this.step).times(spread.plus(more))];
    }
    // The smallest value that is not exceeded with a chance of at least `share`.
    quantile(share) {
      const wanted = ONE.minus(share), enough = (k) => this.shape.tail(k + 1).compared(wanted) <= 0;
      let k = near(this.place(this.moments()[0]).floor());
      if (enough(k)) while (enough(k - 1)) k--;
      else while (!enough(k)) k++;
      return this.value(k);
    }
  }

  function half(num, den) {
    const [, n1, n2] = atOne(num), [d0, d1, d2] = atOne(den);
    const first = n1.minus(d1).over(d0), second = n2.minus(first.times(d1).times(fraction(2))).minus(d2).over(d0);
    return [first, second.plus(first).minus(first.times(first))];
  }
  // A place as a plain number. Beyond every term it makes no difference how far.
  function near(place) {
    const most = BigInt(LONGEST);
    return Number(place > most ? most : place < -most ? -most : place);
  }

  // ---- Making rolls ----

  const stepOf = (a, b) => fraction(common(a.n * b.d, b.n * a.d), a.d * b.d);

  // The roll of these [value, weight] pairs; a number where there is but one value.
  function finite(pairs) {
    const weights = new Map();
    for (const [value, weight] of pairs) {
      if (!weight) continue;
      const key = value.toString(), known = weights.get(key);
      weights.set(key, [value, known ? known[1] + weight : weight]);
    }
    const all = [...weights.values()];
    if (!all.length) throw new Refusal("nothing is left to roll");
    const base = all.reduce((least, [value]) => (value.compared(least) < 0 ? value : least), all[0][0]);
    if (all.length === 1) return base;
    const step = all.reduce((shared, [value]) => stepOf(shared, value.minus(base)), ZERO);
    const num = [];
    for (const [value, weight] of all) {
      const place = value.minus(base).over(step).n;
      if (place > LONGEST) throw tooLarge();
      num[Number(place)] = weight;
    }
    const row = Array.from(num, (x) => x || 0n), shared = row.reduce(common);
    const weightsOnly = shared > 1n ? row.map((x) => x / shared) : row;
    return new Roll(base, step, new Shape(weightsOnly, [sum(weightsOnly)]));
  }

  // A roll without end: num / den, its lowest value and its step.
  const open = (base, step, num, den) => new Roll(base, step, new Shape(num, den));

  const isNumber = (value) => value instanceof page.Fraction;

  function plus(a, b) {
    if (isNumber(a)) return isNumber(b) ? a.plus(b) : new Roll(b.base.plus(a), b.step, b.shape);
    if (isNumber(b)) return new Roll(a.base.plus(b), a.step, a.shape);
    const step = stepOf(a.step, b.step);
    const one = Number(a.step.over(step).n), other = Number(b.step.over(step).n);
    const known = one === 1 && other === 1 ? a.shape.sums.get(b.shape) : undefined;
    const made = known || joined(a.shape, one, b.shape, other);
    if (one === 1 && other === 1) a.shape.sums.set(b.shape, made);
    return new Roll(a.base.plus(b.base).minus(step.times(fraction(made.by))), step, made.shape);
  }
  function joined(a, one, b, other) {
    const both = (key) => product(spread(a[key], one), spread(b[key], other));
    return folded(both("num"), both("den"), both("dnum"), both("dden"));
  }

  function negative(a) {
    if (isNumber(a)) return a.negative();
    if (a.finite) {
      return new Roll(a.value(a.shape.num.length - 1).negative(), a.step, a.shape.mirrored());
    }
    // A finite part that was added to the upward one moves along.
    const by = a.shape.upward || a.shape.den.length > 1 ? 0 : a.shape.num.length - 1;
    return new Roll(a.base.negative().minus(a.step.times(fraction(by))), a.step, a.shape.mirrored());
  }

  function scaled(a, factor) {
    if (isNumber(a)) return a.times(factor);
    if (!factor.n) return ZERO;
    if (factor.n < 0n) return scaled(negative(a), factor.negative());
    return new Roll(a.base.times(factor), a.step.times(factor), a.shape);
  }

  // The sum of so many independent copies.
  function copies(a, n) {
    if (!n) return ZERO;
    if (isNumber(a)) return a.times(fraction(n));
    const all = (key) => power(a.shape[key], n);
    return new Roll(a.base.times(fraction(n)), a.step, new Shape(all("num"), all("den"), all("dnum"), all("dden")));
  }

  // Two independent values, put together case by case.
  function combined(a, b, how) {
    if (isNumber(a) && isNumber(b)) return how(a, b);
    const left = isNumber(a) ? [[a, 1n]] : a.cases(), right = isNumber(b) ? [[b, 1n]] : b.cases();
    if (left.length * right.length > 250000) throw tooLarge();
    const pairs = [];
    for (const [x, w] of left) for (const [y, v] of right) pairs.push([how(x, y), w * v]);
    return finite(pairs);
  }
  const mapped = (a, how) => combined(a, ZERO, how);

  // One of several values, each with its chance.
  function mixture(cases) {
    const open = cases.filter(([, value]) => !isNumber(value) && !value.finite);
    if (!open.length) {
      const under = cases.reduce((all, [chance, value]) => {
        const here = chance.d * (isNumber(value) ? 1n : value.total);
        return (all * here) / common(all, here);
      }, 1n);
      const pairs = [];
      for (const [chance, value] of cases) {
        const total = isNumber(value) ? 1n : value.total, factor = (chance.n * under) / (chance.d * total);
        for (const [x, weight] of isNumber(value) ? [[value, 1n]] : value.cases()) pairs.push([x, weight * factor]);
      }
      return finite(pairs);
    }
    if (open.some(([, value]) => !value.shape.upward)) throw new Refusal("such a mixture of rolls without end is not reckoned here");
    const base = cases.reduce((least, [, v]) => {
      const low = isNumber(v) ? v : v.base;
      return least && least.compared(low) < 0 ? least : low;
    }, null);
    let step = ZERO;
    for (const [, v] of cases) {
      if (!isNumber(v)) step = stepOf(step, v.step);
      step = stepOf(step, (isNumber(v) ? v : v.base).minus(base));
    }
    let num = [0n], den = [1n];
    for (const [chance, v] of cases) {
      const by = isNumber(v) ? 1 : Number(v.step.over(step).n);
      const away = Number((isNumber(v) ? v : v.base).minus(base).over(step).n);
      const top = moved(isNumber(v) ? [1n] : spread(v.shape.num, by), away);
      const under = isNumber(v) ? [1n] : spread(v.shape.den, by);
      num = added(times(product(num, under), chance.d), times(product(top, den), chance.n));
      den = times(product(den, under), chance.d);
    }
    return new Roll(base, step, new Shape(num, den));
  }

  // The greater or the lesser of two independent values.
  function extreme(how, a, b) {
    const pick = how === "max" ? (x, y) => (x.compared(y) >= 0 ? x : y) : (x, y) => (x.compared(y) <= 0 ? x : y);
    if (isNumber(a)) [a, b] = [b, a];
    if (isNumber(a) || a.finite) return isNumber(b) || b.finite ? combined(a, b, pick) : extreme(how, b, a);
    const mirrored = () => negative(extreme(how === "max" ? "min" : "max", negative(a), negative(b)));
    if (!isNumber(b)) {
      if (a.shape.upward && b.shape.upward) return page.extremeOf(how, a, b);
      if (negative(a).shape.upward && negative(b).shape.upward) return mirrored();
      throw new Refusal(how + " of rolls without end on different sides is not reckoned here");
    }
    if (!a.shape.upward) return mirrored();
    const k = near(a.place(b).ceil());
    if (k <= 0) return how === "max" ? a : b;
    const low = a.shape.up().upTo(k - 1), pairs = [];
    for (let j = 0; j < k; j++) pairs.push([low.n ? a.shape.up().term(j) : ZERO, a.value(j)]);
    if (how === "min") return mixture([...pairs, [ONE.minus(low), b]].filter(([chance]) => chance.n));
    if (!low.n) return a;
    // What lies below b is taken away from the series and comes back at b.
    const { num, den } = a.shape, scale = a.shape.up().scale[k];
    const gone = pairs.map(([chance]) => (chance.n * scale) / chance.d);
    const rest = added(times(num, scale), times(product(gone, den), -1n));
    const upper = new Shape(rest, times(den, scale));
    const above = ONE.minus(low);
    const tail = new Roll(a.base, a.step, new Shape(times(upper.num, above.d), times(upper.den, above.n)));
    const first = tail.shape.num.findIndex((x) => x);
    const cut = new Roll(a.value(first), a.step, new Shape(tail.shape.num.slice(first), tail.shape.den));
    return mixture([[low, b], [above, cut]]);
  }

  // The chance that one independent value compares so with another.
  function chanceOf(sign, a, b) {
    if (isNumber(a) && isNumber(b)) {
      const apart = a.compared(b);
      const holds = { ">=": apart >= 0, ">": apart > 0, "<=": apart <= 0, "<": apart < 0, "==": !apart, "!=": !!apart };
      return holds[sign] ? ONE : ZERO;
    }
    if (isNumber(a)) return chanceOf({ ">=": "<=", ">": "<", "<=": ">=", "<": ">" }[sign] || sign, b, a);
    if (!isNumber(b)) return chanceOf(sign, plus(a, negative(b)), ZERO);
    if (sign === ">=") return a.atLeast(b);
    if (sign === ">") return a.moreThan(b);
    if (sign === "<") return ONE.minus(a.atLeast(b));
    if (sign === "<=") return ONE.minus(a.moreThan(b));
    return sign === "==" ? a.exactly(b) : ONE.minus(a.exactly(b));
  }

  page.polynomials = { product, added, times, moved, spread, sum };
  Object.assign(page, { Roll, Shape, binomials, finite, open, plus, negative, scaled, copies, combined, mapped, mixture, extreme, chanceOf, isNumber, stepOf, tooLarge });
})();
