/** Finds the questions and answers of a post, for FAQPage structured data. */

export type Faq = { question: string; answer: string }

const minQuestions = 2
const maxQuestions = 50
const maxAnswer = 2000

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words of sanitized HTML, without citation marks. */
export const toText = (html: string) =>
  html
    .replace(/<sup>.*?<\/sup>|<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
    .trim()

type Section = { level: number; question: string; answer: string; isQuestion: boolean; hasParts: boolean }

/**
 * Returns the questions of each heading whose subheadings all ask something and have an answer, or of the whole text if it
 * is nothing else. In any language: a question ends with its mark.
 * @param html sanitized, with headings without attributes
 */
export function getFaq(html: string): Faq[] {
  const parts = html.split(/<h([1-6])>([\s\S]*?)<\/h\1>/)
  const hasOpening = toText(parts[0] ?? '') !== ''
  const sections: Section[] = []
  for (let at = 1; at < parts.length; at += 3) {
    const question = toText(parts[at + 1]!)
    if (question === '') continue
    const level = Number(parts[at])
    const answer = toText(parts[at + 2]!.replace(/<\/(?:p|li|h\d|tr|td|th|blockquote)>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim()
    const previous = sections.at(-1)
    if (previous && previous.level < level) previous.hasParts = true
    sections.push({ level, question, answer, isQuestion: /[?？؟]$/.test(question), hasParts: false })
  }
  const groups = sections.flatMap((section, at) => (section.hasParts ? [getParts(sections, at)] : []))
  const isFlat = sections.every(({ level }) => level === sections[0]!.level)
  if (isFlat && !hasOpening) groups.push(sections)
  return groups
    .filter((group) => group.length >= minQuestions && group.every(isAnswered))
    .flat()
    .slice(0, maxQuestions)
    .map(({ question, answer }) => ({ question, answer: cut(answer) }))
}

const isAnswered = ({ isQuestion, answer, hasParts }: Section) => isQuestion && answer !== '' && !hasParts

/** The headings one step below the one at `at`. */
function getParts(sections: Section[], at: number): Section[] {
  const { level } = sections[at]!
  const end = sections.findIndex((section, index) => index > at && section.level <= level)
  const below = sections.slice(at + 1, end < 0 ? undefined : end)
  const highest = Math.min(...below.map((section) => section.level))
  return below.filter((section) => section.level === highest)
}

const cut = (text: string) => (text.length <= maxAnswer ? text : `${text.slice(0, maxAnswer - 1).trimEnd()}…`)
