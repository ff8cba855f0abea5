/** Extracts questions and answers from pages. Questions that no page answers are left out. */
import { type Blocks, note, splitWords } from './builtin-article.ts'
import { type Chunk, cite, createUsedSentences, type Lifted } from './builtin-chunks.ts'
import { cutToWords, getChunks } from './builtin-draft.ts'
import { asHeading } from './default-outline.ts'
import type { WritingContext, WritingStep } from './generation-context.ts'
import { headingKey } from './markdown-text.ts'
import { getTopic } from './section-questions.ts'
import { getTitles, scorePassages } from './source-passages.ts'
import { getTerms } from './text-terms.ts'

type Answer = { question: string; chunk: Chunk; sentences: Lifted[] }

const maxAnswerLength = 90

/** Returns questions with the sentences that answer them. Each sentence is used once. */
function answersTo(context: WritingContext, questions: string[]): Answer[] {
  const { language } = context.briefing
  const chunks = getChunks(context)
  const terms = getTerms(language)
  const topic = new Set(getTopic(context).slice(0, 2).flatMap(terms))
  const titles = getTitles(context)
  const headingTerms = chunks.map(({ n, heading }) => new Set(terms(`${titles.get(n) ?? ''} ${heading ?? ''}`)))
  const usedSentences = createUsedSentences()
  return questions.flatMap((question): Answer[] => {
    const all = [...new Set(terms(question))]
    const own = all.filter((term) => !topic.has(term))
    const questionTerms = own.length > 0 ? own : all
    const scores = scorePassages(chunks, { questions: [question], heading: own.join(' ') }, language).map(
      (score, at) => score * (1 + toShare(questionTerms, headingTerms[at]!)) * (opensHeading(chunks, at) ? 1.2 : 1),
    )
    const order = scores.map((_score, at) => at).sort((a, b) => scores[b]! - scores[a]! || a - b)
    for (const at of order.slice(0, 12)) {
      const chunk = chunks[at]!
      const unused = usedSentences.getUnused(chunk)
      if (!unused || scores[at] === 0) continue
      const sentences = cutToWords(unused, maxAnswerLength).slice(0, 3)
      if (sentences.length === 0 || !answers(question, questionTerms, sentences, headingTerms[at]!)) continue
      usedSentences.add(sentences)
      return [{ question: asHeading(question, true), chunk, sentences }]
    }
    return []
  })
}

/** Matches questions about a quantity. Only a sentence with a number can answer them. */
const asksFigure =
  /^(?:how (?:long|much|many|high|far|often|hot|cold|big|tall|fast|old|deep|wide|heavy)|wie (?:viele?|lange|oft|hoch|weit|groß)|combien|cu[aá]nt[oa]s?|quant[oaie]|hoe(?:veel| lang| vaak| hoog))(?![\p{L}])/iu
const figure =
  /\p{Nd}|(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|half|hundred|zwei|drei|vier|fünf|sechs|sieben|acht|zehn|deux|trois|quatre|cinq|dos|tres|cuatro|cinco|due|tre|quattro|cinque|dois|três|quatro|twee|drie|vijf)(?!\p{L})/iu

/** Whether a chunk and its heading have all terms of the question, or most of them if the heading asks the same. */
function answers(
  question: string,
  questionTerms: string[],
  sentences: Lifted[],
  headingTerms: ReadonlySet<string>,
): boolean {
  if (asksFigure.test(question.trim()) && !sentences.some(({ text }) => figure.test(text))) return false
  const inside = new Set(sentences.flatMap((sentence) => [...sentence.terms]))
  const coveredShare =
    questionTerms.filter((term) => inside.has(term) || headingTerms.has(term)).length / questionTerms.length
  const headingShare = toShare(questionTerms, headingTerms)
  if (questionTerms.length === 1) return headingShare === 1 && (inside.has(questionTerms[0]!) || sentences.length > 1)
  return (coveredShare === 1 && toShare(questionTerms, inside) >= 0.5) || (coveredShare >= 0.66 && headingShare >= 0.66)
}

function toShare(questionTerms: string[], found: ReadonlySet<string>): number {
  return questionTerms.filter((term) => found.has(term)).length / Math.max(1, questionTerms.length)
}

const opensHeading = (chunks: Chunk[], at: number) =>
  at === 0 || chunks[at - 1]!.heading !== chunks[at]!.heading || chunks[at - 1]!.n !== chunks[at]!.n

/** Returns the report's questions, followed by questions from page headings. */
function getQuestions(context: WritingContext, step: WritingStep): string[] {
  const headings = context.pages
    .flatMap((page) => page.headings.map(({ text }) => text))
    .filter((text) => /[?？؟]$/.test(text.trim()))
  const seen = new Set<string>()
  return [...step.questions, ...headings].filter((question) => {
    const key = headingKey(question)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

export function* faq(context: WritingContext, step: WritingStep): Blocks {
  if (context.pages.length === 0) {
    yield note(splitWords(context).noReport)
    return false
  }
  let left = step.words
  let answered = 0
  for (const { question, chunk, sentences } of answersTo(context, getQuestions(context, step))) {
    if (left <= 0) break
    yield `### ${question}`
    yield cite(sentences, chunk.n)
    left -= sentences.reduce((sum, { words }) => sum + words, 0) + 8
    answered++
  }
  if (answered === 0) yield note(splitWords(context).noAnswer)
  return answered > 0
}
