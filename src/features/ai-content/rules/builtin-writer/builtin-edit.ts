/** Edits text without a model, by replacing wordy phrases and selecting sentences. Nothing new is written. */
import { baseLanguage } from '#features/reports/rules/questions/question-templates.ts'
import { AppError } from '#kit/errors.ts'
import type { EditAction } from '../../contract.ts'
import { countPlainWords, plainText } from '../markdown-text.ts'
import { splitSentences } from '../scoring/text-sentences.ts'
import { getTerms } from '../scoring/text-terms.ts'

/** Wordy phrases and their plain replacements. A capital first letter is kept. */
const wordy: Record<string, [string, string][]> = {
  en: [
    ['in order to', 'to'],
    ['so as to', 'to'],
    ['due to the fact that', 'because'],
    ['owing to the fact that', 'because'],
    ['in light of the fact that', 'because'],
    ['despite the fact that', 'although'],
    ['in spite of the fact that', 'although'],
    ['at this point in time', 'now'],
    ['at the present time', 'now'],
    ['at that point in time', 'then'],
    ['in the event that', 'if'],
    ['on the condition that', 'if'],
    ['for the purpose of', 'for'],
    ['with regard to', 'about'],
    ['with respect to', 'about'],
    ['in regard to', 'about'],
    ['in relation to', 'about'],
    ['pertaining to', 'about'],
    ['in close proximity to', 'near'],
    ['in the vicinity of', 'near'],
    ['a large number of', 'many'],
    ['a significant number of', 'many'],
    ['a majority of', 'most'],
    ['the majority of', 'most'],
    ['a small number of', 'a few'],
    ['has the ability to', 'can'],
    ['have the ability to', 'can'],
    ['is able to', 'can'],
    ['are able to', 'can'],
    ['is capable of being', 'can be'],
    ['prior to', 'before'],
    ['subsequent to', 'after'],
    ['in advance of', 'before'],
    ['until such time as', 'until'],
    ['in addition to', 'besides'],
    ['on a daily basis', 'daily'],
    ['on a weekly basis', 'weekly'],
    ['on a regular basis', 'regularly'],
    ['in the process of', ''],
    ['it is important to note that', ''],
    ['it should be noted that', ''],
    ['it is worth noting that', ''],
    ['it is worth mentioning that', ''],
    ['please note that', ''],
    ['needless to say,', ''],
    ['as a matter of fact,', ''],
    ['when it comes to', 'for'],
    ['utilize', 'use'],
    ['utilizes', 'uses'],
    ['utilized', 'used'],
    ['utilizing', 'using'],
    ['utilise', 'use'],
    ['utilising', 'using'],
    ['make a decision', 'decide'],
    ['make use of', 'use'],
    ['makes use of', 'uses'],
    ['take into consideration', 'consider'],
    ['give consideration to', 'consider'],
    ['conduct an investigation', 'investigate'],
    ['each and every', 'every'],
    ['first and foremost', 'first'],
    ['end result', 'result'],
    ['final outcome', 'outcome'],
    ['past history', 'history'],
    ['future plans', 'plans'],
    ['completely eliminate', 'eliminate'],
    ['absolutely essential', 'essential'],
    ['very unique', 'unique'],
    ['basically', ''],
    ['essentially', ''],
  ],
  de: [
    ['aufgrund der tatsache, dass', 'weil'],
    ['zum jetzigen zeitpunkt', 'jetzt'],
    ['zu diesem zeitpunkt', 'jetzt'],
    ['in der lage sein', 'können'],
    ['eine vielzahl von', 'viele'],
    ['es ist wichtig zu beachten, dass', ''],
    ['in keinster weise', 'nicht'],
  ],
  fr: [
    ['en raison du fait que', 'parce que'],
    ['à l’heure actuelle', 'maintenant'],
    ["à l'heure actuelle", 'maintenant'],
    ['dans le but de', 'pour'],
    ['afin de', 'pour'],
    ['un grand nombre de', 'beaucoup de'],
  ],
  es: [
    ['debido al hecho de que', 'porque'],
    ['con el fin de', 'para'],
    ['con el objetivo de', 'para'],
    ['en el momento actual', 'ahora'],
    ['un gran número de', 'muchos'],
  ],
}

const needsModel: Record<'expand' | 'translate' | 'sentence', string> = {
  expand: 'Expanding a text needs an AI model. Choose one in the workspace settings.',
  translate: 'Translating needs an AI model. Choose one in the workspace settings.',
  sentence: 'Writing a sentence needs an AI model. Choose one in the workspace settings.',
}

/**
 * Edits a text without a model.
 * @param language BCP 47
 * @throws AppError unavailable if the action needs a model or the text has nothing to edit
 */
