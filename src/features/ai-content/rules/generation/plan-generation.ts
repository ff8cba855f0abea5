/**
 * Splits a text into steps that a model can write in one answer, each with its headings, words, questions and sources.
 */
import type { Heading } from '#features/reports/contract.ts'
import { isQuestion } from '#features/reports/rules/keywords/classify-keyword.ts'
import { asSectionHeading, isRawQuery } from '../as-heading.ts'
import { countWords, getHeadingRanges, getHeadings, headingKey } from '../markdown-text.ts'
import { getTargetWords, templates } from '../templates/templates.ts'
import { defaultOutline } from './default-outline.ts'
import type { Passage, WritingContext, WritingStep } from './generation-context.ts'
import {
  assignQuestions,
  distinctQuestions,
  getRelevantQuestions,
  getTopic,
  maxSectionQuestions,
} from './section-questions.ts'
import { getContextPassages, getTitles, selectPassages } from './source-passages.ts'

/** Models lose focus or stop early in much longer answers. */
export const maxStepWords = 600
const minStepWords = 40
const introWords = { share: 0.08, min: 60, max: 150 }
/** A heading inside a section needs fewer words than the section's own. */
const innerWeight = 0.7
/** Weight of the text above the first inner heading, if a section is split by headings. */
const openingWeight = 0.4
const sectionCharacters = 6000
const introCharacters = 3500
const wholeCharacters = 14_000
const wholeQuestions: Partial<Record<WritingContext['template'], number>> = { faq: 16, brief: 20, outline: 30 }

const introNames =
  /^(?:introduction|intro|einleitung|einführung|introducción|introduzione|introdução|inleiding|wstęp|inledning|indledning|johdanto|giriş|введение|вступ|مقدمة|परिचय|引言|简介|はじめに|序論)$/iu

/**
 * Returns the outline to write: the user's own, with searches such as "how to make cold brew" as proper headings, or for an article the one made from the report. A step's `outlineIndex`
 * is an index into it.
 */
export function getEffectiveOutline(context: WritingContext): Heading[] {
  const own = context.outline.flatMap(({ type, text }) => {
    const line = text.replace(/\s+/g, ' ').trim()
    return line === ''
      ? []
      : [{ type, text: isRawQuery(line) ? asSectionHeading(line, isQuestion(line, context.briefing.language)) : line }]
  })
  if (own.length > 0 || templates[context.template].shape !== 'article') return own
  const known = defaultOutlines.get(context)
  if (known) return known
  const outline = defaultOutline(context, getTargetWords(context))
  defaultOutlines.set(context, outline)
  return outline
}
const defaultOutlines = new WeakMap<WritingContext, Heading[]>()

/** Returns the steps of a text, in order. Never empty. */
export function planWriting(context: WritingContext): WritingStep[] {
  if (templates[context.template].shape === 'single') return [wholeStep(context)]
  const outline = getEffectiveOutline(context)
  const total = getTargetWords(context)
  const sections = getSections(outline)
  const opens = !(sections[0] && introNames.test(sections[0].heading.text.trim()))
  const intro = opens ? Math.round(Math.min(introWords.max, Math.max(introWords.min, total * introWords.share))) : 0
  const units = sections.length > 0 ? budget(sections, total - intro) : freeUnits(total - intro)
  const questions = assignQuestions(
    context,
    outline.slice(titleCount(outline)).map(({ text }) => text),
  )
  const steps: Omit<WritingStep, 'index'>[] = []
  if (opens) steps.push(introStep(context, intro))
  for (const unit of units) steps.push(...toParts(context, unit, questions))
  return steps.map((step, index) => ({ ...step, index }))
}

/**
 * Returns the steps that rewrite one section of the outline with its subsections.
 * Empty if the outline has no such heading.
 */
