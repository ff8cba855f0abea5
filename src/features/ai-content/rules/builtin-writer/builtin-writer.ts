/**
 * The writer without a model. It makes a sourced research draft: for each heading the answer that the report's pages give
 * and what supports it, as quotations with their sources, and the user's own text. It invents nothing: a heading that no
 * page answers says so.
 */
import type { Heading } from '#features/reports/contract.ts'
import type { TemplateName } from '../../contract.ts'
import { asHeading } from '../as-heading.ts'
import { defaultOutline } from '../generation/default-outline.ts'
import type { WritingContext, WritingStep } from '../generation/generation-context.ts'
import { countPlainWords, countWords, plainText } from '../markdown-text.ts'
import { getTargetWords, templates } from '../templates/templates.ts'
import { answerQuestions, faq } from './builtin-answers.ts'
import { article, type Blocks, note, quote, splitWords } from './builtin-article.ts'
import { summarize, tighten } from './builtin-edit.ts'
import {
  adCopy,
  email,
  getKeyStatements,
  meta,
  productDescription,
  socialPost,
  topicLine,
} from './builtin-short-texts.ts'

export { builtinEdit } from './builtin-edit.ts'

/**
 * Yields a step's Markdown block by block, without the step's own heading.
 * @returns whether any block has content; see Blocks
 */
export function* builtinWrite(context: WritingContext, step: WritingStep): Blocks {
  const blocks = writers[context.template](context, step)
  let first = true
  for (let next = blocks.next(); ; next = blocks.next()) {
    if (next.done) return next.value
    if (next.value.trim() === '') continue
    yield first ? next.value : `\n\n${next.value}`
    first = false
  }
}

/** A draft with at least this share of the requested words has the length asked for. */
const enough = 0.9

/** Says what a draft is, and if it's shorter than asked for. Its words and shares are on the screen, where they follow edits. */
export function getDraftNote(context: WritingContext, draft: string): string {
  const requested = getTargetWords(context)
  const isShort = countWords(draft) < enough * requested
  const number = new Intl.NumberFormat(context.briefing.language).format(requested)
  return note(splitWords(context).draft(isShort ? number : null))
}

export type NothingToWrite = {
  reason: 'builtin_nothing_to_change' | 'builtin_too_little_source' | 'builtin_no_source'
  message: string
}

/** Returns why the built-in writer has nothing to write from this context. */
export function nothingToWrite({ template, pages, briefing }: WritingContext): NothingToWrite {
  const model = 'choose an AI model in the workspace settings'
  if (template === 'rewrite' || (template === 'summary' && briefing.text?.trim()))
    return {
      reason: 'builtin_nothing_to_change',
      message: `The built-in writer can't make this text plainer or shorter. To change it, ${model}.`,
    }
  return pages.length > 0
    ? {
        reason: 'builtin_too_little_source',
        message: `The report's pages don't say enough for this text. Run a report on this topic, or ${model}.`,
      }
    : {
        reason: 'builtin_no_source',
        message: `There is nothing to write from. Choose a report, add source text to the briefing, or ${model}.`,
      }
}

type Writer = (context: WritingContext, step: WritingStep) => Blocks

const writers: Record<TemplateName, Writer> = {
  blog_post: article,
  intro: article,
  section: article,
  outline: outlineText,
  faq,
  meta,
  brief,
  product_description: productDescription,
  rewrite: function* ({ briefing }) {
    const text = tighten(briefing.text ?? '', briefing.language)
    yield text
    return text.trim() !== (briefing.text ?? '').trim()
  },
  summary,
  social_post: socialPost,
  email,
  ad_copy: adCopy,
  video_script: videoScript,
}

function getOutline(context: WritingContext, words: number): Heading[] {
  return context.outline.length > 0 ? context.outline : defaultOutline(context, words)
}

const headingLine = ({ type, text }: Heading) => `${'#'.repeat(Number(type[1]))} ${text}`

function* outlineText(context: WritingContext): Blocks {
  const outline = defaultOutline(context, context.briefing.words ?? templates.blog_post.words)
  const headings = outline.length > 0 ? outline : context.outline
  if (headings.length > 0) yield headings.map(headingLine).join('\n')
  else if (context.title.trim() !== '') yield `## ${asHeading(context.title, false)}`
  return headings.length > 0
}

function* brief(context: WritingContext, step: WritingStep): Blocks {
  const words = splitWords(context)
  const { briefing, pages, terms } = context
  const list = (items: string[]) => items.map((item) => `- ${item}`).join('\n')
  const part = (heading: string, items: string[]) => (items.length > 0 ? [`## ${heading}`, list(items)] : [])
  yield* part(
    words.goal,
    [
      topicLine(context),
      ...briefing.keywords,
      ...(briefing.audience ? [`${words.readers}: ${briefing.audience}`] : []),
      ...(briefing.words ? [`${words.words}: ${briefing.words}`] : []),
      ...(briefing.instructions ? [briefing.instructions] : []),
    ].filter((item) => item !== ''),
  )
  const outline = getOutline(context, briefing.words ?? templates.blog_post.words)
  if (outline.length > 0) {
    const top = Math.min(...outline.map(({ type }) => Number(type[1])))
    yield `## ${words.outline}`
    yield outline.map(({ type, text }) => `${'  '.repeat(Number(type[1]) - top)}- ${text}`).join('\n')
  }
  yield* part(
    words.questions,
    step.questions.slice(0, 12).map((question) => asHeading(question, true)),
  )
  yield* part(
    words.terms,
    terms.slice(0, 25).map(({ term }) => term),
  )
  if (pages.length === 0) {
    yield note(words.noReport)
    return outline.length > 0
  }
  yield* part(
    words.facts,
    getKeyStatements(context, 12).map((statement) => quote(context, statement)),
  )
  yield* part(
    words.sources,
    pages.map(({ n, title, url }) => `[${title.replace(/[[\]]/g, '')}](${url})[^${n}]`),
  )
  return true
}

function* summary(context: WritingContext, step: WritingStep): Blocks {
  const { briefing } = context
  if (briefing.text?.trim()) {
    const length = countPlainWords(plainText(briefing.text))
    const text = summarize(briefing.text, Math.min(step.words, Math.max(20, length * 0.5)), briefing.language).join(' ')
    yield text
    return countPlainWords(plainText(text)) < length
  }
  return yield* article(context, step)
}

const wordsAMinute = 140

function* videoScript(context: WritingContext, step: WritingStep): Blocks {
  const words = splitWords(context)
  const outline = getOutline(context, Math.max(step.words, 400)).filter(({ type }) => type <= 'h2')
  const scenes = outline.slice(0, Math.max(2, Math.round(step.words / 90)))
  let totalWords = 0
  let sceneCount = 0
  const answers = answerQuestions(
    context,
    scenes.map(({ text }) => text),
  )
  for (const { question, statements } of answers) {
    yield `## ${clock((totalWords / wordsAMinute) * 60)} ${question}`
    yield `*${words.onScreen}: ${question}*`
    yield statements.map((statement) => quote(context, statement)).join(' ')
    totalWords += statements.reduce((sum, one) => sum + one.words, 0)
    sceneCount++
  }
  if (sceneCount === 0) {
    yield* outline.map(({ text }, at) => `## ${clock(at * 20)} ${text}`)
    yield note(context.pages.length > 0 ? words.noSource : words.noReport)
  }
  return sceneCount > 0
}

function clock(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
