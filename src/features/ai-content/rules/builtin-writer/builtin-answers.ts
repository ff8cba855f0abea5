/** Answers questions from pages. Questions that no page answers are left out, and two with one answer are merged. */

import { asHeading } from '../as-heading.ts'
import type { WritingContext, WritingStep } from '../generation/generation-context.ts'
import { headingKey } from '../markdown-text.ts'
import { type Blocks, note, quote, splitWords } from './builtin-article.ts'
import { nearlySame } from './builtin-edit.ts'
import { findAnswers, findSupport } from './find-answer.ts'
import type { Statement } from './statements.ts'

/** Returns the report's questions, followed by questions from page headings. */
function getQuestions(context: WritingContext, step: WritingStep): string[] {
  const headings = context.pages
    .flatMap((page) => page.headings.map(({ text }) => text))
    .filter((text) => /[?？؟]$/.test(text.trim()))
  return [...new Map([...step.questions, ...headings].map((text) => [headingKey(text), text])).values()]
}

export type QuestionAnswer = { question: string; statements: Statement[] }

/** Returns each question that a page answers, with one sentence more on the same matter if there is one. */
export function answerQuestions(context: WritingContext, questions: string[]): QuestionAnswer[] {
  const used: Statement[] = []
  const isUsed = (statement: Statement) =>
    used.some((other) => other === statement || nearlySame(other.terms, statement.terms))
  return questions.flatMap((question): QuestionAnswer[] => {
    const answer = findAnswers(context, question)[0]?.statement
    if (!answer || isUsed(answer)) return []
    used.push(answer)
    const more = findSupport(context, question, answer).find(({ statement }) => !isUsed(statement))?.statement
    if (more) used.push(more)
    return [{ question, statements: more ? [answer, more] : [answer] }]
  })
}

export function* faq(context: WritingContext, step: WritingStep): Blocks {
  if (context.pages.length === 0) {
    yield note(splitWords(context).noReport)
    return false
  }
  let left = step.words
  let answered = 0
  for (const { question, statements } of answerQuestions(context, getQuestions(context, step))) {
    if (left <= 0) break
    yield `### ${asHeading(question, true)}`
    yield statements.map((statement) => quote(context, statement)).join(' ')
    left -= statements.reduce((sum, { words }) => sum + words, 0) + 8
    answered++
  }
  if (answered === 0) yield note(splitWords(context).noAnswer)
  return answered > 0
}
