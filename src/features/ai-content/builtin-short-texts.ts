/** Extracts short texts from pages: the most relevant sentences within the template's length limit. */
import { article, type Blocks, note, ownSentences, splitWords } from './builtin-article.ts'
import { createUsedSentences } from './builtin-chunks.ts'
import { getChunks, getTakenChunks } from './builtin-draft.ts'
import { summarize } from './builtin-edit.ts'
import { asHeading } from './default-outline.ts'
import type { WritingContext, WritingStep } from './generation-context.ts'
import { countPlainWords, headingKey, plainText } from './markdown-text.ts'
import { getTopic } from './section-questions.ts'
import { scorePassages } from './source-passages.ts'
import { maxDescriptionLength, maxTitleLength } from './templates/long-texts.ts'
import { maxAdDescriptionLength, maxHeadlineLength, maxSubjectLength, shortPost } from './templates/short-texts.ts'

type Sourced = { text: string; n: number; score: number; terms: ReadonlySet<string>; words: number }

/** Returns single sentences that are relevant to the topic and stand alone, best first, without duplicates. */
export function bestSentences(context: WritingContext, maxLength = Number.POSITIVE_INFINITY): Sourced[] {
  const { language } = context.briefing
  const chunks = getChunks(context)
  const scores = scorePassages(
    chunks,
    {
      heading: context.title || getTopic(context)[0],
      questions: context.questions.slice(0, 3),
      keywords: getTopic(context),
    },
    language,
  )
  const usedSentences = createUsedSentences()
  return chunks
    .map((chunk, at) => ({
      chunk,
      score: scores[at]! * (1 + 1 / (1 + chunk.at - (chunks.find(({ n }) => n === chunk.n)?.at ?? 0))),
    }))
    .sort((a, b) => b.score - a.score || a.chunk.at - b.chunk.at)
    .flatMap(({ chunk, score }): Sourced[] => {
      const first = chunk.sentences[0]!
      if (score === 0 || [...first.text].length > maxLength || !usedSentences.getUnused({ sentences: [first] }))
        return []
      usedSentences.add([first])
      return [{ ...first, n: chunk.n, score }]
    })
}

export const sourced = ({ text, n }: Pick<Sourced, 'text' | 'n'>) => `${text}[^${n}]`

/** Shortens a text to whole words and removes a dangling word or mark at the end. */
function clip(text: string, maxLength: number): string {
  const characters = [...plainText(text)]
  if (characters.length <= maxLength) return characters.join('')
  const cut = characters.slice(0, maxLength + 1).join('')
  const whole = /\s/.test(cut) ? cut.replace(/\s+\S*$/, '') : characters.slice(0, maxLength).join('')
  return whole.replace(/[\s,;:–—-]+$/, '')
}

export function topicLine(context: WritingContext): string {
  return asHeading(context.title || context.briefing.keywords[0] || '', false)
}

export function* meta(context: WritingContext): Blocks {
  const words = splitWords(context)
  const title = clip(topicLine(context) || plainText(ownSentences(context)[0] ?? ''), maxTitleLength)
  const own = ownSentences(context).map(plainText)
  const fits = (sentence: string) => [...sentence].length <= maxDescriptionLength
  const best = bestSentences(context, maxDescriptionLength)[0]
  const description =
    own.length > 0 ? (own.find(fits) ?? clip(own[0]!, maxDescriptionLength)) : best ? sourced(best) : ''
  const lines = [`**${words.title}:** ${title}`]
  if (description !== '') lines.push(`**${words.description}:** ${description}`)
  yield lines.join('\n')
  if (description === '') yield note(context.pages.length > 0 ? words.noSource : words.noReport)
  return description !== ''
}