export function planSection(context: WritingContext, outlineIndex: number): WritingStep[] {
  const outline = getEffectiveOutline(context)
  const heading = outline[outlineIndex]
  if (!heading) return []
  const plan = planWriting(context)
  if (outlineIndex < titleCount(outline)) return plan.filter(({ kind }) => kind === 'intro')
  const length = outline.slice(outlineIndex + 1).findIndex(({ type }) => type <= heading.type)
  const end = length < 0 ? outline.length : outlineIndex + 1 + length
  const own = plan.filter(({ outlineIndex: at }) => at !== null && at >= outlineIndex && at < end)
  if (own.some(({ outlineIndex: at }) => at === outlineIndex)) return own
  // The heading is part of a larger step, so it gets its share of that step's words.
  const around = plan.findLast(({ outlineIndex: at }) => at !== null && at < outlineIndex)
  const inner = outline.slice(outlineIndex + 1, end)
  const words = around ? (around.words * (1 + inner.length)) / (1 + around.headings.length) : 150
  const unit = { heading, outlineIndex, headings: inner, words: Math.round(Math.max(words, 80)) }
  const questions = assignQuestions(
    context,
    [heading, ...inner].map(({ text }) => text),
  )
  return toParts(context, unit, questions).map((step, index) => ({ ...step, index }))
}

/**
 * Returns what's left of a text that ended early: the rest of the interrupted step and the steps whose headings are
 * missing.
 */
export function planContinuation(
  context: WritingContext,
  markdown: string,
): { current: WritingStep; rest: WritingStep[] } {
  const plan = planWriting(context)
  const written = getHeadings(markdown).map(({ text }) => headingKey(text))
  const reached = plan.findLastIndex(({ heading }) => heading !== null && written.includes(headingKey(heading.text)))
  const at = Math.max(0, reached)
  const step = plan[at]!
  const lastPart = plan.findLastIndex(({ outlineIndex }) => outlineIndex === step.outlineIndex)
  const lastHeading = step.heading
    ? getHeadingRanges(markdown).findLast(({ text }) => headingKey(text) === headingKey(step.heading!.text))
    : undefined
  const done = countWords(markdown.slice(lastHeading?.end ?? 0))
  const words = plan.slice(at, lastPart + 1).reduce((sum, one) => sum + one.words, 0) - done
  const open = step.headings.filter(({ text }) => !written.includes(headingKey(text)))
  return {
    current: { ...step, headings: open, words: Math.min(maxStepWords, Math.max(words, 80)) },
    rest: plan.slice(lastPart + 1),
  }
}

type IndexedHeading = { heading: Heading; at: number }
type Section = IndexedHeading & { inner: IndexedHeading[] }
type Unit = { heading: Heading | null; outlineIndex: number | null; headings: Heading[]; words: number }

/** A first h1 above everything else is the text's title, not a section. */
function titleCount(outline: Heading[]): number {
  return outline[0]?.type === 'h1' && outline.length > 1 && outline.slice(1).every(({ type }) => type !== 'h1') ? 1 : 0
}

function getSections(outline: Heading[]): Section[] {
  const from = titleCount(outline)
  const top = outline.slice(from).reduce((min, { type }) => (type < min ? type : min), 'h6')
  const sections: Section[] = []
  outline.forEach((heading, at) => {
    if (at < from) return
    if (heading.type <= top || sections.length === 0) sections.push({ heading, at, inner: [] })
    else sections.at(-1)!.inner.push({ heading, at })
  })
  return sections
}

/** Distributes words over headings. A section that would be too long is split by headings. */
function budget(sections: Section[], words: number): Unit[] {
  const getWeight = (inner: number) => 1 + innerWeight * inner
  const all = sections.reduce((sum, { inner }) => sum + getWeight(inner.length), 0)
  return sections.flatMap((section): Unit[] => {
    const own = (words * getWeight(section.inner.length)) / all
    const { heading, at, inner } = section
    if (own <= maxStepWords || inner.length === 0)
      return [{ heading, outlineIndex: at, headings: inner.map((one) => one.heading), words: Math.round(own) }]
    const groups = getGroups(inner)
    const sum = openingWeight + groups.reduce((total, group) => total + group.length, 0)
    return [
      { heading, outlineIndex: at, headings: [], words: Math.round((own * openingWeight) / sum) },
      ...groups.map(
        ([first, ...deeper]): Unit => ({
          heading: first!.heading,
          outlineIndex: first!.at,
          headings: deeper.map((one) => one.heading),
          words: Math.round((own * (1 + deeper.length)) / sum),
        }),
      ),
    ]
  })
}

