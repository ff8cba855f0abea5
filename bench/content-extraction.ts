/**
 * How well the main content of pages is found, by the measure of adbar/trafilatura's own evaluation
 * (https://github.com/adbar/trafilatura, folder tests: evaldata.json, cache/, eval/): each page comes with pieces of text
 * that belong to its content (`with`) and pieces that do not (`without`); a piece counts as found when it occurs in
 * the extracted text, whitespace collapsed. Ours runs beside @mozilla/readability and the page's whole text.
 *
 *   node bench/content-extraction.ts <path to a trafilatura checkout's tests folder> [--misses]
 *
 * "held out" is every second page: the rules were written looking at the misses of the others only.
 *
 * Others were measured the same way once, on the 990 pages of August 2026 (F; median ms): defuddle 0.19.4 .880; 43,
 * @extractus/article-extractor 9.0.1 .845; 19, unfluff 3.2.0 .796; 24. trafilatura itself states .925 there, .920 without
 * its fallbacks.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { decodePage } from '../src/features/reports/rules/pages/page-charset.ts'
import { extractPage } from '../src/features/reports/rules/pages/page-content.ts'

type Annotation = { file: string; with: string[]; without: string[] }
type Extractor = { name: string; run: (html: string, url: string) => string | Promise<string> }

const extractors: Extractor[] = [
  { name: 'whole text', run: (html) => parseHTML(html).document.documentElement?.textContent ?? '' },
  { name: 'readability', run: withReadability },
  { name: 'earshot', run: (html, url) => extractPage(html, url).text },
]

function withReadability(html: string) {
  const { document } = parseHTML(html)
  const article = new Readability(document).parse()
  return article?.textContent ?? ''
}

/** True and false positives and negatives, as trafilatura's evaluation adds them up. */
class Tally {
  found = 0
  wrong = 0
  missed = 0
  spared = 0
  failures = 0
  readonly ms: number[] = []

  add(page: Annotation, text: string | null) {
    const normal = collapse(text ?? '')
    const has = (piece: string) => text !== null && normal.includes(collapse(piece))
    const found = page.with.filter(has).length
    const wrong = page.without.filter(has).length
    this.found += found
    this.wrong += wrong
    this.missed += page.with.length - found
    this.spared += page.without.length - wrong
  }

  row(name: string) {
    const { found, wrong, missed, spared } = this
    const times = this.ms.toSorted((a, b) => a - b)
    const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
    return {
      extractor: name,
      precision: ratio(found, found + wrong),
      recall: ratio(found, found + missed),
      accuracy: ratio(found + spared, found + spared + wrong + missed),
      F: ratio(2 * found, 2 * found + wrong + missed),
      'median ms': at(0.5).toFixed(1),
      'p95 ms': at(0.95).toFixed(1),
      'max ms': at(1).toFixed(0),
      failures: this.failures,
    }
  }
}

const collapse = (text: string) => text.replace(/\s+/g, ' ').trim()
const ratio = (part: number, whole: number) => (whole ? part / whole : 0).toFixed(4)

async function readPage(folder: string, file: string) {
  const bytes = await readFile(join(folder, 'cache', file)).catch(() => readFile(join(folder, 'eval', file)))
  return decodePage(bytes, null)
}

function logMisses(number: number, page: Annotation, text: string) {
  const normal = collapse(text)
  const missed = page.with.filter((piece) => !normal.includes(collapse(piece)))
  const wrong = page.without.filter((piece) => normal.includes(collapse(piece)))
  if (missed.length + wrong.length) console.log(JSON.stringify({ number, file: page.file, missed, wrong }))
}

async function evaluate(folder: string, { misses }: { misses: boolean }) {
  const pages = Object.entries(
    JSON.parse(await readFile(join(folder, 'evaldata.json'), 'utf8')) as Record<string, Annotation>,
  )
  const tallies = extractors.map(() => ({ developed: new Tally(), 'held out': new Tally(), all: new Tally() }))
  for (const [number, [url, page]] of pages.entries()) {
    const html = await readPage(folder, page.file)
    for (const [index, { name, run }] of extractors.entries()) {
      if (misses && name !== 'earshot') continue
      const started = performance.now()
      let text: string | null = null
      let failed = false
      try {
        text = await run(html, url)
      } catch {
        failed = true
      }
      const ms = performance.now() - started
      const halves = tallies[index]!
      for (const tally of [halves.all, number % 2 ? halves.developed : halves['held out']]) {
        tally.add(page, text)
        tally.ms.push(ms)
        if (failed) tally.failures++
      }
      // Only the half that is developed on may be looked at.
      if (misses && number % 2) logMisses(number, page, text ?? '')
    }
  }
  for (const part of ['developed', 'held out', 'all'] as const) {
    console.log(`\n${part}: ${tallies.at(-1)![part].ms.length} pages`)
    console.table(extractors.map(({ name }, index) => tallies[index]![part].row(name)))
  }
}

const folder = process.argv[2]
if (!folder) {
  console.error('Usage: node bench/content-extraction.ts <path to a trafilatura checkout’s tests folder> [--misses]')
  process.exit(1)
}
await evaluate(folder, { misses: process.argv.includes('--misses') })
