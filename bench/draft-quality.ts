/**
 * How good the built-in writer's drafts are, by answer keys that a person wrote from the pages (draft-quality/*.json).
 * A key lists headings as people type them, with a pattern that the answer has to match, or null where no page answers.
 *
 *   node bench/draft-quality.ts            one row per key, and the sum
 *   node bench/draft-quality.ts misses     also the headings that were answered wrongly or not at all
 *   node bench/draft-quality.ts draft rain-barrels      prints one draft
 *   node bench/draft-quality.ts save before.json        also saves the figures
 *   node bench/draft-quality.ts since before.json       prints “before → now” in each cell
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtinWrite } from '../src/features/ai-content/rules/builtin-writer/builtin-writer.ts'
import {
  getOpening,
  type SourcePage,
  type WritingContext,
} from '../src/features/ai-content/rules/generation/generation-context.ts'
import { planWriting } from '../src/features/ai-content/rules/generation/plan-generation.ts'
import { bareContext } from '../src/features/ai-content/rules/generation/sample-context.test-rows.ts'
import { countWords, plainText } from '../src/features/ai-content/rules/markdown-text.ts'
import { findClaims } from '../src/features/ai-content/rules/scoring/claims.ts'
import { getReadability } from '../src/features/ai-content/rules/scoring/readability.ts'
import { splitSentences } from '../src/features/ai-content/rules/scoring/text-sentences.ts'
import { extractPage } from '../src/features/reports/rules/pages/page-content.ts'
import { pageHtml, type SampleBlock } from '../src/providers/search-data/sample/topic.ts'
import { getSampleTopics } from '../src/providers/search-data/sample.ts'
import { printTable } from './print-table.ts'

type Key = {
  topic: string
  list?: string
  /** A file of pages, for topics that the sample data doesn't have. */
  pages?: string
  headings: { heading: string; answer: string | null }[]
}

const folder = process.env.ANSWER_KEYS ?? path.join(import.meta.dirname, 'draft-quality')
/** Words in a row that count as copied. */
const copiedWords = 8

function getPages({ topic, pages }: Key): SourcePage[] {
  const sample = pages ? readPages(pages) : getSampleTopics().find(({ name }) => name === topic)!.pages
  return sample.map((page, at) => {
    const { text, headings } = extractPage(pageHtml(page), page.url)
    return { n: at + 1, url: page.url, title: page.title, headings, content: text }
  })
}

/** Reads pages that begin with `=== URL | title`. */
function readPages(file: string) {
  const parts = readFileSync(path.join(folder, file), 'utf8').split(/^=== /m).slice(1)
  return parts.map((part) => {
    const [head, ...rest] = part.split('\n')
    const [url, title] = head!.split(' | ')
    const chunks = rest
      .join('\n')
      .trim()
      .split(/\n\s*\n/)
    return { url: url!, site: new URL(url!).hostname, title: title!, description: title!, body: chunks.map(toBlock) }
  })
}

function toBlock(chunk: string): SampleBlock {
  const rows = chunk.split('\n')
  const heading = /^(#{1,3}) (.+)$/.exec(chunk)
  if (heading) return { kind: `h${heading[1]!.length}` as 'h1', text: heading[2]! }
  const item = /^(-|\d+\.) /
  if (rows.every((row) => item.test(row)))
    return { kind: chunk.startsWith('-') ? 'ul' : 'ol', items: rows.map((row) => row.replace(item, '')) }
  return { kind: 'p', text: rows.join(' ') }
}

function draft(key: Key) {
  const context: WritingContext = bareContext(
    'blog_post',
    key.topic,
    { keywords: [key.topic], words: key.headings.length * 120 },
    {
      pages: getPages(key),
      questions: key.headings.map(({ heading }) => heading),
      outline: key.headings.map(({ heading }) => ({ type: 'h2', text: heading })),
    },
  )
  const sections = planWriting(context).map((step) => ({
    at: step.outlineIndex,
    body: [...builtinWrite(context, step)].join(''),
    opening: getOpening(step),
  }))
  return { context, sections, text: sections.map(({ opening, body }) => opening + body).join('\n\n') }
}

/** Statements of a section, in order, without notes. */
const getStatements = (body: string) =>
  body
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('> '))
    .flatMap((line) => splitSentences(line.replace(/^(?:[-*]|\d+\.)\s+/, '')))

const getWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const withoutQuotes = (text: string) => text.replace(/“[^”]*”/g, ' ❘ ')

