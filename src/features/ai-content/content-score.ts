/**
 * Scores how well a text covers what people search for, compared with the ranking pages. Each part says what it counted
 * and what would raise it. Pure and fast, because it runs in the browser while the user types.
 */
import type { Score, ScorePart } from './contract.ts'
import { countPlainWords, getHeadings, plainBlocks } from './markdown-text.ts'
import { measure } from './readability.ts'
import { type ScoreTarget, type TargetPage, wordNumber } from './score-target.ts'
import { splitSentences } from './text-sentences.ts'
import { getTerms } from './text-terms.ts'

const weights = {
  terms: 0.34,
  questions: 0.2,
  headings: 0.14,
  originality: 0.12,
  readability: 0.08,
  length: 0.07,
  links: 0.05,
} satisfies Record<ScorePart['id'], number>

/** A heading answers a question if it has at least this share of the question's words. */
const minHeadingOverlap = 0.6
/** A sentence adds information if no passage of the pages has more than this share of its words. */
const minKnownOverlap = 0.6
/** Share of new information above which the score doesn't rise. */
const enoughNew = 0.25
const minJudgedLength = 6
const linksPerThousandWords = 4
const pointsPerGrade = 12
const maxMissing = 8

type StemRun = { text: string; stems: string[] }

export type CompiledTarget = {
  target: ScoreTarget
  read(text: string): string[]
  terms: { term: string; weight: number; stems: string[] }[]
  termsByFirst: Map<string, number[]>
  questions: (StemRun & { own: string[] })[]
  headings: StemRun[]
  /** Word number → indexes of the passages that have it. */
  passagesByWord: Map<number, number[]>
  words: { low: number; median: number; high: number } | null
}

/** Precomputes a target once, so that scoring each text is fast. */
export function compileTarget(target: ScoreTarget): CompiledTarget {
  const read = getTerms(target.language)
  const topic = new Set(target.keywords.slice(0, 1).flatMap(read))
  const known = target.terms.length > 0 ? target.terms : target.keywords.map((term) => ({ term, weight: 1, pages: 0 }))
  const terms = known
    .map(({ term, weight }) => ({ term, weight, stems: read(term) }))
    .filter(({ stems }) => stems.length > 0)
  const termsByFirst = new Map<string, number[]>()
  terms.forEach(({ stems }, at) => {
    termsByFirst.set(stems[0]!, [...(termsByFirst.get(stems[0]!) ?? []), at])
  })
  const passagesByWord = new Map<number, number[]>()
  target.passages.forEach((words, at) => {
    for (const word of words) {
      const passageIndexes = passagesByWord.get(word)
      if (passageIndexes) passageIndexes.push(at)
      else passagesByWord.set(word, [at])
    }
  })
  return {
    target,
    read,
    terms,
    termsByFirst,
    questions: target.questions.map((text) => {
      const stems = [...new Set(read(text))]
      return { text, stems, own: stems.filter((stem) => !topic.has(stem)) }
    }),
    headings: target.headings.map((text) => ({ text, stems: [...new Set(read(text))] })),
    passagesByWord,
    words: wordRange(target.pages),
  }
}

function wordRange(pages: TargetPage[]) {
  const words = pages.map((page) => page.words).filter((count) => count >= 100)
  if (words.length === 0) return null
  words.sort((a, b) => a - b)
  const at = (share: number) => words[Math.round((words.length - 1) * share)]!
  return { low: at(0.25), median: at(0.5), high: at(0.75) }
}

/** Scores a Markdown text. Empty texts score 0. */
export function scoreText(markdown: string, compiled: CompiledTarget): Score {
  const { target, read } = compiled
  const blocks = plainBlocks(markdown)
  const stems = blocks.map(read)
  const reading = measure(blocks, target.language)
  const headings = getHeadings(markdown).map(({ type, text }) => ({ type, text, stems: new Set(read(text)) }))
  const words = countPlainWords(blocks.join('\n'))
  const parts = [
    termsPart(compiled, stems),
    questionsPart(compiled, stems, headings),
    headingsPart(compiled, headings),
    originalityPart(compiled, blocks),
    readabilityPart(compiled, reading),
    lengthPart(compiled, words),
    linksPart(markdown, words),
  ]
  const totalWeight = parts.reduce((sum, part) => sum + (part.value === null ? 0 : weights[part.id]), 0)
  for (const part of parts) part.weight = part.value === null ? 0 : round2(weights[part.id] / totalWeight)
  const total = parts.reduce((sum, part) => sum + (part.value ?? 0) * (part.value === null ? 0 : weights[part.id]), 0)
  return { total: words === 0 ? 0 : Math.round(total / totalWeight), parts }
}

