// Rolls without end that are put together term by term: the lesser and the greater of two, and some kept of several dice.
// Both stay rational. The reciprocal roots of the new denominator are products of those of the old ones; they are found
// without roots, from their power sums (Newton's identities). Terms beyond what the degrees allow prove the result right.
(function () {
  "use strict";
  const page = window.Dicepress;
  const { Refusal, Roll, Shape, fraction, common, ZERO, ONE, stepOf, tooLarge, binomials } = page;
  const { product, added, times, moved, spread, sum } = page.polynomials;

  const PROOF = 12; // terms that must come out as zero
  const LONGEST = 600; // terms of a new series
  const MOST_ROOTS = 200;
  const MOST_WORK = 3e6; // steps through dice and sums

  // The greatest n for which a polynomial is one in x to the power n.
  const strideOf = (f) => f.reduce((shared, x, k) => (x ? Number(common(BigInt(shared), BigInt(k))) : shared), 0);
  const thinned = (f, by) => (by > 1 ? f.filter((_, k) => k % by === 0) : f);

  // The sums of the first, second, … powers of the reciprocal roots of a polynomial.
  function powerSums(f, number) {
    const sums = [], lead = fraction(f[0]);
    for (let k = 1; k <= number; k++) {
      let value = fraction(k < f.length ? -BigInt(k) * f[k] : 0n);
      for (let j = 1; j < Math.min(k, f.length); j++) {
        if (f[j]) value = value.minus(sums[k - j - 1].times(fraction(f[j])));
      }
      sums.push(value.over(lead));
    }
    return sums;
  }
  // The polynomial whose reciprocal roots, as many as there are sums, have these power sums.
  function fromPowerSums(sums) {
    const row = [ONE];
    for (let k = 1; k <= sums.length; k++) {
      let value = ZERO;
      for (let j = 1; j <= k; j++) value = value.minus(sums[j - 1].times(row[k - j]));
      row.push(value.over(fraction(k)));
    }
    const under = row.reduce((all, { d }) => (all * d) / common(all, d), 1n);
    return row.map(({ n, d }) => (n * under) / d);
  }
  // The polynomial whose reciprocal roots are the products of one of each.
  function productsOfTwo(f, g) {
    const by = Number(common(BigInt(strideOf(f)), BigInt(strideOf(g)))) || 1;
    const one = thinned(f, by), other = thinned(g, by), roots = (one.length - 1) * (other.length - 1);
    if (roots > MOST_ROOTS) throw tooLarge();
    const a = powerSums(one, roots), b = powerSums(other, roots);
    return spread(fromPowerSums(a.map((x, k) => x.times(b[k]))), by);
  }
  // The polynomial whose reciprocal roots are all products of `number` of those of another.
  function productsOfSome(f, number) {
    const roots = Number(binomials(f.length - 2 + number)[f.length - 2 + number][number]);
    if (roots > MOST_ROOTS) throw tooLarge();
    const sums = powerSums(f, roots * number), combined = [];
    for (let power = 1; power <= roots; power++) {
      // The sum of all products of j numbers, from the sums of their powers.
      const products = [ONE];
      for (let j = 1; j <= number; j++) {
        let value = ZERO;
        for (let i = 1; i <= j; i++) value = value.plus(sums[power * i - 1].times(products[j - i]));
        products.push(value.over(fraction(j)));
      }
      combined.push(products[number]);
    }
    return fromPowerSums(combined);
  }

  // The numerator over `den` of a series that begins with these terms and has no more than all but PROOF of them.
  function numerator(row, den) {
    const made = product(row, den).slice(0, row.length);
    if (made.slice(-PROOF).some((x) => x)) throw new Refusal("no exact form of this was found");
    return made.slice(0, -PROOF);
  }
  // A shape without what all its numbers share.
  function shaped(num, den) {
    const shared = [...num, ...den].reduce(common);
    return new Shape(shared > 1n ? num.map((x) => x / shared) : num, shared > 1n ? den.map((x) => x / shared) : den);
  }
  const irregular = (num, den) => Math.max(0, num.length - (den.length - 1));

  // The lesser or the greater of two independent rolls that have a least value: P(min >= t) = P(A >= t) P(B >= t).
  function extremeOf(how, a, b) {
    const step = stepOf(stepOf(a.step, b.step), a.base.minus(b.base));
    const base = a.base.compared(b.base) < 0 ? a.base : b.base;
    const [one, other] = [a, b].map((roll) => {
      const by = Number(roll.step.over(step).n), away = Number(roll.base.minus(base).over(step).n);
      return new Shape(moved(spread(roll.shape.num, by), away), spread(roll.shape.den, by));
    });
    const den = productsOfTwo(one.den, other.den);
    const many = den.length + Math.max(irregular(one.num, one.den), irregular(other.num, other.den)) + PROOF;
    if (many > LONGEST) throw tooLarge();
    const tails = Array.from({ length: many }, (_, k) => one.tail(k).times(other.tail(k)));
    const unit = tails.reduce((all, { d }) => (all * d) / common(all, d), 1n);
    const top = numerator(tails.map(({ n, d }) => (n * unit) / d), den);
    // The chances are each tail less the next one.
    const low = shaped(added(product(top, [-1n, 1n]), times(den, unit)).slice(1), times(den, unit));
    if (how === "min") return new Roll(base, step, low);
    const high = greater(one, other, low), first = high.num.findIndex((x) => x);
    return new Roll(base.plus(step.times(fraction(first))), step, new Shape(high.num.slice(first), high.den));
  }
  // P(max = k) = P(A = k) + P(B = k) - P(min = k).
  function greater(one, other, low) {
    const both = product(one.den, other.den);
    const sides = added(product(one.num, other.den), product(other.num, one.den));
    return shaped(added(product(sides, low.den), times(product(low.num, both), -1n)), product(both, low.den));
  }

  // The sum of the dice from rank `first` to before `last`, the highest first, of `count` dice that each fall as `one`.
  // Every level that some dice pass is worth as much as there are kept ones among them.
  function kept(one, { count, first, last }) {
    if (!one.shape.upward) throw new Refusal("keeping from dice that explode downward is not reckoned here");
    const { num, den } = one.shape, by = strideOf(den), small = thinned(den, by), regular = irregular(num, den);
    let under = [1n], needed = PROOF;
    for (let above = 1; above <= count; above++) {
      const worth = Math.max(0, Math.min(above, last) - first);
      if (worth) {
        under = product(under, spread(productsOfSome(small, above), by * worth));
        needed += worth * (regular + 1);
      }
      if (under.length + needed > LONGEST) throw tooLarge();
    }
    needed += under.length - 1;
    if ((needed * count) ** 2 / 2 > MOST_WORK) throw tooLarge();
    const { row, unit } = chances(one.shape, needed);
    const top = numerator(sums(row, unit, needed, count, first, last), under);
    const shape = shaped(top, times(under, unit ** BigInt(count)));
    if (sum(shape.num) !== sum(shape.den)) throw new Refusal("no exact form of this kept sum was found");
    return new Roll(one.base.times(fraction(last - first)), one.step, shape);
  }
  // The first chances of a shape as whole numbers over one.
  function chances(shape, many) {
    const series = shape.up(), lead = shape.den[0];
    series.reach(many - 1);
    return { row: series.terms.slice(0, many).map((x, k) => x * lead ** BigInt(many - 1 - k)), unit: lead ** BigInt(many) };
  }
  // The weights of the kept sums below `many`, one height after the other from the top.
  function sums(row, unit, many, count, first, last) {
    const none = () => new Array(many).fill(0n), beyond = unit - sum(row);
    const choose = binomials(count);
    let states = Array.from({ length: count + 1 }, none);
    // Dice beyond every sum that matters can only be dropped ones.
    for (let n = 0; n <= first; n++) states[n][0] = choose[count][n] * beyond ** BigInt(n);
    for (let height = many - 1; height >= 0; height--) {
      if (!row[height]) continue;
      const next = states.map((one) => one.slice());
      for (let placed = 0; placed < count; placed++) {
        for (let more = 1; placed + more <= count; more++) {
          const gain = height * Math.max(0, Math.min(placed + more, last) - Math.max(placed, first));
          const ways = choose[count - placed][more] * row[height] ** BigInt(more);
          for (let total = 0; total + gain < many; total++) {
            const have = states[placed][total];
            if (have) next[placed + more][total + gain] += have * ways;
          }
        }
      }
      states = next;
    }
    return states[count];
  }

  Object.assign(page, { extremeOf, kept });
})();