/** Share of the text's words in runs copied from one page, outside quotation marks. The largest of all pages. */
function getVerbatimShare(text: string, pages: SourcePage[]): number {
  const total = getWords(plainText(text)).length
  const parts = withoutQuotes(plainText(text)).split('❘').map(getWords)
  const run = (words: string[], at: number) => words.slice(at, at + copiedWords).join(' ')
  const shares = pages.map(({ content }) => {
    const source = getWords(content)
    const runs = new Set(source.slice(0, 1 - copiedWords).map((_word, at) => run(source, at)))
    let copied = 0
    for (const own of parts) {
      const marked = new Array<boolean>(own.length).fill(false)
      own.forEach((_word, at) => {
        if (runs.has(run(own, at))) marked.fill(true, at, at + copiedWords)
      })
      copied += marked.filter(Boolean).length
    }
    return total === 0 ? 0 : copied / total
  })
  return Math.max(0, ...shares)
}

function measure(name: string, key: Key) {
  const { context, sections, text } = draft(key)
  const misses: string[] = []
  let [answered, direct, wrong, silent] = [0, 0, 0, 0]
  key.headings.forEach(({ heading, answer }, at) => {
    const body = sections.flatMap((section) => (section.at === at ? [section.body] : [])).join('\n\n')
    const first = getStatements(body).find((statement) => /\[\^\d+\]/.test(statement))
    if (answer === null) {
      if (first === undefined) silent++
      else wrong++
      if (first !== undefined) misses.push(`${name}: “${heading}” has no answer, the draft says: ${first}`)
      return
    }
    const pattern = new RegExp(answer)
    if (pattern.test(body)) answered++
    if (first === undefined) misses.push(`${name}: “${heading}” isn't answered`)
    else if (pattern.test(first)) direct++
    else {
      wrong++
      misses.push(`${name}: “${heading}” begins with: ${first}`)
    }
  })
  const statements = getStatements(text.replace(/^#.*$/gm, '')).map((statement) => plainText(statement).trim())
  const pages = context.pages.map(({ n, content }) => ({ n, content }))
  const answerable = key.headings.filter(({ answer }) => answer !== null).length
  const row = {
    ...{ answerable, answered, direct, wrong, silent },
    unanswerable: key.headings.length - answerable,
    verbatim: getVerbatimShare(text, context.pages),
    duplicates: statements.length - new Set(statements).size,
    grade: getReadability(text, 'en').grade ?? 0,
    unsupported: findClaims(text, pages, 'en').filter(({ state }) => state !== 'sourced').length,
    words: countWords(text),
  }
  return { name, misses, text, row }
}

const [what, chosen] = process.argv.slice(2)
const figures = what === 'save' || what === 'since' ? chosen : undefined
if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`)
if ((what === 'save' || what === 'since') && !figures) throw new Error('Name the file of the figures.')
const measured = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && (figures || !chosen || file.includes(chosen)))
  .map((file) => measure(file.replace('.json', ''), JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Key))
if (what === 'draft') for (const { text } of measured) console.log(text)
const share = (value: number) => `${Math.round(value * 100)} %`
type Row = (typeof measured)[number]['row']
type Measured = { name: string; row: Row }

function toCells(all: Measured[]): string[][] {
  const sum = (read: (row: Row) => number) => all.reduce((total, { row }) => total + read(row), 0)
  const answerable = sum((row) => row.answerable)
  return [
    ...all.map(({ name, row }) => [
      name,
      `${row.answered} of ${row.answerable}`,
      `${row.direct} of ${row.answerable}`,
      `${row.wrong}`,
      `${row.silent} of ${row.unanswerable}`,
      share(row.verbatim),
      `${row.duplicates}`,
      row.grade.toFixed(1),
      `${row.unsupported}`,
      `${row.words}`,
    ]),
    [
      'all',
      share(sum((row) => row.answered) / answerable),
      share(sum((row) => row.direct) / answerable),
      `${sum((row) => row.wrong)}`,
      `${sum((row) => row.silent)} of ${sum((row) => row.unanswerable)}`,
      share(Math.max(...all.map(({ row }) => row.verbatim))),
      `${sum((row) => row.duplicates)}`,
      (sum((row) => row.grade) / all.length).toFixed(1),
      `${sum((row) => row.unsupported)}`,
      `${sum((row) => row.words)}`,
    ],
  ]
}

const now: Measured[] = measured.map(({ name, row }) => ({ name, row }))
const before =
  what === 'since'
    ? new Map(toCells(JSON.parse(readFileSync(figures!, 'utf8')) as Measured[]).map((cells) => [cells[0], cells]))
    : null
printTable(
  ['key', 'answered', 'at once', 'wrong', 'says no answer', 'verbatim', 'duplicates', 'grade', 'unsupported', 'words'],
  toCells(now).map((cells) =>
    cells.map((cell, at) => {
      const old = before?.get(cells[0])?.[at]
      return old === undefined || old === cell ? cell : `${old} → ${cell}`
    }),
  ),
)
if (what === 'save') writeFileSync(figures!, JSON.stringify(now))
if (what === 'misses') console.log(measured.flatMap(({ misses }) => misses).join('\n'))
