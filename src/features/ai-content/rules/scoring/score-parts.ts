/** The parts of a content score. Only sentences that count (see counted-text.ts) raise a part. */
import type { ScorePart } from '../../contract.ts'
import { countPlainWords } from '../markdown-text.ts'
import type { CompiledTarget } from './compile-target.ts'
import {
  type CountedText,
  getSentences,
  hasFact,
  maxOverlap,
  type ReadSection,
  type UncountedReason,
} from './counted-text.ts'
import type { measure } from './readability.ts'

/** A heading answers a question if it has at least this share of the question's words. */
const minHeadingOverlap = 0.6
/** Words below a heading from which it counts. */
export const minHeadingWords = 20
/** Words below a question's heading from which it can be an answer. */
const minAnswerWords = 25
const minAnsweringParagraph = 12
/** A sentence adds information if no passage of the pages has more than this share of its words. */
const minKnownOverlap = 0.6
/** Share of new information above which the score doesn't rise. */
const enoughNew = 0.25
const minJudgedLength = 6
const linksPerThousandWords = 4
const pointsPerGrade = 12
const maxMissing = 8
const maxListed = 20
const maxExcerpt = 90

const round = Math.round
const number = (value: number) => value.toLocaleString('en')
const excerpt = (text: string) => (text.length <= maxExcerpt ? text : `${text.slice(0, maxExcerpt - 1).trimEnd()}…`)

const reasonTexts: Record<UncountedReason, string> = {
  repeated: 'repeated',
  terms: 'a list of terms',
  order: 'the words aren’t in order',
  off_topic: 'off topic',
  filler: 'no term, figure or name',
  question: 'a question without an answer',
  link: 'only a link',
}

/** How much of the text counts. The total is multiplied by it. */
export function relevancePart({ sentences, emptyHeadings, substance, words, isCrowded }: CountedText): ScorePart {
  const uncounted = sentences.filter(({ reason }) => reason !== null && reason !== 'filler')
  const filler = sentences.filter(({ reason }) => reason === 'filler')
  return {
    id: 'relevance',
    label: 'Relevant text',
    value: words === 0 ? null : round(100 * substance),
    weight: 0,
    figure: words === 0 ? '–' : `${round(100 * substance)}%`,
    missing: [],
    found: [
      ...emptyHeadings.map((text) => `${excerpt(text)} (little on the topic below the heading)`),
      ...[...uncounted, ...filler].map(({ text, reason }) => `${excerpt(text)} (${reasonTexts[reason!]})`),
    ].slice(0, maxListed),
    note:
      words === 0
        ? 'No text yet.'
        : `How much of the text counts: what’s on topic and not repeated. The score is multiplied by it.${isCrowded ? ' Nearly every sentence has a term, which lowers the score: ranking pages have sentences without one.' : ''}`,
  }
}

export function termsPart(compiled: CompiledTarget, { sections }: CountedText): ScorePart & { id: 'terms' } {
  const { terms, target, findTerms } = compiled
  const found = new Set<number>()
  for (const section of sections) {
    const { heading, counted } = section
    if (heading && counted >= minHeadingWords) for (const index of findTerms([...heading.stems])) found.add(index)
    for (const sentence of getSentences(section)) {
      if (sentence.reason !== null && sentence.reason !== 'filler') continue
      for (const index of findTerms(sentence.stems)) found.add(index)
    }
  }
  const all = terms.reduce((sum, { weight }) => sum + weight, 0)
  const covered = terms.reduce((sum, { weight }, at) => sum + (found.has(at) ? weight : 0), 0)
  const missing = terms.filter((_, at) => !found.has(at)).sort((a, b) => b.weight - a.weight)
  const fromPages = target.terms.length > 0
  return {
    id: 'terms',
    label: fromPages ? 'Terms covered' : 'Keywords used',
    value: terms.length === 0 ? null : round((100 * covered) / all),
    weight: 0,
    figure: terms.length === 0 ? '–' : `${found.size} of ${terms.length}`,
    missing: missing.slice(0, maxMissing).map(({ term }) => term),
    note:
      terms.length === 0
        ? 'No terms. They come from keywords and from a report’s ranking pages.'
        : fromPages
          ? 'Terms that ranking pages share, in sentences about the topic. Stronger terms count more.'
          : 'Keywords from the brief, in sentences.',
  }
}

