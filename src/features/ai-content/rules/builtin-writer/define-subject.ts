/** Tells whether a sentence says what a question's subject is: "A converter is a platform that …". */
import { getTerms } from '../scoring/text-terms.ts'
import { type Question, vague } from './read-question.ts'
import type { Statement } from './statements.ts'

const copula = /(?<!\p{L})(?:is|are|means?|refers? to|describes?|says)(?!\p{L})/iu
/** Verbs that say what a thing does. The first sentence of a page may say it with any verb: "A loan replaces …". */
const doing = /(?<!\p{L})(?:lets?|turns?|helps?|ferments?)(?!\p{L})/giu
const anyVerb = /(?<!\p{L})\p{L}{3,}s(?!\p{L})/giu
/** What follows "is" in a definition. "Is worth", "is cheaper" or "is not" begin something else. */
const noun =
  /^ (?:\p{L}+ly |also |just |simply )?(?:an?|the|any|one|what|when|where|how|two|both|made|built|used|called|named|short for|another|part of|kinds? of|types? of)(?!\p{L})/iu
const clause = /(?<!\p{L})(?:of|from|for|if|when|while|because|with|without|in|on|at)(?!\p{L})/iu

/** Returns how well a statement defines the question's subject, 0 to 1. */
export function getDefinition(question: Question, statement: Statement): number {
  const sentence = statement.sentences.at(-1)!
  const found = copula.exec(sentence)
  if (found && isSubject(question, sentence.slice(0, found.index))) {
    const rest = sentence.slice(found.index + found[0].length)
    return !/^(?:is|are)$/i.test(found[0]) || noun.test(rest) ? 1 : 0.6
  }
  const isFirst = statement.opens !== null && statement.isLead
  const verbs = [...sentence.matchAll(doing), ...(isFirst ? sentence.matchAll(anyVerb) : [])]
  return verbs.some(({ index }) => isSubject(question, sentence.slice(0, index))) ? 0.9 : 0.2
}

/** Whether the words before a verb name what's asked and nothing else: not "money from a loan", asked what a loan is. */
function isSubject({ text, focus, terms, topic, subject, holds, language }: Question, before: string): boolean {
  if (clause.test(before) && !clause.test(text)) return false
  const own = new Set(getTerms(language)(before))
  const isNamed = / and /.test(text) ? focus.some((term) => holds(own, term) > 0) : false
  if (!isNamed && !focus.every((term) => holds(own, term) >= 0.9 || (vague.has(term) && focus.length > 1))) return false
  const questionTerms = new Set(terms)
  return [...own].every(
    (term) =>
      topic.has(term) ||
      subject.has(term) ||
      questionTerms.has(term) ||
      focus.some((one) => holds(new Set([term]), one) > 0),
  )
}