function termsPart({ terms, termsByFirst, target }: CompiledTarget, blocks: string[][]): ScorePart {
  const found = new Set<number>()
  for (const stems of blocks) {
    for (let at = 0; at < stems.length; at++) {
      for (const index of termsByFirst.get(stems[at]!) ?? []) {
        if (!found.has(index) && terms[index]!.stems.every((stem, i) => stems[at + i] === stem)) found.add(index)
      }
    }
  }
  const all = terms.reduce((sum, { weight }) => sum + weight, 0)
  const covered = terms.reduce((sum, { weight }, at) => sum + (found.has(at) ? weight : 0), 0)
  const missing = terms.filter((_, at) => !found.has(at)).sort((a, b) => b.weight - a.weight)
  const fromPages = target.terms.length > 0
  return {
    id: 'terms',
    label: fromPages ? 'Terms covered' : 'Keywords used',
    value: terms.length === 0 ? null : Math.round((100 * covered) / all),
    weight: 0,
    figure: terms.length === 0 ? '–' : `${found.size} of ${terms.length}`,
    missing: missing.slice(0, maxMissing).map(({ term }) => term),
    note:
      terms.length === 0
        ? 'Add keywords or attach a report to get terms.'
        : fromPages
          ? 'Terms that ranking pages share. Stronger terms count more.'
          : 'Keywords from the brief.',
  }
}

type OwnHeading = { type: string; text: string; stems: Set<string> }

function questionsPart({ questions }: CompiledTarget, blocks: string[][], headings: OwnHeading[]): ScorePart {
  const sets = blocks.map((stems) => new Set(stems))
  const open = questions.filter((question) => !isAnswered(question, sets, headings))
  return {
    id: 'questions',
    label: 'Questions answered',
    value: questions.length === 0 ? null : Math.round((100 * (questions.length - open.length)) / questions.length),
    weight: 0,
    figure: questions.length === 0 ? '–' : `${questions.length - open.length} of ${questions.length}`,
    missing: open.slice(0, maxMissing).map(({ text }) => text),
    note:
      questions.length === 0
        ? 'Attach a report to get questions.'
        : 'A question counts as answered when a heading asks it or one paragraph mentions all its words.',
  }
}

function isAnswered({ stems, own }: { stems: string[]; own: string[] }, blocks: Set<string>[], headings: OwnHeading[]) {
  if (stems.length === 0) return true
  const shared = (set: Set<string>, wanted: string[]) => wanted.filter((stem) => set.has(stem)).length / wanted.length
  if (
    headings.some(
      (heading) =>
        shared(heading.stems, own.length > 0 ? own : stems) >= minHeadingOverlap && shared(heading.stems, stems) >= 0.5,
    )
  )
    return true
  // A question about the topic itself is answered if the topic's words are together near the beginning.
  if (own.length === 0) return blocks.slice(0, 6).some((block) => shared(block, stems) === 1)
  return blocks.some((block) => shared(block, own) === 1)
}

function headingsPart({ headings: common, target }: CompiledTarget, own: OwnHeading[]): ScorePart {
  const inner = own.filter(({ type }) => type === 'h2' || type === 'h3')
  const counts = target.pages.map((page) => page.headings).sort((a, b) => a - b)
  const median = counts[Math.floor(counts.length / 2)] ?? 0
  const open = common.filter(
    ({ stems }) =>
      !own.some(
        (heading) => stems.filter((stem) => heading.stems.has(stem)).length / stems.length >= minHeadingOverlap,
      ),
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
        : Math.round((100 * shares.reduce((sum, share) => sum + Math.min(1, share), 0)) / shares.length),
    weight: 0,
    figure: median === 0 ? `${inner.length}` : `${inner.length} (competitors: ${median})`,
    missing: open.slice(0, maxMissing).map(({ text }) => text),
    note:
      shares.length === 0
        ? 'No ranking pages to compare with.'
        : 'Compared with the median of ranking pages and the topics at least two of them cover.',
  }
}