export function builtinEdit(action: EditAction, text: string, language = 'en'): string {
  if (action === 'expand' || action === 'translate' || action === 'sentence')
    throw new AppError('unavailable', needsModel[action], {
      retryable: false,
      field: 'action',
      reason: 'action_needs_model',
      params: { action },
    })
  const edited = action === 'shorten' ? shorten(text, language) : tighten(text, language)
  if (edited.trim() === text.trim()) {
    const reason = action === 'shorten' ? 'builtin_cannot_shorten' : 'builtin_nothing_to_simplify'
    throw new AppError(
      'unavailable',
      action === 'shorten'
        ? 'This passage is too short for the built-in writer to shorten. Select more text, or choose an AI model in the workspace settings.'
        : 'The built-in rules found nothing to simplify in this passage. To rewrite it, choose an AI model in the workspace settings.',
      {
        retryable: false,
        field: 'text',
        reason,
      },
    )
  }
  return edited
}

/** Replaces wordy phrases and drops repeated sentences. Markdown, numbers and quotations don't change. */
export function tighten(text: string, language: string): string {
  const terms = getTerms(language)
  const seen: Set<string>[] = []
  return mapProse(text, (line) =>
    splitSentences(line)
      .filter((sentence) => {
        const own = new Set(terms(plainText(sentence)))
        if (
          own.size >= 5 &&
          seen.some((other) => other.size === own.size && nearlySame(other, own) && sameFigures(other, own))
        )
          return false
        seen.push(own)
        return true
      })
      .map((sentence) => plain(sentence, language))
      .join(getJoint(line)),
  )
}

/** Whether two sentences share most of their terms. */
export function nearlySame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const smaller = Math.min(a.size, b.size)
  if (smaller < 3) return false
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const term of small) if (large.has(term)) shared++
  return shared / smaller >= 0.8 || shared / (a.size + b.size - shared) >= 0.6
}

const sameFigures = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  [...b].every((term) => !/^\p{N}/u.test(term) || a.has(term))