export function* productDescription(context: WritingContext, step: WritingStep): Blocks {
  const { briefing } = context
  const lines = (briefing.text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const isSentence = (line: string) => /[.!?。！？]$/.test(line)
  const prose = lines.filter((line) => isSentence(line) && !/^[-*+]\s/.test(line))
  const facts = lines
    .filter((line) => !prose.includes(line))
    .flatMap((line) => line.replace(/^[-*+]\s+/, '').split(/[;,、，]\s*(?!\d)/))
  yield `**${topicLine(context)}**`
  if (prose.length > 0) yield prose.join(' ')
  if (facts.length > 0) yield facts.map((fact) => `- ${asHeading(fact.trim(), false)}`).join('\n')
  if (lines.length > 0) return true
  const taken = getTakenChunks(context, step)
  if (taken.length > 0) return yield* article(context, step)
  yield note(splitWords(context).noReport)
  return false
}

export function* socialPost(context: WritingContext, step: WritingStep): Blocks {
  const tags = context.briefing.keywords
    .slice(0, 2)
    .map(
      (keyword) => `#${keyword.replace(/[^\p{L}\p{M}\p{N}]+(\p{L}?)/gu, (_all, next: string) => next.toUpperCase())}`,
    )
    .filter((tag) => tag.length > 2)
  const room = shortPost - tags.join(' ').length - 2
  const own = ownSentences(context).map(plainText)
  const best = bestSentences(context, room)
  let left = Math.max(step.words, 20)
  const lines: string[] = []
  let characters = room
  const candidates =
    own.length > 0
      ? own.map((text) => ({ text, shown: text }))
      : best.map((one) => ({ text: one.text, shown: sourced(one) }))
  for (const { text, shown } of candidates) {
    const length = [...text].length + 1
    if (length > characters || left <= 0) continue
    lines.push(shown)
    characters -= length
    left -= countPlainWords(text)
  }
  if (lines.length > 0) yield lines.join(' ')
  else {
    yield clip(topicLine(context), room)
    yield note(context.pages.length > 0 ? splitWords(context).noSource : splitWords(context).noReport)
  }
  if (tags.length > 0 && lines.length > 0) yield tags.join(' ')
  return lines.length > 0
}

export function* email(context: WritingContext, step: WritingStep): Blocks {
  const words = splitWords(context)
  yield `**${words.subject}:** ${clip(topicLine(context), maxSubjectLength)}`
  if (!context.briefing.text?.trim()) return yield* article(context, step)
  yield summarize(context.briefing.text, step.words, context.briefing.language).join(' ')
  return true
}

export function* adCopy(context: WritingContext): Blocks {
  const words = splitWords(context)
  const { briefing, terms, pages } = context
  const facts = (briefing.text ?? '').split(/[\n;,、，]\s*/).map((fact) =>
    fact
      .replace(/^[-*+]\s+/, '')
      .replace(/[.。]$/, '')
      .trim(),
  )
  const names = [
    context.title,
    ...briefing.keywords,
    ...facts,
    ...terms.map(({ term }) => term).filter((term) => /\s/.test(term)),
  ]
  const short = new Map(
    names
      .filter((name) => name.trim() !== '' && [...name.trim()].length <= maxHeadlineLength)
      .map((name) => [headingKey(name), asHeading(name, false)]),
  )
  const headlines = [...short.values()].slice(0, 5)
  yield `## ${words.headlines}`
  yield (headlines.length > 0 ? headlines : [clip(topicLine(context), maxHeadlineLength)])
    .map((line) => `- ${line}`)
    .join('\n')
  const own = ownSentences(context)
    .map(plainText)
    .filter((sentence) => [...sentence].length <= maxAdDescriptionLength)
  const lines =
    own.length > 0 ? own.slice(0, 3) : bestSentences(context, maxAdDescriptionLength).slice(0, 3).map(sourced)
  yield `## ${words.descriptions}`
  if (lines.length > 0) yield lines.map((line) => `- ${line}`).join('\n')
  else yield note(pages.length > 0 ? words.noSource : words.noReport)
  return lines.length > 0
}
