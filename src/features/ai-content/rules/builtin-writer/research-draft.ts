/**
 * Plans a sourced research draft: for each heading the answer that the report's pages give, then what supports it. A
 * sentence is used once, and no page gives more than its share of the draft.
 */

import type { WritingContext, WritingStep } from '../generation/generation-context.ts'
import { planWriting } from '../generation/plan-generation.ts'
import { getTargetWords } from '../templates/templates.ts'
import { nearlySame } from './builtin-edit.ts'
import { findAnswers, findList, findSupport } from './find-answer.ts'
import { getStatements, type List, type Statement } from './statements.ts'

/** What the draft says under one heading. */
export type DraftPart = {
  /** The step's own heading, or one inside it. Null for an introduction. */
  heading: string | null
  level: number
  answer: Statement | null
  list: List | null
  support: Statement[]
}

/** No page gives more than this share of a draft, except for answers and in short drafts. */
export const maxPageShare = 0.25
const minPageWords = 120
const minSupport = 5
/** Words of support per statement allowed in long sections. */
const wordsPerSupport = 25
const introStatements = 2
/** An unused answer is preferred to a better one that another heading has already. */
const nearlyAsGood = 0.8

const drafts = new WeakMap<WritingContext, Map<string, DraftPart[]>>()
const toKey = ({ kind, outlineIndex, part }: WritingStep) => `${kind} ${outlineIndex} ${part.n}`

/** Returns the parts of a step: its own heading, then the headings inside it. */
export function getDraftParts(context: WritingContext, step: WritingStep): DraftPart[] {
  if (step.kind === 'whole') return planDraft(context, [step]).get(toKey(step))!
  const known = drafts.get(context) ?? planDraft(context, planWriting(context))
  drafts.set(context, known)
  return known.get(toKey(step)) ?? planDraft(context, [step]).get(toKey(step))!
}

function planDraft(context: WritingContext, steps: WritingStep[]): Map<string, DraftPart[]> {
  const used = createUsedStatements(context)
  const plan = new Map(steps.map((step) => [toKey(step), getEmptyParts(context, step)]))
  // Answers come first, so that no heading's answer serves as another's support.
  for (const step of steps) {
    if (step.kind === 'intro' || step.part.n > 1) continue
    for (const part of plan.get(toKey(step))!)
      Object.assign(part, chooseAnswer(context, part.heading ?? context.title, used))
  }
  for (const step of steps) {
    const parts = plan.get(toKey(step))!
    if (step.kind === 'intro') parts[0]!.support = chooseIntroduction(context, used, step.words)
    else if (step.part.n === 1)
      for (const part of parts) addSupport(context, part, used, (step.words * step.part.of) / parts.length)
  }
  limitShares([...plan.values()].flat())
  return plan
}

/** Takes support away from pages that give more than their share. Answers stay. */
function limitShares(parts: DraftPart[]) {
  const count = (statements: Statement[]) => statements.reduce((sum, { words }) => sum + words, 0)
  for (;;) {
    const all = parts.flatMap(({ answer, list, support }) => [
      ...(answer ? [answer] : []),
      ...(list?.items ?? []),
      ...support,
    ])
    const total = count(all)
    const part = parts.findLast(({ support }) =>
      support.some(({ n }) => count(all.filter((one) => one.n === n)) > Math.max(minPageWords, total * maxPageShare)),
    )
    if (!part) return
    const at = part.support.findLastIndex(
      ({ n }) => count(all.filter((one) => one.n === n)) > Math.max(minPageWords, total * maxPageShare),
    )
    part.support.splice(at, 1)
  }
}

function getEmptyParts(context: WritingContext, step: WritingStep): DraftPart[] {
  const empty = { answer: null, list: null, support: [] as Statement[] }
  if (step.kind === 'intro') return [{ ...empty, heading: null, level: 0 }]
  const own = { ...empty, heading: step.heading?.text ?? context.title, level: Number(step.heading?.type[1] ?? 0) }
  return [
    own,
    ...step.headings.map(({ type, text }) => ({ ...empty, support: [], heading: text, level: Number(type[1]) })),
  ]
}