/** Groups inner headings by their highest level, each with the deeper ones after it. */
function getGroups(inner: IndexedHeading[]): IndexedHeading[][] {
  const top = inner.reduce((min, { heading }) => (heading.type < min ? heading.type : min), 'h6')
  const groups: IndexedHeading[][] = []
  for (const one of inner) {
    if (one.heading.type <= top || groups.length === 0) groups.push([one])
    else groups.at(-1)!.push(one)
  }
  return groups
}

/** Without an outline, the writer chooses headings as it goes. */
function freeUnits(words: number): Unit[] {
  return [{ heading: null, outlineIndex: null, headings: [], words }]
}

function toParts(context: WritingContext, unit: Unit, assigned: Map<string, string[]>): Omit<WritingStep, 'index'>[] {
  const of = Math.max(1, Math.ceil(unit.words / maxStepWords))
  const names = [unit.heading, ...unit.headings].flatMap((heading) => (heading ? [heading.text] : []))
  const questions = [...new Set(names.flatMap((name) => assigned.get(name) ?? []))]
  const passages = selectPassages(
    getContextPassages(context),
    { heading: names.join('\n') || context.title, questions, keywords: getTopic(context), titles: getTitles(context) },
    sectionCharacters * of,
    context.briefing.language,
  )
  return Array.from({ length: of }, (_, at) => ({
    kind: 'section' as const,
    outlineIndex: unit.outlineIndex,
    heading: unit.heading,
    headings: unit.headings,
    part: { n: at + 1, of },
    words: Math.max(minStepWords, Math.round(unit.words / of)),
    questions: questions
      .filter((_question, index) => index % of === at)
      .slice(0, maxSectionQuestions * (1 + unit.headings.length)),
    passages: of === 1 ? passages : passages.filter((_passage, index) => index % of === at),
  }))
}

function introStep(context: WritingContext, words: number): Omit<WritingStep, 'index'> {
  return {
    kind: 'intro',
    outlineIndex: null,
    heading: null,
    headings: [],
    part: { n: 1, of: 1 },
    words,
    questions: [],
    passages: selectPassages(
      getContextPassages(context),
      { heading: context.title || getTopic(context)[0], keywords: getTopic(context) },
      introCharacters,
      context.briefing.language,
    ),
  }
}

function wholeStep(context: WritingContext): WritingStep {
  const { template, title, briefing } = context
  const { words } = { words: getTargetWords(context) }
  const questionList = distinctQuestions(context).slice(0, wholeQuestions[template] ?? 6)
  const heading: Heading | null = template === 'section' && title ? { type: 'h2', text: title } : null
  const questions =
    template === 'section'
      ? getRelevantQuestions(context, title, questionList)
      : template === 'rewrite'
        ? []
        : questionList
  return {
    index: 0,
    kind: 'whole',
    outlineIndex: null,
    heading,
    headings: getEffectiveOutline(context),
    part: { n: 1, of: 1 },
    words,
    questions,
    passages:
      template === 'rewrite' || template === 'outline' || (template === 'summary' && briefing.text)
        ? []
        : wholePassages(context, questions),
  }
}

/** Returns the passages relevant to the topic, and for a text made of questions, to each question. */
function wholePassages(context: WritingContext, questions: string[]): Passage[] {
  const { template, title, briefing, outline } = context
  const passages = getContextPassages(context)
  const keywords = getTopic(context)
  const titles = getTitles(context)
  const each =
    template === 'faq' || template === 'brief' ? Math.floor(wholeCharacters / Math.max(1, questions.length)) : 0
  const chosen = new Set<Passage>()
  if (each > 0)
    for (const question of questions)
      for (const passage of selectPassages(
        passages,
        { questions: [question], keywords, titles },
        Math.max(each, 700),
        briefing.language,
      ))
        chosen.add(passage)
  const heading = [title || keywords[0] || '', ...outline.map(({ text }) => text)].join('\n')
  for (const passage of selectPassages(
    passages,
    { heading, questions, keywords, titles },
    wholeCharacters,
    briefing.language,
  ))
    chosen.add(passage)
  let left = wholeCharacters
  return [...chosen].filter(({ text }) => {
    left -= text.length
    return left >= 0
  })
}
