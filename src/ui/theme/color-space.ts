/** Color arithmetic: sRGB hex, OKLCH (Björn Ottosson's matrices) and WCAG contrast. Lightness and chroma are 0..1, hue in degrees. */
export type Oklch = { l: number; c: number; h: number }

type Rgb = [red: number, green: number, blue: number]

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const fromLinear = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

function channels(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255].map((v) => v / 255) as Rgb
}

function linearFromOklch({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const inGamut = (rgb: Rgb) => rgb.every((v) => v > -0.0005 && v < 1.0005)

/** "#rrggbb" → OKLCH. */
export function oklchFromHex(hex: string): Oklch {
  const [r, g, b] = channels(hex).map(toLinear) as Rgb
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(a, bb), h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360 }
}

/** OKLCH → "#rrggbb". Chroma shrinks until the color exists in sRGB; lightness and hue stay. */
export function hexFromOklch(color: Oklch) {
  let { c } = color
  while (c > 0 && !inGamut(linearFromOklch({ ...color, c }))) c = Math.max(0, c - 0.004)
  const rgb = linearFromOklch({ ...color, c }).map((v) => Math.round(fromLinear(Math.min(1, Math.max(0, v))) * 255))
  return `#${rgb.map((v) => v.toString(16).padStart(2, '0')).join('')}`
}

function luminance(hex: string) {
  const [r, g, b] = channels(hex).map(toLinear) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2 contrast ratio of two "#rrggbb" colors, 1..21. */
export function contrast(a: string, b: string) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** A computed CSS color ("oklch(…)", "rgb(…)", "#…") as hex, for files other programs open; else unchanged. */
export function plainColor(css: string) {
  const oklch = /^oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+([\d.]+)/.exec(css)
  if (!oklch) return css
  const [, l, percent, c, h] = oklch
  return hexFromOklch({ l: Number(l) / (percent ? 100 : 1), c: Number(c), h: Number(h) })
}
