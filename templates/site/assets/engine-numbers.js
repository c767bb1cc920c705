// Exact numbers in the page: fractions of whole numbers of any size, and the text that stands for them.
// The finder's answers must read like those of the tables, so `show` follows generator/tables/numbers.py to the letter.
(function () {
  "use strict";
  const page = (window.Dicepress = window.Dicepress || {});

  // What has no answer here, with the sentence that says why.
  class Refusal extends Error {}

  function common(a, b) {
    if (a < 0n) a = -a;
    if (b < 0n) b = -b;
    while (b) [a, b] = [b, a % b];
    return a;
  }

  // A fraction in lowest terms; the denominator is positive.
  class Fraction {
    constructor(n, d) {
      this.n = n;
      this.d = d;
    }
    plus(other) { return fraction(this.n * other.d + other.n * this.d, this.d * other.d); }
    minus(other) { return fraction(this.n * other.d - other.n * this.d, this.d * other.d); }
    times(other) { return fraction(this.n * other.n, this.d * other.d); }
    over(other) {
      if (!other.n) throw new Refusal("division by zero");
      return fraction(this.n * other.d, this.d * other.n);
    }
    negative() { return new Fraction(-this.n, this.d); }
    size() { return this.n < 0n ? this.negative() : this; }
    compared(other) {
      const apart = this.n * other.d - other.n * this.d;
      return apart > 0n ? 1 : apart < 0n ? -1 : 0;
    }
    is(other) { return this.n === other.n && this.d === other.d; }
    get whole() { return this.d === 1n; }
    floor() {
      const cut = this.n / this.d;
      return cut * this.d > this.n ? cut - 1n : cut;
    }
    ceil() { return -this.negative().floor(); }
    // The nearest whole number; halves go up.
    round() { return this.plus(HALF).floor(); }
    toString() { return this.d === 1n ? String(this.n) : this.n + "/" + this.d; }
  }

  function fraction(n, d) {
    if (d === undefined) return new Fraction(BigInt(n), 1n);
    if (d < 0n) [n, d] = [-n, -d];
    const shared = common(n, d);
    return shared === 1n ? new Fraction(n, d) : new Fraction(n / shared, d / shared);
  }

  // "2.75", "11/4", "42"
  function read(text) {
    const parts = text.split("/");
    if (parts.length === 2) return fraction(BigInt(parts[0]), BigInt(parts[1]));
    const [whole, decimals = ""] = text.split(".");
    return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  }

  const HALF = new Fraction(1n, 2n);
  const ZERO = new Fraction(0n, 1n);
  const ONE = new Fraction(1n, 1n);

  // The text of a value that was rounded to so many decimals, given as a whole number of the last one.
  function decimal(scaled, digits, trim, grouped) {
    const scale = 10n ** BigInt(digits);
    let text = String(scaled / scale);
    if (grouped) text = text.replace(/\B(?=(\d{3})+$)/g, ",");
    if (digits) {
      text += "." + String(scaled % scale).padStart(digits, "0");
      if (trim) text = text.replace(/0+$/, "").replace(/\.$/, "");
    }
    return text;
  }

  function rounded(value, digits) {
    return fraction(value.n * 10n ** BigInt(digits), value.d).round();
  }

  function percent(value, form, digits) {
    const mark = form.mark === false ? "" : "%";
    if (!value.n) return "—";
    if (value.is(ONE)) return "100" + mark;
    const whole = 100n * 10n ** BigInt(digits);
    const near = rounded(value.times(fraction(100)), digits);
    if (near === 0n) return "<" + decimal(1n, digits) + mark;
    if (near === whole) return ">" + decimal(whole - 1n, digits) + mark;
    return decimal(near, digits, form.trim) + mark;
  }

  function odds(value, form, digits) {
    if (!value.n) return "—";
    if (value.is(ONE)) return "always";
    const near = rounded(ONE.over(value), digits);
    if (near === 10n ** BigInt(digits)) return "nearly always";
    return "1 in " + decimal(near, digits, form.trim, true);
  }

  function mixed(value) {
    const whole = value.n / value.d, part = value.n % value.d;
    if (!part) return String(whole);
    return (whole ? whole + " " : "") + part + "/" + value.d;
  }

  // A value in a format {style, digits, mark, signed, trim}, as the tables print it.
  function show(value, form) {
    const digits = form.digits || 0;
    if (form.style === "percent" || form.style === "odds") {
      if (value.n < 0n || value.compared(ONE) > 0) throw new Refusal(value + " is not a chance");
      return form.style === "percent" ? percent(value, form, digits) : odds(value, form, digits);
    }
    let text;
    if (form.style === "whole") {
      if (!value.whole) throw new Refusal(value + " is not whole");
      text = String(value.size());
    } else if (form.style === "decimal") {
      const near = rounded(value, digits);
      text = decimal(near < 0n ? -near : near, digits, form.trim);
    } else {
      text = form.style === "fraction" ? String(value.size()) : mixed(value.size());
    }
    const below = value.n < 0n && /[^0.]/.test(text);
    return (below ? "\u2212" : form.signed && value.n > 0n ? "+" : "") + text;
  }

  Object.assign(page, { Refusal, Fraction, fraction, read, common, show, ZERO, ONE });
})();