const quotation = /("[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|`[^`\n]*`|\]\([^()\n]*\))/

function plain(sentence: string, language: string): string {
  const phrases = wordy[baseLanguage(language)]
  if (!phrases) return sentence
  const opened = /^\p{Lu}/u.test(sentence)
  const edited = sentence
    .split(quotation)
    .map((part, at) => (at % 2 === 1 ? part : plainPart(part, phrases)))
    .join('')
    .replace(/^[\s,]+/, '')
  return opened ? edited.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : edited
}

const patterns = new Map<string, RegExp>()

function plainPart(text: string, phrases: [string, string][]): string {
  let edited = text
  for (const [long, short] of phrases) {
    let pattern = patterns.get(long)
    if (!pattern) {
      const closing = /\p{L}$/u.test(long) ? '(?![\\p{L}\\p{N}])' : ''
      pattern = new RegExp(
        `(?<![\\p{L}\\p{N}])${long.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${closing}${short === '' ? ',?\\s*' : ''}`,
        'giu',
      )
      patterns.set(long, pattern)
    }
    edited = edited.replace(pattern, short)
  }
  return edited
}

/** Drops the least important sentences until about `share` of the text is left. Order and wording don't change. */
export function shorten(text: string, language: string, share = 0.5): string {
  const tightened = tighten(text, language)
  const lines = tightened.split('\n')
  const isProse = proseLines(lines)
  const prose = lines.flatMap((line, at) =>
    isProse[at] ? splitSentences(line).map((sentence) => ({ at, sentence })) : [],
  )
  const total = countPlainWords(prose.map(({ sentence }) => sentence).join(' '))
  const chosen = new Set(
    central(
      prose.map(({ sentence }) => sentence),
      total * share,
      language,
    ),
  )
  const byLine = Map.groupBy(
    prose.filter((_, index) => chosen.has(index)),
    ({ at }) => at,
  )
  return lines
    .map((line, at) => {
      if (!isProse[at]) return line
      const own = (byLine.get(at) ?? []).map(({ sentence }) => sentence)
      const mark = /^\s*(?:>\s?)*(?:[-*+]\s+|\d{1,3}[.)]\s+)?/.exec(line)![0]
      const bare =
        own[0]?.startsWith(mark.trimStart()) || mark.trim() === ''
          ? own.join(getJoint(line))
          : `${mark}${own.join(getJoint(line))}`
      return own.length > 0 ? bare : ''
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Returns the most representative sentences within `words` words, in text order. At least one. */
export function summarize(text: string, words: number, language: string): string[] {
  const lines = text.split('\n')
  const isProse = proseLines(lines)
  const sentences = lines.flatMap((line, at) =>
    isProse[at] ? splitSentences(line.replace(/^\s*(?:[-*+]|\d+[.)]|>)\s+/, '')) : [],
  )
  return central(sentences, words, language).map((at) => sentences[at]!)
}

/**
 * Returns the indexes of the sentences closest to the whole text, chosen so that each adds something. The first
 * sentence
 * gets a bonus. A sentence that refers back is chosen only with the one before it.
 */
function central(sentences: string[], words: number, language: string): number[] {
  const terms = getTerms(language)
  const own = sentences.map((sentence) => new Set(terms(plainText(sentence))))
  const frequency = new Map<string, number>()
  for (const set of own) for (const term of set) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const weight = (set: Set<string>, covered: Set<string>) => {
    let sum = 0
    for (const term of set) sum += (covered.has(term) ? 0.25 : 1) * Math.log(1 + frequency.get(term)!)
    return sum / Math.sqrt(6 + set.size)
  }
  const lengths = sentences.map(countPlainWords)
  const isPointing = sentences.map((sentence) => pointsBack.test(sentence))
  const waiting = new Queue()
  /** How many sentences were chosen when each was last scored. Scores only fall, so old ones are upper bounds. */
  const chosenAtWeighing = sentences.map(() => -1)
  sentences.forEach((_, at) => {
    if (!isPointing[at] || at === 0) waiting.add(at, Number.POSITIVE_INFINITY)
  })
  const chosen = new Set<number>()
  const covered = new Set<string>()
  let left = words
  for (let best = waiting.take(); best; best = waiting.take()) {
    const { at, value } = best
    if (lengths[at]! > left && chosen.size > 0) continue
    if (chosenAtWeighing[at] !== chosen.size) {
      chosenAtWeighing[at] = chosen.size
      waiting.add(at, weight(own[at]!, covered) * (at === 0 ? 1.4 : 1))
      continue
    }
    if (value <= 0) break
    chosen.add(at)
    left -= lengths[at]!
    for (const term of own[at]!) covered.add(term)
    if (isPointing[at + 1]) waiting.add(at + 1, Number.POSITIVE_INFINITY)
  }
  return [...chosen].sort((a, b) => a - b)
}

/** Priority queue of indexes, highest value first. For equal values, the lower index comes first. */
class Queue {
  readonly #heap: { at: number; value: number }[] = []

  add(at: number, value: number) {
    const heap = this.#heap
    let index = heap.push({ at, value }) - 1
    for (let above = (index - 1) >> 1; index > 0 && this.#isBefore(index, above); above = (index - 1) >> 1) {
      this.#swap(index, above)
      index = above
    }
  }

  take() {
    const heap = this.#heap
    if (heap.length === 0) return undefined
    this.#swap(0, heap.length - 1)
    const first = heap.pop()
    for (let index = 0; ; ) {
      let next = index
      for (const below of [2 * index + 1, 2 * index + 2])
        if (below < heap.length && this.#isBefore(below, next)) next = below
      if (next === index) return first
      this.#swap(index, next)
      index = next
    }
  }

  #isBefore(one: number, other: number) {
    const [a, b] = [this.#heap[one]!, this.#heap[other]!]
    return a.value > b.value || (a.value === b.value && a.at < b.at)
  }

  #swap(one: number, other: number) {
    const chosen = this.#heap[one]!
    this.#heap[one] = this.#heap[other]!
    this.#heap[other] = chosen
  }
}

const pointsBack =
  /^(?:it|its|they|their|this|that|these|those|he|she|however|therefore|but|and|so|er|sie|es|dies\p{L}*|daher|aber|und|il|elle|ils|elles|cela|mais|et|esto|eso|pero|y)(?![\p{L}\p{N}])/iu

const getJoint = (line: string) => (/[。！？]/.test(line) ? '' : ' ')

function mapProse(text: string, edit: (line: string) => string): string {
  const lines = text.split('\n')
  const isProse = proseLines(lines)
  return lines
    .map((line, at) => {
      if (!isProse[at]) return line
      const mark = /^\s*(?:>\s?)*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?/.exec(line)![0]
      const edited = edit(line.slice(mark.length))
      return edited === '' ? '' : `${mark}${edited}`
    })
    .join('\n')
}

/** Returns which lines are prose: no headings, code, tables, rules or footnotes. */
function proseLines(lines: string[]): boolean[] {
  let fenced = false
  return lines.map((line) => {
    const inside = fenced
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced
    return !inside && !isMarked(line)
  })
}

const isMarked = (line: string) =>
  line.trim() === '' || /^\s*(?:#{1,6}\s|\||```|~~~|\[\^[\w-]+\]:|(?:[-*_]\s*){3,}$| {4}\S)/.test(line)
