import { type Tokens, tokenize } from './keywords/term-tokens.ts'

/** Which keywords the ranking pages answer: those that one of their headings is about. */

export type ReadPage = { headings: readonly { text: string }[] }
type Question = { _id: string; text: string }
type About = { seed: string; language: string }

/** The number of pages that answer a keyword. Null when headings can't tell, since all its words are the topic's. */
export type CountAnswers = (text: string) => number | null

/** Fewer pages say little about what the others cover. */
const minPages = 3
/** A share of the words of a question that a heading must have to be about it. */
const minShare = 0.75

/**
 * Null when too few pages were read.
 * @param seed the report's topic: its words are in every heading, so they prove nothing
 */
export function createAnswerCount(pages: readonly ReadPage[], { seed, language }: About): CountAnswers | null {
  if (pages.length < minPages) return null
  const tokens = tokenize(language)
  const known = new Set(getWords(tokens, seed))
  const headings = pages.map((page) => page.headings.map(({ text }) => new Set(getWords(tokens, text))))
  return (text) => {
    const words = [...new Set(getWords(tokens, text))].filter((word) => !known.has(word))
    if (words.length === 0) return null
    const isAbout = (heading: Set<string>) =>
      words.filter((word) => heading.has(word)).length >= words.length * minShare
    return headings.filter((page) => page.some(isAbout)).length
  }
}

/**
 * Questions that no heading of the ranking pages is about, in the order given. Null when too few pages were read, or when the
 * language's words can't be told apart.
 */
export function getUnanswered(asked: readonly Question[], pages: readonly ReadPage[], about: About): Question[] | null {
  const countAnswers = createAnswerCount(pages, about)
  if (!countAnswers) return null
  const counted = asked.map((question) => ({ question, answers: countAnswers(question.text) }))
  if (counted.every(({ answers }) => answers === null)) return null
  return counted.filter(({ answers }) => answers === 0).map(({ question }) => question)
}

const getWords = (tokens: Tokens, text: string) =>
  tokens
    .runs(text)
    .flat()
    .flatMap(({ stem, stop }) => (stop ? [] : [stem]))