function originalityPart({ read, passagesByWord, target }: CompiledTarget, blocks: string[]): ScorePart {
  const part = { id: 'originality', label: 'Information gain', weight: 0, missing: [] as string[] } as const
  if (target.passages.length === 0)
    return { ...part, missing: [], value: null, figure: '–', note: 'No ranking pages to compare with.' }
  let all = 0
  let fresh = 0
  let passages = 0
  const counts = new Uint16Array(target.passages.length)
  for (const block of blocks) {
    let added = false
    for (const sentence of splitSentences(block)) {
      const stems = [...new Set(read(sentence))]
      if (stems.length < minJudgedLength) continue
      all++
      counts.fill(0)
      let most = 0
      for (const stem of stems)
        for (const at of passagesByWord.get(wordNumber(stem)) ?? []) if (++counts[at]! > most) most = counts[at]!
      if (most / stems.length >= minKnownOverlap) continue
      fresh++
      added = true
    }
    if (added) passages++
  }
  const share = all === 0 ? 0 : fresh / all
  return {
    ...part,
    missing: [],
    value: Math.round(100 * Math.min(1, share / enoughNew)),
    figure: `${Math.round(100 * share)}%`,
    note:
      passages === 0
        ? `Everything is already covered by one of the ${target.pages.length} ranking pages. Add your own data, examples or experience.`
        : `${passages === 1 ? '1 passage isn’t' : `${passages} passages aren’t`} covered by any of the ${target.pages.length} ranking pages.`,
  }
}

function readabilityPart({ target }: CompiledTarget, reading: ReturnType<typeof measure>): ScorePart {
  const part = { id: 'readability', label: 'Readability', weight: 0, missing: [] as string[] } as const
  const judged = reading.grade !== null
  const own = judged ? reading.grade! : reading.words_per_sentence
  const figure =
    reading.sentences === 0 ? '–' : judged ? `grade ${Math.round(own)}` : `${Math.round(own)} words per sentence`
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
  return {
    ...part,
    missing: [],
    value: Math.max(0, Math.round(100 - pointsPerGrade * off)),
    figure,
    note: judged
      ? `Ranking pages: ${unit} ${Math.round(low)} to ${Math.round(high)}.`
      : `Ranking pages: ${Math.round(low)} to ${Math.round(high)} ${unit}.`,
  }
}

function lengthPart({ words: range }: CompiledTarget, words: number): ScorePart {
  const value =
    range === null
      ? null
      : words < range.low
        ? (100 * words) / range.low
        : words > range.high
          ? Math.max(40, 100 - 50 * (words / range.high - 1))
          : 100
  return {
    id: 'length',
    label: 'Length',
    value: value === null ? null : Math.round(value),
    weight: 0,
    figure: `${words.toLocaleString('en')} words`,
    missing: [],
    note:
      range === null
        ? 'No ranking pages to compare with.'
        : `Middle half of ranking pages: ${range.low.toLocaleString('en')}–${range.high.toLocaleString('en')} words.`,
  }
}

const linkPattern = /(?<!!)\[[^[\]]+\]\(https?:[^()]+(?:\([^()]*\)[^()]*)*\)|\[\^[\w-]+\](?!:)/g

function linksPart(markdown: string, words: number): ScorePart {
  const links = new Set(markdown.match(linkPattern) ?? []).size
  const wanted = Math.max(1, Math.round((words / 1000) * linksPerThousandWords))
  return {
    id: 'links',
    label: 'Sources and links',
    value: Math.round(100 * Math.min(1, links / wanted)),
    weight: 0,
    figure: `${links}`,
    missing: [],
    note:
      links >= wanted
        ? 'Enough sources and links for this length.'
        : `Aim for ${wanted} different sources or links at this length.`,
  }
}

const round2 = (value: number) => Math.round(value * 100) / 100
