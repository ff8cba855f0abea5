import { formatDay } from '#ui/format/format.ts'
import { plainColor } from '#ui/theme/color-space.ts'
import { sourceLabel } from '../../keyword-labels.ts'

/** A picture of the wheel as a file anyone can open: its styles written out, its fonts inside, its colours in sRGB. */
const styled = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-anchor',
  'text-decoration-line',
] as const
const margin = 24
/** Room for the line that says where the picture is from. */
const creditHeight = 18

type FontFace = { family: string; css: string }

/** The @font-face rules of the page that hold letters of `text`, with their files inlined as data. */
async function fontFaces(text: string, families: string[]): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule)
    } catch {
      return []
    }
  })
  const points = new Set([...text].map((letter) => letter.codePointAt(0) ?? 0))
  const faces = await Promise.all(
    rules.map(async (rule): Promise<FontFace | null> => {
      const family = rule.style.getPropertyValue('font-family').replaceAll(/["']/g, '')
      if (!families.some((name) => name.includes(family)) || rule.style.getPropertyValue('font-style') === 'italic')
        return null
      if (!coversAny(rule.style.getPropertyValue('unicode-range'), points)) return null
      const url = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src'))?.[1]
      if (!url) return null
      const data = await dataUrl(new URL(url, rule.parentStyleSheet?.href ?? location.href).href)
      const weight = rule.style.getPropertyValue('font-weight')
      return {
        family,
        css: `@font-face{font-family:"${family}";font-weight:${weight};src:url(${data}) format("woff2")}`,
      }
    }),
  )
  return faces.map((face) => face?.css ?? '').join('')
}

/** "U+0000-00FF, U+131" against code points; no range covers everything. */
export function coversAny(range: string, points: ReadonlySet<number>) {
  if (!range) return true
  const spans = range.split(',').map((part) => {
    const [from = '', to] = part.trim().replace(/^U\+/i, '').split('-')
    const low = Number.parseInt(from.replaceAll('?', '0'), 16)
    return [low, to ? Number.parseInt(to, 16) : Number.parseInt(from.replaceAll('?', 'F'), 16)] as const
  })
  return [...points].some((point) => spans.some(([low, high]) => point >= low && point <= high))
}

async function dataUrl(url: string) {
  const blob = await (await fetch(url)).blob()
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error(`Could not read ${url}`))
    reader.readAsDataURL(blob)
  })
}

function inlineStyles(from: Element, to: Element) {
  const computed = getComputedStyle(from)
  for (const name of styled) {
    const value = computed.getPropertyValue(name)
    if (value) to.setAttribute(name === 'text-decoration-line' ? 'text-decoration' : name, plainColor(value))
  }
  for (const name of ['class', 'style', 'tabindex', 'role', 'data-key', 'aria-selected', 'aria-level', 'aria-hidden'])
    to.removeAttribute(name)
  for (const [at, child] of [...from.children].entries()) {
    const copy = to.children[at]
    if (copy) inlineStyles(child, copy)
  }
}

/** A standalone SVG: paper behind it, a margin around it. */
export async function wheelSvg(svg: SVGSVGElement, credit: string) {
  const copy = svg.cloneNode(true) as SVGSVGElement
  inlineStyles(svg, copy)
  const { x, y, width, height } = svg.viewBox.baseVal
  const [w, h] = [width + 2 * margin, height + 2 * margin + creditHeight]
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('viewBox', `${x - margin} ${y - margin} ${w} ${h}`)
  copy.setAttribute('width', String(w))
  copy.setAttribute('height', String(h))
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  for (const [name, value] of Object.entries({ x: x - margin, y: y - margin, width: w, height: h }))
    paper.setAttribute(name, String(value))
  paper.setAttribute('fill', plainColor(getComputedStyle(document.documentElement).backgroundColor))
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = await fontFaces(`${svg.textContent ?? ''}${credit}`, ['Inter Variable', 'Newsreader Variable'])
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'text')
  const { color, fontFamily } = getComputedStyle(svg)
  for (const [name, value] of Object.entries({
    x: x + width / 2,
    y: y + height + margin + creditHeight / 2,
    'text-anchor': 'middle',
    'font-family': fontFamily,
    'font-size': 10,
    fill: plainColor(color),
    'fill-opacity': 0.7,
  }))
    line.setAttribute(name, String(value))
  line.textContent = credit
  copy.append(line)
  copy.prepend(style, paper)
  return { text: new XMLSerializer().serializeToString(copy), width: w, height: h }
}

/** The same as a PNG, `scale` px for each px on screen. */
export async function wheelPng(svg: SVGSVGElement, credit: string, scale = 3): Promise<Blob> {
  const { text, width, height } = await wheelSvg(svg, credit)
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas returned no image.'))), 'image/png'),
  )
}

/** "cold brew coffee · Google, Bing · November 24, 2026 · Earshot" */
export const getWheelCredit = (query: string, sources: Iterable<string>, at: string | null | undefined) =>
  [query, [...new Set(sources)].map(sourceLabel).join(', '), at && formatDay(at), 'Earshot'].filter(Boolean).join(' · ')

/** Makes the file and hands it to the browser's downloads. */
export async function saveWheel(svg: SVGSVGElement, kind: 'svg' | 'png', name: string, credit: string) {
  const blob =
    kind === 'png'
      ? await wheelPng(svg, credit)
      : new Blob([(await wheelSvg(svg, credit)).text], { type: 'image/svg+xml' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${name.replaceAll(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'questions'}.${kind}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