type Used = ReturnType<typeof createUsedStatements>

function createUsedStatements(context: WritingContext) {
  const used = new Set<Statement>()
  const sentences = new Set<string>()
  const terms: ReadonlySet<string>[] = []
  const wordsByPage = new Map<number, number>()
  const room = Math.max(minPageWords, getTargetWords(context) * maxPageShare)
  return {
    has: (statement: Statement) =>
      used.has(statement) ||
      // A statement that follows another one holds its sentence too.
      statement.sentences.some((sentence) => sentences.has(sentence)) ||
      terms.some((other) => other.size > 4 && nearlySame(other, statement.terms)),
    fits: ({ n, words }: Statement) => (wordsByPage.get(n) ?? 0) + words <= room,
    add(statement: Statement) {
      used.add(statement)
      for (const sentence of statement.sentences) sentences.add(sentence)
      terms.push(statement.terms)
      wordsByPage.set(statement.n, (wordsByPage.get(statement.n) ?? 0) + statement.words)
    },
  }
}

function chooseAnswer(context: WritingContext, heading: string, used: Used): Pick<DraftPart, 'answer' | 'list'> {
  const answers = findAnswers(context, heading)
  const listed = findList(context, heading)
  const list = listed?.list ?? null
  const best = answers[0]
  const free = answers.find(({ statement, score }) => score >= best!.score * nearlyAsGood && !used.has(statement))
  const found = free ?? best
  const isOwn = list !== null && !list.items.some((item) => used.has(item) && item !== found?.statement)
  // Steps, and a list under the heading that's asked, answer by themselves.
  const isBeside = found?.statement.n === list?.n && found?.statement.heading === list?.heading
  const isEnough = listed !== null && listed.likeness >= 0.75 && listed.likeness > (found?.likeness ?? 0)
  const isAlone = list?.isSteps ? found?.statement.opens !== 'page' : isOwn && !isBeside && isEnough
  const answer = isAlone ? null : (found?.statement ?? null)
  if (answer) used.add(answer)
  if (isOwn) for (const item of list.items) used.add(item)
  return { answer: isOwn && answer?.list === list ? null : answer, list: isOwn ? list : null }
}

function addSupport(context: WritingContext, part: DraftPart, used: Used, words: number) {
  const { answer, list } = part
  if (!answer && !list) return
  let room = words - (answer?.words ?? 0) - (list?.items.reduce((sum, item) => sum + item.words, 0) ?? 0)
  for (const { statement } of findSupport(context, part.heading ?? context.title, answer ?? list!.items[0]!)) {
    if (part.support.length >= Math.max(minSupport, words / wordsPerSupport) || room <= 0) break
    if (used.has(statement) || !used.fits(statement) || statement.words > room * 1.3) continue
    used.add(statement)
    part.support.push(statement)
    room -= statement.words
  }
}

/** The sentences that pages on the topic begin with, best first. */
function chooseIntroduction(context: WritingContext, used: Used, words: number): Statement[] {
  const { all, topic } = getStatements(context)
  const share = ({ statement }: { statement: Statement }) =>
    [...topic].filter((term) => statement.terms.has(term)).length / Math.max(1, topic.size)
  const openings = all
    .filter(({ opens, list }) => opens === 'page' && !list)
    .map((statement) => ({ statement, about: share({ statement }) }))
    .filter(({ about }) => about >= 0.5)
    .sort((a, b) => b.about - a.about || a.statement.n - b.statement.n)
  const chosen: Statement[] = []
  let room = words
  for (const { statement } of openings) {
    if (chosen.length >= introStatements || statement.words > room) continue
    if (used.has(statement) || !used.fits(statement)) continue
    used.add(statement)
    chosen.push(statement)
    room -= statement.words
  }
  return chosen
}
