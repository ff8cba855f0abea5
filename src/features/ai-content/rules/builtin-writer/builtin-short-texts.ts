/** Makes short texts of the questions that the report's pages answer, within the template's length limit. */
import { isQuestion } from '#features/reports/rules/keywords/classify-keyword.ts'

import { asHeading } from '../as-heading.ts'
import type { WritingContext, WritingStep } from '../generation/generation-context.ts'
import { countPlainWords, headingKey, plainText } from '../markdown-text.ts'
import { maxDescriptionLength, maxTitleLength } from '../templates/long-texts.ts'
import { maxAdDescriptionLength, maxHeadlineLength, maxSubjectLength, shortPost } from '../templates/short-texts.ts'
import { answerQuestions, type QuestionAnswer } from './builtin-answers.ts'
import { article, type Blocks, getSite, note, ownSentences, plainQuote, splitWords } from './builtin-article.ts'
import { summarize } from './builtin-edit.ts'
import type { Statement } from './statements.ts'

/** The report's questions that its pages answer, most frequent first. */
function getAnswered(context: WritingContext, limit: number): QuestionAnswer[] {
  const isQuestionText = (text: string) => isQuestion(text, context.briefing.language)
  const questions = [...(isQuestionText(context.title) ? [context.title] : []), ...context.questions.slice(0, 40)]
  return answerQuestions(context, questions).slice(0, limit)
}

/** Returns statements that answer the report's questions, without duplicates. */
export function getKeyStatements(context: WritingContext, limit: number): Statement[] {
  return getAnswered(context, limit).map(({ statements }) => statements[0]!)
}

/** A statement without a citation mark, for texts that can't have footnotes: quoted, with its site. */
const attributed = (context: WritingContext, statement: Statement) =>
  `“${plainQuote(statement.sentences.join(' '))}” (${getSite(context.pages.find(({ n }) => n === statement.n)!.url)})`

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

/** Names the questions that the report's pages answer, as many as fit. Empty if they answer none. */
function describe(context: WritingContext, maxLength: number): string {
  const topic = topicLine(context)
  let text = ''
  for (const { question } of getAnswered(context, 6)) {
    const heading = asHeading(question, true)
    if (headingKey(heading) === headingKey(topic)) continue
    const longer = text === '' ? `${topic}: ${heading}` : `${text} ${heading}`
    if ([...longer].length > maxLength) continue
    text = longer
  }
  return text
}

export function* meta(context: WritingContext): Blocks {
  const words = splitWords(context)
  const title = clip(topicLine(context) || plainText(ownSentences(context)[0] ?? ''), maxTitleLength)
  const own = ownSentences(context).map(plainText)
  const fits = (sentence: string) => [...sentence].length <= maxDescriptionLength
  const description =
    own.length > 0 ? (own.find(fits) ?? clip(own[0]!, maxDescriptionLength)) : describe(context, maxDescriptionLength)
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
  if (context.pages.length > 0) return yield* article(context, step)
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
  const answered = own.length > 0 ? [] : getAnswered(context, 12)
  let left = Math.max(step.words, 20)
  const lines: string[] = []
  let characters = room
  const candidates =
    own.length > 0
      ? own
      : answered.map(
          ({ question, statements }) => `${asHeading(question, true)} ${attributed(context, statements[0]!)}`,
        )
  for (const text of candidates) {
    const length = [...text].length + 1
    if (length > characters || left <= 0) continue
    lines.push(text)
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

/** Takes the citation marks out of blocks, for texts that can't have footnotes. */
function* withoutMarks(blocks: Blocks): Blocks {
  for (let next = blocks.next(); ; next = blocks.next()) {
    if (next.done) return next.value
    yield next.value.replace(/\[\^\d+\]/g, '')
  }
}

export function* email(context: WritingContext, step: WritingStep): Blocks {
  const words = splitWords(context)
  yield `**${words.subject}:** ${clip(topicLine(context), maxSubjectLength)}`
  if (!context.briefing.text?.trim()) return yield* withoutMarks(article(context, step))
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
    own.length > 0
      ? own.slice(0, 3)
      : getAnswered(context, 20)
          .map(({ question }) => asHeading(question, true))
          .filter((line) => [...line].length <= maxAdDescriptionLength)
          .slice(0, 3)
  yield `## ${words.descriptions}`
  if (lines.length > 0) yield lines.map((line) => `- ${line}`).join('\n')
  else yield note(pages.length > 0 ? words.noSource : words.noReport)
  return lines.length > 0
}
