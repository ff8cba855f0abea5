/**
 * How well the body of articles is found: precision, recall and F1 of its runs of four words, averaged over pages. The pages and
 * their bodies are the parser tests of flairNLP/fundus (https://github.com/flairNLP/fundus, tests/resources/parser/test_data):
 * a page of each of its publishers, in many languages, and the body that a parser written for this publisher reads. They hold no headline,
 * captions or links to other articles.
 *
 *   node bench/body-extraction.ts <path to that folder> [--misses]
 *
 * "held out" is every second page: the rules were written looking at the misses of the others only. Pages whose body the
 * publisher hides behind a paywall or loads by script (under 30% of it is in the page) are left out and counted.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { decodePage } from '../src/features/reports/rules/pages/page-charset.ts'
import { extractPage } from '../src/features/reports/rules/pages/page-content.ts'

type Body = { summary: string[]; sections: { headline: string[]; paragraphs: string[] }[] }
type Page = { isHeldOut: boolean; file: string; html: string; url: string; body: string }

const extractors: { name: string; run: (page: Page) => string }[] = [
  { name: 'readability', run: withReadability },
  { name: 'earshot, with headline', run: ({ html, url }) => extractPage(html, url).text },
  { name: 'earshot, body', run: ({ html, url }) => extractPage(html, url).body },
]

function withReadability({ html }: Page) {
  try {
    return new Readability(parseHTML(html).document as unknown as Document).parse()?.textContent ?? ''
  } catch {
    return ''
  }
}

async function readPages(folder: string): Promise<Page[]> {
  const pages: Page[] = []
  for (const country of (await readdir(folder)).sort()) {
    const files: string[] = await readdir(join(folder, country)).catch(() => [])
    if (!files.includes('meta.info')) continue
    const meta = JSON.parse(await readFile(join(folder, country, 'meta.info'), 'utf8')) as Record<
      string,
      { url: string }
    >
    for (const file of files.filter((name) => name.endsWith('.json')).sort()) {
      const publisher = file.replace('.json', '')
      const versions = JSON.parse(await readFile(join(folder, country, file), 'utf8')) as Record<string, { body: Body }>
      // Each version of a parser has a page of its time, so both lists are in the same order.
      const saved = files
        .filter((name) => new RegExp(`^${publisher}_\\d{4}_\\d\\d_\\d\\d\\.html\\.gz$`).test(name))
        .sort()
      for (const [at, { body }] of Object.values(versions).entries()) {
        if (!saved[at] || !body) continue
        const bytes = gunzipSync(await readFile(join(folder, country, saved[at])))
        pages.push({
          isHeldOut: pages.length % 2 === 1,
          file: `${country}/${saved[at]}`,
          html: decodePage(bytes, 'text/html; charset=utf-8'),
          url: meta[saved[at]]?.url ?? 'https://example.org/',
          body: [...body.summary, ...body.sections.flatMap((s) => [...s.headline, ...s.paragraphs])].join('\n'),
        })
      }
    }
  }
  return pages
}

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+/gu

function shingles(text: string): Map<string, number> {
  const words = text.toLowerCase().match(word) ?? []
  const counts = new Map<string, number>()
  for (let at = 0; at + 4 <= Math.max(words.length, 4); at++) {
    const run = words.slice(at, at + 4).join(' ')
    if (run) counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  return counts
}

function compare(expected: string, found: string) {
  const [want, have] = [shingles(expected), shingles(found)]
  let both = 0
  for (const [run, count] of have) both += Math.min(count, want.get(run) ?? 0)
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0)
  const [wanted, had] = [sum(want), sum(have)]
  return { precision: had ? both / had : wanted ? 0 : 1, recall: wanted ? both / wanted : 1 }
}

/** All text of a page, without scripts. */
function toWholeText(html: string) {
  const { document } = parseHTML(html)
  for (const element of document.querySelectorAll('script, style, noscript, template')) element.remove()
  return document.documentElement?.textContent ?? ''
}

const mean = (values: number[]) => values.reduce((total, value) => total + value, 0) / (values.length || 1)

async function evaluate(folder: string, misses: boolean) {
  const all = await readPages(folder)
  const pages = all.filter(({ html, body }) => compare(body, toWholeText(html)).recall >= 0.3)
  console.log(`${pages.length} pages; ${all.length - pages.length} left out, whose body isn’t in the page`)
  for (const part of ['developed', 'held out', 'all'] as const) {
    const chosen = pages.filter(({ isHeldOut }) => part === 'all' || isHeldOut === (part === 'held out'))
    console.log(`\n${part}: ${chosen.length} pages`)
    console.table(
      extractors
        .filter(({ name }) => !misses || name.startsWith('earshot'))
        .map(({ name, run }) => {
          const ms: number[] = []
          const scores = chosen.map((page) => {
            const started = process.threadCpuUsage()
            const text = run(page)
            const { user, system } = process.threadCpuUsage(started)
            ms.push((user + system) / 1000)
            const score = compare(page.body, text)
            if (
              misses &&
              part === 'developed' &&
              name === 'earshot, body' &&
              Math.min(score.precision, score.recall) < 0.95
            )
              console.log(`${score.precision.toFixed(2)} ${score.recall.toFixed(2)} ${page.file}`)
            return score
          })
          const [precision, recall] = [mean(scores.map((s) => s.precision)), mean(scores.map((s) => s.recall))]
          const median = ms.sort((a, b) => a - b)[Math.floor(ms.length / 2)] ?? 0
          return {
            extractor: name,
            precision: precision.toFixed(4),
            recall: recall.toFixed(4),
            F1: ((2 * precision * recall) / (precision + recall)).toFixed(4),
            'median CPU ms': median.toFixed(1),
          }
        }),
    )
  }
}

const folder = process.argv[2]
if (!folder) {
  console.error('Usage: node bench/body-extraction.ts <path to fundus’ tests/resources/parser/test_data> [--misses]')
  process.exit(1)
}
await evaluate(folder, process.argv.includes('--misses'))
