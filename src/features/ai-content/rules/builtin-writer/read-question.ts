/** Reads a heading as a question, and measures how much of it a statement and the headings above it are about. */
import { getTerms } from '../scoring/text-terms.ts'
import { fitsForm, getQuestionType, type QuestionType } from './question-type.ts'
import { type RelatedWords, spells } from './related-words.ts'
import type { Statement, Statements } from './statements.ts'
import { rewordQuestion } from './synonyms.ts'

export type Question = {
  text: string
  type: QuestionType
  terms: string[]
  /** Terms besides the topic's. */
  focus: string[]
  /** Whether it asks about the topic itself: its other terms only say which kind of answer it wants. */
  isGeneral: boolean
  /** Whether it has one word besides the topic's. */
  isSingle: boolean
  /** Terms that the form of an answer expresses: "10 kilograms" is a weight. */
  byForm: ReadonlySet<string>
  weights: Map<string, number>
  /** Terms that no page has, so pages may write them out. */
  abbreviations: ReadonlySet<string>
  topic: ReadonlySet<string>
  subject: ReadonlySet<string>
  holds: RelatedWords['holds']
  /** Its terms, with other forms of them and related words. */
  family: ReadonlySet<string>
  language: string
}

const read = getTerms('en')
const toTerms = (words: string) => new Set(read(words))
/** Terms that say little of the subject. */
export const vague = toTerms(
  'good best better get need use make way home help thing kind type guide much many long far often high big work mean differ difference vs versus find know want try go do not right bad new people easy should can like worth look take say tell per day fix ideal size',
)
const formTerms: Record<string, ReadonlySet<string>> = {
  time: toTerms('last take keep live long old age lifespan shelf life duration wait stay time go good need'),
  length: toTerms('high tall big size height width deep wide thick large far distance stand space'),
  distance: toTerms('far go range distance travel fast speed'),
  mass: toTerms('weigh weight heavy hold load capacity amount'),
  money: toTerms('cost price pay spend expensive'),
  temperature: toTerms('temperature hot cold warm'),
  ratio: toTerms('ratio'),
  volume: toTerms('hold capacity volume'),
  any: toTerms('number old fast loud'),
  steps: toTerms('fix remove stop prevent treat solve repair cure clear'),
  frequency: toTerms('often frequently times'),
  reason: toTerms('cause reason'),
  comparison: toTerms('difference different compare better'),
  choice: toTerms('best good right ideal'),
}
const none: ReadonlySet<string> = new Set()

export function readQuestion(
  text: string,
  { getWeight, topic, subject, related, vocabulary }: Statements,
  language: string,
) {
  const isEnglish = /^en(?:-|$)/i.test(language)
  const reworded = isEnglish ? joinWords(rewordQuestion(text), vocabulary, topic) : text
  const terms = [...new Set(getTerms(language)(reworded))]
  const own = terms.filter((term) => !topic.has(term))
  const type = getQuestionType(reworded, language)
  const byForm = (isEnglish && formTerms[type.unit ?? type.kind]) || none
  const content = own.filter((term) => !vague.has(term))
  const focus = [content, own, terms].find((list) => list.length > 0) ?? []
  const isLight = content.length === 0
  const weights = new Map(
    terms.map((term) => [
      term,
      getWeight(term) *
        (topic.has(term) ? 0.25 : 1) *
        (vague.has(term) ? (isLight && !byForm.has(term) ? 0.6 : 0.3) : 1),
    ]),
  )
  const isGeneral = focus.every((term) => byForm.has(term) || topic.has(term) || subject.has(term) || vague.has(term))
  const { holds } = related
  return {
    text: reworded,
    type,
    terms,
    focus,
    isGeneral,
    isSingle: content.length < 2,
    byForm,
    weights,
    abbreviations: new Set(focus.filter((term) => !vocabulary.has(term))),
    topic,
    subject,
    language,
    holds,
    family: related.getFamily(terms),
  }
}

/** Writes "house plants" as "houseplants" if pages do. */
function joinWords(text: string, vocabulary: ReadonlySet<string>, topic: ReadonlySet<string>): string {
  return text.replace(/(?<!\p{L})(\p{L}{3,}) (?=(\p{L}{3,})(?!\p{L}))/gu, (words, one: string, next: string) => {
    const joined = read(one + next)[0]
    return joined && vocabulary.has(joined) && !topic.has(read(next)[0]!) ? one : words
  })
}

/** How much of the question a statement covers: itself, and with what's around it. */
export function cover(question: Question, statement: Statement) {
  const { focus, weights, topic, holds, byForm, abbreviations, type } = question
  let [total, own, all] = [0, 0, 0]
  let [missing, absent] = [false, 0]
  const hasForm = byForm.size > 0 && fitsForm(type, question.text, statement.sentences.at(-1)!) === 1
  for (const term of focus) {
    const weight = weights.get(term)!
    const floor = vague.has(term) ? 0.5 : 0
    const found = Math.max(holds(statement.terms, term), hasForm && byForm.has(term) ? 0.65 : 0)
    const inside =
      found > 0 ? found : abbreviations.has(term) && spells(statement.sentences.join(' '), term) ? 0.9 : floor
    const above =
      inside >= 0.9
        ? inside
        : Math.max(
            0.9 * holds(statement.headingTerms, term),
            0.8 * holds(statement.pathTerms, term),
            0.7 * holds(statement.beforeTerms, term),
          )
    const near = above > 0 || inside > 0 ? above : 0.5 * holds(statement.aroundTerms, term)
    total += weight
    // A page about the topic needn't name it in each sentence.
    own += weight * (topic.has(term) ? Math.max(inside, above) : inside)
    all += weight * Math.max(inside, near)
    if (inside === 0 && above === 0 && !vague.has(term) && weight >= 1) {
      absent++
      missing ||= focus.length <= 3 || weight > 3
    }
  }
  // Of two things compared, a sentence may name one without their common name: "terracotta dries faster".
  if (type.kind === 'comparison' && focus.length > 2 && absent < 2) missing = false
  if (type.kind === 'definition' && focus.length > 1 && absent < 2 && / and /.test(question.text)) missing = false
  return { inside: total === 0 ? 0 : own / total, coverage: total === 0 ? 0 : all / total, missing }
}

/** How much a heading asks the same, 0 to 1: shared terms by weight, of all terms of both. */
export function getLikeness({ focus, weights, holds, family }: Question, heading: ReadonlySet<string>): number {
  let [shared, total] = [0, 0]
  for (const term of focus) {
    const weight = weights.get(term)! + 0.2
    total += weight
    shared += weight * holds(heading, term)
  }
  let rest = 0
  for (const term of heading) if (!family.has(term)) rest += vague.has(term) ? 0.1 : 0.6
  return total === 0 ? 0 : shared / (total + rest)
}
