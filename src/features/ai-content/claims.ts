/**
 * Finds factual claims in a text and checks whether the cited page supports them. Numbers must be on the page,
 * everything else
 * is compared by words. A page that has the same sentence with another number contradicts it.
 */
import type { Claim } from './contract.ts'
import { sentenceSpans, splitSentences } from './text-sentences.ts'
import { getTerms, overlap } from './text-terms.ts'

/** The page a citation refers to: its text, or at least the quote. */
export type CitedPage = { n: number; content: string }

const marker = /\[\^(\d{1,3})\](?!:)/g
const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const dated = new RegExp(`\\b(?:1[5-9]|20)\\d{2}\\b|\\b(?:${month})\\.? \\d{1,2}\\b|\\b\\d{1,2} (?:${month})\\b`, 'i')
const attributed =
  /\b(?:according to|(?:a|one|the|recent) (?:study|survey|report)|researchers|studies|experts?|scientists|laut|selon|según|secondo|segundo)\b/i
const compared =
  /\b(?:more|less|fewer|faster|slower|cheaper|better|worse|higher|lower|larger|smaller|longer|shorter|stronger|weaker|twice|half|double|times (?:as|more)|\p{L}{3,}er) (?:\p{L}+ ){0,3}than\b|\btwice as\b|\bas \p{L}+ as\b/iu
const greatest =
  /\b(?:the|world.s) (?:most|least|best|worst|first|only|largest|biggest|smallest|fastest|oldest|highest|lowest|cheapest|leading)\b|\b(?:always|never|every|all|none of)\b (?:\p{L}+ ){0,2}(?:is|are|was|were|has|have|will)\b/iu
const figure = /\p{N}/u
const amounts: Record<string, string> = {
  half: '1/2',
  third: '1/3',
  thirds: '1/3',
  quarter: '1/4',
  quarters: '1/4',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  hundred: '100',
  thousand: '1000',
  million: '1000000',
  billion: '1000000000',
  dozen: '12',
}
const amount = /\p{N}+(?:[.,\u00a0\u202f' ]\p{N}{3})*(?:[.,]\p{N}+)?|\p{L}+/gu

/** Two sentences are about the same if they share at least this much of the shorter one's words. */
const aboutSame = 0.5
const minSupport = 0.6
const maxClaims = 200

/**
 * Returns claims in text order. `pages` are what `[^n]` can refer to; a marker without a page doesn't count as a
 * source.
 * Offsets are character offsets in `markdown`.
 */
export function findClaims(markdown: string, pages: CitedPage[], language: string): Claim[] {
  const read = getTerms(language)
  const sources = new Map(pages.map((page) => [page.n, getSource(page, read)]))
  const claims: Claim[] = []
  for (const { start, end } of proseSpans(markdown)) {
    if (claims.length >= maxClaims) break
    const raw = markdown.slice(start, end)
    const text = plainSentence(raw)
    const kind = getKind(text)
    if (!kind || text.endsWith('?')) continue
    const cited = [...raw.matchAll(marker)].flatMap((match) => sources.get(Number(match[1])) ?? [])
    claims.push({ text, start, end, kind, ...getVerdict(text, cited, read) })
  }
  return claims
}

/** Returns the sentences of paragraphs and lists, without headings, code and footnotes. */
function proseSpans(markdown: string) {
  const spans: { start: number; end: number }[] = []
  let at = 0
  let fenced = false
  for (const line of markdown.split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced
    else if (!fenced && !/^\s*(?:#{1,6}\s|\[\^[\w-]+\]:|!\[)/.test(line) && !isRule(line.trim())) {
      const lead = /^\s*(?:>\s?)*(?:[-*+]\s+|\d{1,3}[.)]\s+)?/.exec(line)?.[0].length ?? 0
      for (const { start, end } of sentenceSpans(line.slice(lead)))
        spans.push({ start: at + lead + start, end: at + lead + end })
    }
    at += line.length + 1
  }
  return spans
}

/** The separator between the head and the rows of a table. */
const isRule = (written: string) => /^[\s:|-]+$/.test(written) && written.includes('|')

const plainSentence = (raw: string) =>
  raw
    .replace(marker, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()

function getKind(text: string): Claim['kind'] | null {
  if (dated.test(text)) return 'date'
  if (figure.test(text)) return 'number'
  if (attributed.test(text)) return 'attribution'
  if (compared.test(text)) return 'comparison'
  return greatest.test(text) ? 'superlative' : null
}

type Source = { n: number; sentences: { text: string; terms: Set<string>; amounts: Set<string> }[] }

function getSource(page: CitedPage, read: (text: string) => string[]): Source {
  return {
    n: page.n,
    sentences: splitSentences(page.content).map((text) => ({
      text,
      terms: new Set(read(text)),
      amounts: amountsIn(text),
    })),
  }
}

/** Returns the numbers of a text in one form: "1,000", "1 000" and "thousand" are equal. */
export function amountsIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [token] of text.matchAll(amount)) {
    const known = Object.hasOwn(amounts, token.toLowerCase()) ? amounts[token.toLowerCase()] : undefined
    if (known) found.add(known)
    else if (figure.test(token)) found.add(normalAmount(token))
  }
  return found
}

function normalAmount(token: string): string {
  const joined = token.replace(/[\u00a0\u202f' ](?=\p{N}{3})/gu, '')
  // "1,000" and "1.000" are thousands; "2,5" and "2.5" are not.
  const plain = /^\p{N}{1,3}(?:[.,]\p{N}{3})+$/u.test(joined) ? joined.replace(/[.,]/g, '') : joined.replace(',', '.')
  return plain.replace(/^0+(?=\p{N})/u, '').replace(/\.0+$/, '')
}

function getVerdict(text: string, cited: Source[], read: (text: string) => string[]): Pick<Claim, 'state' | 'note'> {
  if (cited.length === 0) return { state: 'unsourced', note: 'No source cited.' }
  const terms = new Set(read(text))
  const figures = amountsIn(text)
  let nearest: { text: string; amounts: Set<string>; n: number; share: number } | null = null
  for (const { n, sentences } of cited) {
    for (const sentence of sentences) {
      const share = overlap(terms, sentence.terms) * Math.min(1, sentence.terms.size / 3)
      if (share < aboutSame) continue
      const hasFigures = [...figures].every((value) => sentence.amounts.has(value))
      if (hasFigures && (figures.size > 0 || share >= minSupport))
        return { state: 'sourced', note: `Supported by source ${n}.` }
      if (!nearest || share > nearest.share) nearest = { ...sentence, n, share }
    }
  }
  // The numbers of one sentence may be in two sentences of the page.
  const everywhere = cited.find(({ sentences }) =>
    [...figures].every((value) =>
      sentences.some((each) => each.amounts.has(value) && overlap(terms, each.terms) >= 0.25),
    ),
  )
  if (figures.size > 0 && everywhere) return { state: 'sourced', note: `Source ${everywhere.n} has these figures.` }
  if (figures.size > 0 && nearest && nearest.amounts.size > 0)
    return {
      state: 'contradicted',
      note: `Cites source ${nearest.n}, which says “${shortened(nearest.text)}”.`,
    }
  return {
    state: 'unsupported',
    note: `Cites source ${cited.map(({ n }) => n).join(', ')}, which doesn’t mention this.`,
  }
}

const shortened = (text: string) => (text.length <= 140 ? text : `${text.slice(0, 137).trimEnd()}…`)
