import { isQuestion } from '#features/reports/rules/keywords/classify-keyword.ts'
import type { BriefingProposal } from '../../contract.ts'
import { asSectionHeading } from '../as-heading.ts'
import { headingKey } from '../markdown-text.ts'
import { getTerms } from '../scoring/text-terms.ts'

type Title = BriefingProposal['titles'][number]

const maxTitles = 5
const maxQuestionTitles = 3
/** Characters. Longer titles are cut off in search results. */
const maxLength = 70
const maxHeadingWords = 4

type TitleSources = {
  main: string
  keywords: BriefingProposal['keywords']
  questions: Pick<BriefingProposal['questions'][number], 'text' | 'volume'>[]
  headings: BriefingProposal['headings']
  language: string
}

/** Title ideas from the main keyword, from what people ask about it, and from what several pages cover. */
export function proposeTitles({ main, keywords, questions, headings, language }: TitleSources): Title[] {
  if (main === '') return []
  const read = getTerms(language)
  const topic = new Set(read(main))
  const ideas: Title[] = []
  const isMainQuestion = isQuestion(main, language)
  const plain: Title = {
    text: asSectionHeading(main, isMainQuestion),
    from: isMainQuestion ? 'question' : 'keyword',
    volume: keywords[0]?.volume ?? null,
    pages: [],
  }
  if (isMainQuestion) ideas.push(plain)
  ideas.push(
    ...questions
      .filter(({ text }) => topic.isSubsetOf(new Set(read(text))) && text.length <= maxLength)
      .slice(0, maxQuestionTitles)
      .map(({ text, volume }): Title => ({ text: asSectionHeading(text, true), from: 'question', volume, pages: [] })),
  )
  const covered = headings.filter(
    ({ text, pages }) => pages.length >= 2 && !isQuestion(text, language) && isName(text, read),
  )
  for (let count = Math.min(3, covered.length); count >= 2; count--) {
    const used = covered.slice(0, count)
    const text = `${asSectionHeading(main, false)}: ${joinParts(
      used.map(({ text }) => asPart(text, language)),
      language,
    )}`
    if (text.length > maxLength) continue
    ideas.push({ text, from: 'headings', volume: null, pages: [...new Set(used.flatMap(({ pages }) => pages))].sort() })
    break
  }
  if (!isMainQuestion) ideas.push(plain)
  return [...new Map(ideas.map((idea) => [headingKey(idea.text), idea])).values()].slice(0, maxTitles)
}

/** Whether a heading is a short name: "Grind size", not "With milk or sweetener". */
function isName(text: string, read: (text: string) => string[]) {
  const words = text.trim().split(/\s+/)
  return words.length <= maxHeadingWords && read(words[0]!).length > 0
}

/** English headings lose their first capital in a list, unless more than the first letter is a capital. */
const asPart = (text: string, language: string) =>
  language.startsWith('en') && /^\p{Lu}\p{Ll}+(?:\s+\P{Lu}+)*$/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text

function joinParts(parts: string[], language: string): string {
  try {
    return new Intl.ListFormat(language, { type: 'conjunction' }).format(parts)
  } catch {
    return parts.join(', ')
  }
}
