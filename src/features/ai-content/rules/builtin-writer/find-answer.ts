/** Finds the sentences of the report's pages that answer a heading, and those that support the answer. */
import type { WritingContext } from '../generation/generation-context.ts'
import { getTerms } from '../scoring/text-terms.ts'
import { getDefinition } from './define-subject.ts'
import { fitsForm, getQuestionType, isInstruction, type QuestionKind } from './question-type.ts'
import { cover, getLikeness, type Question, readQuestion, vague } from './read-question.ts'
import { getStatements, type List, type Statement } from './statements.ts'

export type Answer = {
  statement: Statement
  score: number
  coverage: number
  /** How much the heading above it asks the same, 0 to 1. */
  likeness: number
}

/** Share of a question's terms, by weight, that an answer and the headings above it must have. */
const minCoverage = 0.6
const minScore = 2
const minSupportCoverage = 0.75
/** Sentences whose verb or unit is in the sentence before: "Meat and dairy are not." */
const elliptical = /(?<!\p{L})(?:is|are|do|does|can|will|has|have|for|to|at|of|than|about)(?: not)? ?[\d.,]*\.$/iu

/** Returns possible answers to a heading, best first. Empty if no page answers it. */
export function findAnswers(context: WritingContext, heading: string): Answer[] {
  const statements = getStatements(context)
  const question = readQuestion(heading, statements, context.briefing.language)
  if (question.terms.length === 0 || /\bnear me\b/i.test(heading)) return []
  const answers = statements.all
    .flatMap((statement): Answer[] => {
      const answer = rate(question, statement)
      return answer ? [answer] : []
    })
    .sort((a, b) => b.score - a.score || a.statement.at - b.statement.at)
  return exactKinds.has(question.type.kind) && isContested(answers) ? [] : answers
}

/** Whether the two best sentences name figures that exclude each other, and nothing says which is meant. */
function isContested([first, second]: Answer[]): boolean {
  if (!first || !second || first.score - second.score > 0.05 || first.likeness >= 0.5) return false
  const ranges = [first, second].map(({ statement }) => {
    const figures = statement.sentences.at(-1)!.match(/\d[\d,]*(?:\.\d+)?/g) ?? []
    return figures.map((figure) => Number(figure.replaceAll(',', '')))
  })
  const [one, other] = ranges as [number[], number[]]
  if (one.length === 0 || other.length === 0) return false
  return Math.max(...one) < Math.min(...other) || Math.max(...other) < Math.min(...one)
}