export function questionsPart(compiled: CompiledTarget, text: CountedText): ScorePart & { id: 'questions' } {
  const { questions } = compiled
  const open = questions.filter((question) => !isAnswered(question, text.sections, compiled))
  return {
    id: 'questions',
    label: 'Questions answered',
    value: questions.length === 0 ? null : round((100 * (questions.length - open.length)) / questions.length),
    weight: 0,
    figure: questions.length === 0 ? '–' : `${questions.length - open.length} of ${questions.length}`,
    missing: open.slice(0, maxMissing).map(({ text }) => text),
    note:
      questions.length === 0
        ? 'No questions. They come from a report about the topic.'
        : 'A question counts as answered if a heading asks it and at least 25 words below answer it, or if one paragraph has all its words.',
  }
}

const getShare = (set: ReadonlySet<string>, stems: string[]) =>
  stems.length === 0 ? 0 : stems.filter((stem) => set.has(stem)).length / stems.length

function isAnswered(
  { stems, own }: CompiledTarget['questions'][number],
  sections: ReadSection[],
  { topic }: CompiledTarget,
): boolean {
  if (stems.length === 0) return true
  const sought = own.length > 0 ? own : stems
  const answered = sections.some(({ heading }, at) => {
    if (!heading || getShare(heading.stems, sought) < minHeadingOverlap || getShare(heading.stems, stems) < 0.5)
      return false
    const body = getBody(sections, at)
    if (body.reduce((sum, { counted }) => sum + counted, 0) < minAnswerWords) return false
    return countedBlocks(body).some((block) => sought.some((stem) => block.stems.has(stem)))
  })
  if (answered) return true
  const blocks = countedBlocks(own.length === 0 ? sections.slice(0, 2) : sections)
  return blocks.some(
    ({ stems: block, words }) =>
      words >= minAnsweringParagraph &&
      getShare(block, sought) === 1 &&
      (own.length === 0 || topic.size === 0 || sections.length > 0),
  )
}

/** The section at `at` with the sections of smaller headings below it. */
function getBody(sections: ReadSection[], at: number): ReadSection[] {
  const level = sections[at]!.heading!.type
  const end = sections.findIndex(({ heading }, next) => next > at && heading !== null && heading.type <= level)
  return sections.slice(at, end < 0 ? undefined : end)
}

/** The paragraphs and lists with what counts in them. */
function countedBlocks(sections: ReadSection[]) {
  return sections.flatMap(({ blocks }) =>
    blocks.flatMap(({ sentences }) => {
      const open = sentences.filter(({ reason }) => reason === null)
      if (open.length === 0) return []
      return [
        {
          stems: new Set(open.flatMap(({ stems }) => stems)),
          words: open.reduce((sum, { words }) => sum + words, 0),
        },
      ]
    }),
  )
}

export function headingsPart(
  { headings: common, target }: CompiledTarget,
  { sections }: CountedText,
): ScorePart & { id: 'headings' } {
  const inner = sections.filter(
    ({ heading }, at) =>
      (heading?.type === 'h2' || heading?.type === 'h3') &&
      getBody(sections, at).reduce((sum, { counted }) => sum + counted, 0) >= minHeadingWords,
  )
  const counts = target.pages.map((page) => page.headings).sort((a, b) => a - b)
  const median = counts[Math.floor(counts.length / 2)] ?? 0
  const open = common.filter(
    ({ stems }) => !inner.some(({ heading }) => getShare(heading!.stems, stems) >= minHeadingOverlap),
  )
  const covered = common.length === 0 ? null : (common.length - open.length) / Math.min(common.length, 8)
  const enough = median === 0 ? null : Math.min(1, inner.length / median)
  const shares = [covered, enough].filter((share) => share !== null)
  return {
    id: 'headings',
    label: 'Headings',
    value:
      shares.length === 0
        ? null
        : round((100 * shares.reduce((sum, share) => sum + Math.min(1, share), 0)) / shares.length),
    weight: 0,
    figure: median === 0 ? `${inner.length}` : `${inner.length} (competitors: ${median})`,
    missing: open.slice(0, maxMissing).map(({ text }) => text),
    note:
      shares.length === 0
        ? 'No ranking pages to compare with.'
        : 'Headings with text below them, compared with the median of ranking pages and the topics at least two of them cover.',
  }
}

