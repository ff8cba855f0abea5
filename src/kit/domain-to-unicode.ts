/** Punycode as people read it, by RFC 3492. `URL` only goes the other way. */

const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700

export const domainToUnicode = (host: string) =>
  host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodeLabel(label.slice(4)) ?? label) : label))
    .join('.')

/** Null when the label isn’t valid, or has a character that could be taken for another part of an address. */
function decodeLabel(input: string): string | null {
  const at = input.lastIndexOf('-')
  const output = at > 0 ? [...input.slice(0, at)].map((sign) => sign.codePointAt(0)!) : []
  let [n, i, bias] = [128, 0, 72]
  for (let index = at > 0 ? at + 1 : 0; index < input.length; ) {
    const before = i
    for (let weight = 1, k = base; ; k += base) {
      const digit = toDigit(input.charCodeAt(index++))
      if (digit >= base || i > 2 ** 31) return null
      i += digit * weight
      const t = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias
      if (digit < t) break
      weight *= base - t
    }
    const length = output.length + 1
    bias = adapt(i - before, length, before === 0)
    n += Math.floor(i / length)
    if (n > 0x10ffff) return null
    i %= length
    output.splice(i++, 0, n)
  }
  const text = String.fromCodePoint(...output)
  return /^[\p{L}\p{M}\p{N}_-]+$/u.test(text) ? text : null
}

const toDigit = (code: number) =>
  code >= 48 && code <= 57
    ? code - 22
    : code >= 97 && code <= 122
      ? code - 97
      : code >= 65 && code <= 90
        ? code - 65
        : base

function adapt(delta: number, length: number, isFirst: boolean) {
  let value = Math.floor(delta / (isFirst ? damp : 2))
  value += Math.floor(value / length)
  let k = 0
  for (; value > ((base - tMin) * tMax) / 2; k += base) value = Math.floor(value / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * value) / (value + skew))
}