const negative =
  /(?<!\p{L})(?:not|cannot|\p{L}+n['’]t|no|never|avoid(?:ing)?|except|careful|toxic|poison(?:ous)?|harm(?:ful)?|unsafe|bad|without|mistakes?|leave)(?!\p{L})/iu

const forbidding = /(?<!\p{L})(?:not|cannot|\p{L}+n['’]t|never|avoid|except|without|mistakes?)(?!\p{L})/iu

const unsuited = /(?:not|n['’]t) (?:well )?(?:suit|suited|suitable|recommended|advised|ideal|good)(?!\p{L})/iu
const positive: ReadonlySet<QuestionKind> = new Set(['topic', 'choice', 'use', 'steps'])

/** Kinds of questions with many near answers, of which few are right. */
const exactKinds: ReadonlySet<QuestionKind> = new Set(['frequency', 'quantity', 'place', 'person'])

function rate(question: Question, statement: Statement): Answer | null {
  const written = statement.sentences.at(-1)!
  const { inside, coverage, missing } = cover(question, statement)
  if (missing || coverage < minCoverage || elliptical.test(written)) return null
  const above = getHeadingMatch(question, statement)
  const likeHeading =
    Math.max(getLikeness(question, statement.headingTerms), getLikeness(question, statement.sectionTerms)) *
    (above === 'other' ? 0.6 : 1)
  const isMeasured = question.type.kind === 'quantity' || question.type.kind === 'frequency'
  const likeTitle = getLikeness(question, statement.titleTerms)
  const others = getOtherTerms(question, statement)
  const digression = 1 + 0.2 * others.length
  // "Worms work best at 20 degrees", on a page about worms, isn't the temperature of compost.
  const isNarrower = isMeasured && question.isGeneral && others.some((term) => statement.terms.has(term))
  // Under "Turning", only a sentence on turning says how often. "Storing discard" doesn't say what to do with it.
  const isStray =
    (question.type.kind === 'use' || (inside === 0 && exactKinds.has(question.type.kind))) &&
    likeHeading > 0 &&
    statement.heading !== null &&
    getQuestionType(statement.heading, question.language).kind !== question.type.kind
  const isReply = above === 'same' && statement.opens !== null && likeHeading >= 0.7
  const position =
    isNarrower || isStray
      ? 0
      : Math.max(
          (likeHeading * (statement.opens ? 1 : 0.6)) / digression,
          likeTitle *
            (statement.opens === 'page'
              ? 1
              : statement.isLead || (statement.isFirstStep && question.type.kind === 'steps')
                ? 0.75
                : 0.3),
        )
  // The first statement under the same question is its answer, whatever its form.
  const isOpening = statement.opens !== null && position >= 0.75
  const isStart = statement.isLead || (question.type.kind === 'steps' && statement.isFirstStep)
  if (!isReply && !isAboutTopic(question, statement, Math.max(likeHeading, isStart ? likeTitle : 0))) return null
  if (position === 0 && isFaint(question, statement, inside)) return null
  if (question.type.kind === 'steps' && question.isGeneral && !isStart && likeHeading < 0.6) return null
  const isNamed =
    statement.list !== null &&
    !statement.list.isSteps &&
    question.type.kind === 'yes-no' &&
    inside >= 0.5 &&
    coverage >= 0.8
  const isOfTopic =
    question.isGeneral ||
    (question.isSingle && (question.type.kind === 'yes-no' || question.type.kind === 'comparison'))
  const stranger = isOfTopic && !(isOpening && likeHeading >= 0.8) ? getStranger(question, written) : null
  const isStrict = !isMeasured || question.type.unit === 'money'
  if (stranger === 'other' && isStrict) return null
  const ownForm = isNamed ? 0.8 : getForm(question, statement, likeHeading)
  // The first sentence under the same question answers it, also without a word such as "can" or "because".
  const form = isReply && ownForm > 0 && !isInstruction(written) ? Math.max(ownForm, 0.9) : ownForm
  // What to do about a thing doesn't say whether it is so.
  if (question.type.kind === 'yes-no' && isInstruction(written) && !isReply && !negative.test(written)) return null
  if (question.type.kind === 'definition' && form < (above === 'other' ? 1 : 0.5) && !isReply) return null
  if (question.type.kind === 'choice' && form < 1 && likeHeading < 0.5) return null
  // One step of several isn't how to do it.
  if (statement.list?.isSteps && question.type.kind === 'steps' && statement !== statement.list.items[0]) return null
  // "Yes" answers the question above it.
  if (/^(?:yes|no)(?!\p{L})/iu.test(statement.sentences[0]!) && !(statement.opens && likeHeading >= 0.75)) return null
  // A case before a colon and its advice is an answer: "You use two screens: buy a full desk".
  if (/^you [^.]*:/i.test(written) && isMeasured) return null
  // What not to do is said with a no, in the sentence or above it.
  // What to avoid, what isn't suited or what not to do isn't asked by "what to eat" or "which yeast".
  if (positive.has(question.type.kind) && !negative.test(question.text)) {
    if (forbidding.test(statement.heading ?? '') || unsuited.test(written)) return null
  }
  if (forbidding.test(question.text) && !negative.test(`${statement.heading ?? ''} ${written}`)) return null
  if (form === 0 && !(isOpening && question.type.unit === 'length')) return null
  if (form <= 0.3 && !isOpening && inside < 0.95) return null
  if (statement.list && !statement.list.isSteps && inside < 0.6) return null
  const length = statement.words > 35 ? 0.15 : statement.words < 6 && !isNamed ? 0.2 : 0
  const referring = statement.sentences.length > 1 ? 0.5 : 0
  // A page named after the question begins with its answer.
  const named =
    statement.opens === 'page' && question.terms.every((term) => question.holds(statement.titleTerms, term) >= 0.9)
      ? 0.3
      : 0
  const about =
    isMeasured &&
    !statement.list &&
    (statement.isLead ||
      [...question.subject].some(
        (term) => question.topic.has(term) && term === [...question.subject].at(-1) && statement.terms.has(term),
      ))
      ? 0.2
      : 0
  const listed = !statement.list || isNamed ? 0 : statement.list.isSteps ? 0.15 : isMeasured ? 0.5 : 0.35
  const score =
    Math.max(inside, isOpening ? 0.9 * position : 0, form >= 0.5 && coverage >= 0.8 ? 0.8 * coverage : 0) +
    coverage * 0.5 +
    position +
    named +
    about +
    (isOpening && !(question.type.kind === 'yes-no' && isInstruction(written)) ? Math.max(form, 0.55) : form) -
    length -
    referring -
    listed -
    (!stranger ? 0 : isStrict || stranger === 'other' ? 0.3 : 0) +
    0.1 / statement.n
  return score >= minScore ? { statement, score, coverage, likeness: likeHeading } : null
}

/** Kinds that one sentence may answer alike. */
const alike: ReadonlySet<QuestionKind>[] = [
  new Set(['yes-no', 'comparison', 'choice', 'topic']),
  new Set(['steps', 'use', 'topic']),
  new Set(['quantity', 'frequency', 'occasion']),
  new Set(['reason', 'topic']),
]

/** Whether the heading right above asks the same kind of question, another one, or only names a subject. */
function getHeadingMatch(
  { type, language }: Question,
  { heading, headingTerms }: Statement,
): 'same' | 'other' | 'subject' {
  if (
    !heading ||
    !/^(?:what|how|why|when|where|who|which|is|are|can|could|do|does|should|will)(?!\p{L})/iu.test(heading)
  )
    return 'subject'
  // "How it works" asks nothing by itself.
  if ([...headingTerms].every((term) => vague.has(term))) return 'subject'
  const { kind } = getQuestionType(heading, language)
  if (kind === type.kind) return 'same'
  return alike.some((kinds) => kinds.has(kind) && kinds.has(type.kind)) ? 'subject' : 'other'
}

/** A related word alone, or the question's one word in a sentence that doesn't name the topic, proves too little. */
function isFaint(question: Question, { terms, headingTerms, list }: Statement, inside: number): boolean {
  const { isSingle, isGeneral, focus, topic, subject, holds, type } = question
  if (isGeneral || list || focus.some((term) => holds(headingTerms, term) >= 0.9)) return false
  if (inside <= 0.75 && !focus.some((term) => holds(terms, term) >= 0.9)) return true
  if (type.kind === 'reason' && inside < 0.85) return true
  if (!isSingle || (type.kind !== 'yes-no' && type.kind !== 'choice')) return false
  const named = [...topic, ...subject].filter((term) => !focus.includes(term))
  return named.length > 0 && !named.some((term) => holds(terms, term) > 0)
}

/** "How much does a keyboard cost" isn't answered by what a cable costs: the statement is about the topic itself. */
function isAboutTopic(question: Question, statement: Statement, likeness: number): boolean {
  const { type, terms, isGeneral, topic, subject, holds } = question
  if (!isGeneral || topic.size === 0) return true
  const named = [...subject].filter((term) => holds(statement.terms, term) === 1)
  // Many lengths and numbers are said of a thing, so the sentence says which.
  const hasTerm =
    (type.unit !== 'length' && type.unit !== 'any') ||
    terms.some((term) => !topic.has(term) && holds(statement.terms, term) > 0)
  if (hasTerm && (named.length > 1 || (named.length === 1 && named[0] === [...subject].at(-1)))) return true
  return likeness >= 0.7 && getOtherTerms(question, statement).length <= 1
}

const verb =
  /(?<!\p{L})(?:is|are|was|were|can|cannot|could|should|must|may|might|will|would|has|have|do|does|don['’]t|doesn['’]t|costs?|takes?|holds?|weighs?|lasts?|needs?|uses?|makes?|keeps?|works?|contains?|lives?|saves?|runs?|gives?|gets?|adds?|stays?|goes|go|tends?)(?!\p{L})/iu
const pronouns = /^(?:it|they|you|most|this|these|one|some|there|what|if|when|for|in|with|at|after|on|by)(?!\p{L})/iu

/** Whether a sentence's subject is another thing than the topic, or a narrower one: "a whipper costs", "iced coffee is". */
function getStranger({ topic, subject, family, language }: Question, sentence: string): 'other' | 'narrower' | null {
  const [before] = sentence.split(verb, 1)
  if (!before || before === sentence || pronouns.test(sentence) || isInstruction(sentence)) return null
  const terms = getTerms(language)(before)
  if (terms.length === 0 || terms.length > 5) return null
  const isTopic = terms.some((term) => topic.has(term) || subject.has(term))
  const isOther = terms.some(
    (term) => !topic.has(term) && !subject.has(term) && !family.has(term) && !vague.has(term) && !/^\d/.test(term),
  )
  return !isOther ? null : isTopic ? 'narrower' : 'other'
}

const weighing = /(?<!\p{L})(?:weigh|weight|heav|light|(?:is|are|be) (?:about |around )?\d)/iu

/** A figure counts fully only in the clause that has one of the question's words: "turning is hard, empty it once a year". */
function getForm(question: Question, statement: Statement, likeHeading: number): number {
  const { type, text, focus, holds, language } = question
  const sentence = statement.sentences.at(-1)!
  if (type.kind === 'definition') return getDefinition(question, statement)
  const form = fitsForm(type, text, sentence)
  if (type.unit === 'money' && question.isGeneral && isOfAnother(question, sentence)) return 0
  // Weights of other things in a sentence are many, so a verb or noun of weighing says which.
  if (type.unit === 'mass' && /\b(?:weighs?|heavy)\b/.test(text) && !weighing.test(`${statement.heading} ${sentence}`))
    return 0
  if (form < 1 || likeHeading >= 0.75 || (type.kind !== 'quantity' && type.kind !== 'frequency')) return form
  const clauses = sentence.split(/[,;:] | and (?!\d)| but | while | whereas /)
  if (clauses.length === 1) return form
  const read = getTerms(language)
  const isNamed = (term: string, text: string) => holds(new Set(read(text)), term) === 1
  const isTogether = clauses.some((clause) => {
    if (fitsForm(type, text, clause) < 1) return false
    const terms = new Set(read(clause))
    return focus.some((term) => holds(terms, term) > 0)
  })
  // "Wet food holds 75 percent water and suits dogs that drink little" doesn't say how much water a dog drinks.
  const measured = clauses.filter((clause) => fitsForm(type, text, clause) === 1)
  const isElsewhere = measured.every(
    (clause) =>
      verb.test(clause) &&
      focus.some((term) => !isNamed(term, clause) && !question.byForm.has(term) && isNamed(term, sentence)),
  )
  if (type.isExact && focus.length > 1 && measured.length > 0 && isElsewhere && likeHeading < 0.5) return 0
  return isTogether ? form : 0.7
}

/** Whether the clause with the figure is about another thing: "a bike uses little, so a thousand miles cost 4 dollars". */
function isOfAnother(question: Question, sentence: string): boolean {
  const clauses = sentence.split(/[,;:] (?:so |and |but |while |since )?/)
  if (clauses.length === 1 || getStranger(question, clauses[0]!) === 'other') return false
  const measured = clauses.filter((clause) => fitsForm(question.type, question.text, clause) === 1)
  return measured.length > 0 && measured.every((clause) => getStranger(question, clause) === 'other')
}

/** What titles say of the page and not of its subject. */
const editorial = new Set(getTerms('en')('complete ultimate full simple explained review tips step everything facts'))

/** How far the page is about something narrower than the question: its title's other terms. */
function getOtherTerms({ family, topic }: Question, { titleTerms }: Statement): string[] {
  return [...titleTerms].filter(
    (term) => !topic.has(term) && !vague.has(term) && !editorial.has(term) && !family.has(term) && !/^\d/.test(term),
  )
}

/** Returns statements on the same matter that can follow an answer, best first. */
export function findSupport(context: WritingContext, heading: string, answer: Statement): Answer[] {
  const statements = getStatements(context)
  const { language } = context.briefing
  const question = readQuestion(heading, statements, language)
  return statements.all
    .flatMap((statement): Answer[] => {
      if (statement === answer || statement.list) return []
      const { inside, coverage, missing } = cover(question, statement)
      const isBeside = statement.n === answer.n && statement.heading === answer.heading && answer.opens !== null
      const near = isBeside && statement.at > answer.at ? 0.6 / (statement.at - answer.at) : 0
      const above = Math.max(
        getLikeness(question, statement.sectionTerms),
        getLikeness(question, statement.headingTerms),
        getLikeness(question, statement.titleTerms),
      )
      const isRelevant = !missing && coverage >= minSupportCoverage && inside >= 0.5 && (above >= 0.5 || inside >= 0.99)
      if ((!isRelevant && near < 0.2) || elliptical.test(statement.sentences.at(-1)!)) return []
      const score =
        inside + coverage * 0.5 + near - (statement.sentences.length - 1) * 0.1 - (statement.words > 30 ? 0.2 : 0)
      return [{ statement, score, coverage, likeness: above }]
    })
    .sort((a, b) => b.score - a.score || a.statement.at - b.statement.at)
}

/** Returns the list that a heading asks for, and how much the heading above it asks the same: steps for "how to", items for "what to look for". */
export function findList(context: WritingContext, heading: string): { list: List; likeness: number } | null {
  const statements = getStatements(context)
  const { language } = context.briefing
  const question = readQuestion(heading, statements, language)
  const { kind } = question.type
  if (kind !== 'steps' && kind !== 'topic' && kind !== 'choice') return null
  let [best, bestScore] = [null as List | null, 0.62]
  for (const list of statements.lists) {
    if ((kind === 'steps') !== list.isSteps || list.items.length < 3) continue
    if (list.heading && forbidding.test(list.heading) && !forbidding.test(question.text)) continue
    const { headingTerms, titleTerms } = list.items[0]!
    const { missing, coverage } = cover(question, {
      ...list.items[0]!,
      terms: new Set(list.items.flatMap((item) => [...item.terms])),
    })
    if (missing || coverage < minCoverage) continue
    const score = Math.max(
      getLikeness(question, headingTerms),
      list.isSteps ? 0.9 * getLikeness(question, titleTerms) : 0,
    )
    if (score > bestScore) [best, bestScore] = [list, score]
  }
  return best && { list: best, likeness: bestScore }
}