export function originalityPart(
  compiled: CompiledTarget,
  { sections }: CountedText,
): ScorePart & { id: 'originality' } {
  const { target } = compiled
  const part = { id: 'originality', label: 'Information gain', weight: 0, missing: [] as string[] } as const
  if (target.passages.length === 0)
    return { ...part, missing: [], value: null, figure: '–', note: 'No ranking pages to compare with.' }
  let all = 0
  const fresh: string[] = []
  for (const sentence of sections.flatMap(getSentences)) {
    const stems = new Set(sentence.stems)
    if (stems.size < minJudgedLength) continue
    all++
    if (sentence.reason !== null || !hasFact(sentence.text)) continue
    if (maxOverlap(stems, compiled) < minKnownOverlap) fresh.push(sentence.text)
  }
  const share = all === 0 ? 0 : fresh.length / all
  const { length } = target.pages
  const lack = length === 1 ? 'the ranking page doesn’t have' : `none of the ${length} ranking pages has`
  return {
    ...part,
    missing: [],
    value: round(100 * Math.min(1, share / enoughNew)),
    figure: `${round(100 * share)}%`,
    found: fresh
      .slice(0, maxMissing)
      .map((text) => `${excerpt(text)} (${/\p{N}/u.test(text) ? 'a figure' : 'a name'})`),
    note:
      fresh.length === 0
        ? `No sentence on the topic has a figure or name that ${lack}. Add your own data, examples or experience.`
        : `${fresh.length === 1 ? '1 sentence has a figure or name' : `${fresh.length} sentences have figures or names`} that ${lack}.`,
  }
}

export function readabilityPart(
  { target }: CompiledTarget,
  reading: ReturnType<typeof measure>,
): ScorePart & { id: 'readability' } {
  const part = { id: 'readability', label: 'Readability', weight: 0, missing: [] as string[] } as const
  const judged = reading.grade !== null
  const own = judged ? reading.grade! : reading.words_per_sentence
  const figure = reading.sentences === 0 ? '–' : judged ? `grade ${round(own)}` : `${round(own)} words per sentence`
  const theirs = target.pages
    .map((page) => (judged ? page.grade : page.words_per_sentence))
    .filter((value) => value !== null)
    .filter((value) => value > 0)
    .sort((a, b) => a - b)
  if (theirs.length === 0 || reading.sentences === 0)
    return { ...part, missing: [], value: null, figure, note: 'No ranking pages to compare with.' }
  const [low, high] = [theirs[0]!, theirs.at(-1)!]
  const off = own < low ? low - own : own > high ? own - high : 0
  const unit = judged ? 'grade' : 'words per sentence'
  const range = judged
    ? `Ranking pages: ${unit} ${round(low)} to ${round(high)}.`
    : `Ranking pages: ${round(low)} to ${round(high)} ${unit}.`
  return {
    ...part,
    missing: [],
    value: Math.max(0, round(100 - pointsPerGrade * off)),
    figure,
    note: own > high ? `${range} Shorter sentences and words would help.` : range,
  }
}

export function lengthPart(
  { words: range }: CompiledTarget,
  { counted, words, sections }: CountedText,
): ScorePart & { id: 'length' } {
  const value =
    range === null
      ? null
      : counted < range.low
        ? (100 * counted) / range.low
        : words > range.high
          ? Math.max(40, 100 - 50 * (words / range.high - 1))
          : 100
  const rest = words - counted
  const inHeadings = sections.reduce((sum, { heading }) => sum + countPlainWords(heading?.text ?? ''), 0)
  return {
    id: 'length',
    label: 'Length',
    value: value === null ? null : round(value),
    weight: 0,
    figure: `${number(words + inHeadings)} words`,
    missing: [],
    note:
      range === null
        ? 'No ranking pages to compare with.'
        : `Middle half of ranking pages: ${number(range.low)}–${number(range.high)} words.${rest >= 20 ? ` ${number(rest)} of yours don’t count: see Relevant text.` : ''}`,
  }
}

const linkPattern = /(?<!!)\[[^[\]]+\]\(https?:[^()]+(?:\([^()]*\)[^()]*)*\)|\[\^[\w-]+\](?!:)/g

export function linksPart({ sections, counted }: CountedText): ScorePart & { id: 'links' } {
  const found = new Set<string>()
  for (const { blocks } of sections)
    for (const { sentences, markdown } of blocks)
      if (sentences.some(({ reason }) => reason === null))
        for (const link of markdown.match(linkPattern) ?? []) found.add(link)
  const expected = Math.max(1, round((counted / 1000) * linksPerThousandWords))
  return {
    id: 'links',
    label: 'Sources and links',
    value: round(100 * Math.min(1, found.size / expected)),
    weight: 0,
    figure: `${found.size}`,
    missing: [],
    note:
      found.size >= expected
        ? 'Enough sources and links for this length.'
        : expected === 1
          ? 'Aim for a source or link at this length.'
          : `Aim for ${expected} different sources or links at this length.`,
  }
}
