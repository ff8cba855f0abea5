/**
 * Finds factual claims in a text and checks whether the cited page supports them (`support.ts`). A page that has the same
 * sentence with another figure, or says the opposite, contradicts it.
 */
import type { Claim } from '../../contract.ts'
import { isWriterNote } from '../builtin-writer/builtin-words.ts'
import { readAmounts } from './amounts.ts'
import { getClaimWords } from './claim-words.ts'
import {
  attribution,
  causal,
  findSupport,
  getNames,
  isContrary,
  type PageSentences,
  readPage,
  type Support,
  superlative,
} from './support.ts'
import { sentenceSpans } from './text-sentences.ts'

/** The page a citation refers to: its text, or at least the quote. */
export type CitedPage = { n: number; content: string }

const marker = /\[\^(\d{1,3})\](?!:)/g
const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const dated = new RegExp(
  `\\b(?:1[5-9]|20)\\d{2}\\b|\\b(?:${month})\\.? \\d{1,2}\\b|\\b\\d{1,2} (?:${month})\\b|\\b(?:in|since|until|by|from|between|during|early|late|last|next|this) (?:${month})\\b|\\b(?:last|this|next) (?:year|month|decade|century|spring|summer|fall|autumn|winter)\\b`,
  'i',
)
const compared =
  /\b(?:more|less|fewer|faster|slower|cheaper|better|worse|higher|lower|larger|smaller|longer|shorter|stronger|weaker|twice|half|double|times (?:as|more)|\p{L}{3,}er) (?:\p{L}+ ){0,3}than\b|\btwice as\b|\bas \p{L}+ as\b/iu
const quoted = /[“"«„][^“”"«»„]{12,}[”"»“]/u
const figure =
  /\p{N}|(?<!\p{L})(?:half|twice|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand|million|billion|dozen) \p{L}/iu
const maxClaims = 200

/**
 * Returns claims in text order: sentences with a figure, date, quotation, name, attribution, comparison, superlative or
 * cause. `pages` are what `[^n]` can refer to; a marker without a page doesn't count as a source.
 * Offsets are character offsets in `markdown`.
 */
export function findClaims(markdown: string, pages: CitedPage[], language: string): Claim[] {
  const contents = new Map(pages.map((page) => [page.n, page.content]))
  const known = new Map<number, PageSentences>()
  const read = (n: number) => {
    const page = known.get(n) ?? readPage(n, contents.get(n)!, language)
    known.set(n, page)
    return page
  }
  const claims: Claim[] = []
  for (const { start, end } of proseSpans(markdown)) {
    if (claims.length >= maxClaims) break
    const raw = markdown.slice(start, end)
    const text = plainSentence(raw)
    const kind = getKind(text, language)
    if (!kind || text.endsWith('?') || isSourceLabel(text)) continue
    const cited = [...new Set([...raw.matchAll(marker)].map((match) => Number(match[1])))].filter((n) =>
      contents.has(n),
    )
    claims.push({ text, start, end, kind, ...getVerdict(text, cited.map(read), language) })
  }
  return claims
}

/** Returns the sentences of paragraphs and lists, without headings, code, footnotes and the built-in writer's notes. */
function proseSpans(markdown: string) {
  const spans: { start: number; end: number }[] = []
  let at = 0
  let fenced = false
  for (const line of markdown.split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced
    else if (
      !fenced &&
      !/^\s*(?:#{1,6}\s|\[\^[\w-]+\]:|!\[)/.test(line) &&
      !isRule(line.trim()) &&
      !isWriterNote(line)
    ) {
      const lead = /^\s*(?:>\s?)*(?:[-*+]\s+|\d{1,3}[.)]\s+)?/.exec(line)?.[0].length ?? 0
      for (const { start, end } of sentenceSpans(line.slice(lead)))
        spans.push({ start: at + lead + start, end: at + lead + end })
    }
    at += line.length + 1
  }
  return spans
}

/** What the built-in writer puts before a list of quotations: "site.example (A heading):". */
const isSourceLabel = (text: string) => /^[\w-]+(?:\.[\w-]+)+(?: \([^()]*\))?:$/u.test(text)

/** The separator between the head and the rows of a table. */
const isRule = (written: string) => /^[\s:|-]+$/.test(written) && written.includes('|')

/** A sentence without citation marks and Markdown. */
export const plainSentence = (raw: string) =>
  raw
    .replace(marker, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()

function getKind(text: string, language: string): Claim['kind'] | null {
  const words = getClaimWords(language)
  if (quoted.test(text)) return 'quote'
  if (dated.test(text)) return 'date'
  if (figure.test(text) || words.number.test(text)) return 'number'
  if (attribution.test(text) || words.attribution.test(text)) return 'attribution'
  if (compared.test(text) || words.comparison.test(text)) return 'comparison'
  if (text.search(superlative) >= 0 || words.superlative.test(text)) return 'superlative'
  if (text.search(causal) >= 0 || words.cause.test(text)) return 'cause'
  return getNames(text, language).length > 0 ? 'name' : null
}

function getVerdict(text: string, cited: PageSentences[], language: string): Pick<Claim, 'state' | 'note'> {
  if (cited.length === 0) return { state: 'unsourced', note: 'No source cited.' }
  const support = findSupport(text, cited, language)
  if (support.isSupported) return { state: 'sourced', note: `Supported by source ${support.n}.` }
  const numbers = cited.map(({ n }) => n).join(', ')
  const { reason, nearest } = support
  if (nearest && (isContrary(reason) || (reason === 'figure' && readAmounts(nearest).length > 0)))
    return { state: 'contradicted', note: `Cites source ${numbers}, which says “${shortened(nearest)}”.` }
  return { state: 'unsupported', note: `Cites source ${numbers}, which ${lacks[reason]}.` }
}

const lacks: Record<Extract<Support, { isSupported: false }>['reason'], string> = {
  quote: 'doesn’t have this quote',
  name: 'doesn’t have this name',
  figure: 'doesn’t have this figure',
  attribution: 'doesn’t name such a source',
  superlative: 'doesn’t go that far',
  cause: 'doesn’t say that one causes the other',
  negation: 'doesn’t say this',
  opposite: 'says the opposite',
  replaced: 'says this of something else',
  subject: 'doesn’t mention this',
}

const shortened = (text: string) => (text.length <= 140 ? text : `${text.slice(0, 137).trimEnd()}…`)
