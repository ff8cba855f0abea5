/** Distribution functions that the intervals and tests need. */

/** Standard normal, by Abramowitz and Stegun 7.1.26 refined: W. J. Cody’s rational approximation of erfc to 1.2e-7. */
export function normalCdf(x: number): number {
  const z = Math.abs(x) / Math.SQRT2
  const t = 1 / (1 + 0.5 * z)
  const poly = [-1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587]
  const sum = [...poly, -0.82215223, 0.17087277].reduceRight((total, c) => total * t + c, 0)
  const erfc = t * Math.exp(-z * z + sum)
  return x > 0 ? 1 - erfc / 2 : erfc / 2
}

/** Inverse of a growing function of one number between two bounds, by bisection. */
export function invert(f: (x: number) => number, y: number, low: number, high: number): number {
  let [a, b] = [low, high]
  for (let step = 0; step < 80; step++) {
    const middle = (a + b) / 2
    if (f(middle) < y) a = middle
    else b = middle
  }
  return (a + b) / 2
}

/** ln Γ, by Lanczos’ approximation (g = 7, n = 9). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const c = [
    0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406,
    12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
  ]
  const t = x + 6.5
  const sum = c.slice(1).reduce((total, value, at) => total + value / (x + at), c[0]!)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}

/** Student’s t with `df` degrees of freedom, by the continued fraction of the incomplete beta function (Numerical Recipes 6.4). */
export function studentCdf(t: number, df: number): number {
  const tail = incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2
  return t > 0 ? 1 - tail : tail
}

/** The t that leaves `tail` above it. */
export const studentQuantile = (tail: number, df: number) => invert((t) => studentCdf(t, df), 1 - tail, -1000, 1000)

function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b
}

function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  const avoidZero = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / avoidZero(1 - ((a + b) * x) / (a + 1))
  let h = d
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / avoidZero(1 + even * d)
    c = avoidZero(1 + even / c)
    h *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / avoidZero(1 + odd * d)
    c = avoidZero(1 + odd / c)
    h *= d * c
    if (Math.abs(d * c - 1) < 1e-12) break
  }
  return h
}
