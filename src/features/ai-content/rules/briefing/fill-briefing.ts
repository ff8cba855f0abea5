/** Decides which fields of a briefing a proposal fills in. What someone typed is never replaced. */
import type { BriefingProposal } from '../../contract.ts'

export const filledFields = ['title', 'keywords', 'audience', 'words', 'links'] as const
export type FilledField = (typeof filledFields)[number]

type Links = { url: string; title: string }[]

/** Links as lines of a URL, a space and a title, the form in which the draft keeps them. */
export const toLinkLines = (links: Links): string => links.map(({ url, title }) => `${url} ${title}`).join('\n')

export function parseLinkLines(lines: string): Links {
  return toLines(lines).map((line) => {
    const space = line.indexOf(' ')
    return space < 0 ? { url: line, title: line } : { url: line.slice(0, space), title: line.slice(space + 1).trim() }
  })
}

/** Non-empty lines. */
export const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** More links than this would rather disturb a reader. */
const maxLinks = 3

/** A proposal in the form of the fields' values; empty for what isn't known. */
export const toProposedValues = (proposal: BriefingProposal): Record<FilledField, string> => ({
  title: proposal.titles[0]?.text ?? '',
  keywords: proposal.keywords.map(({ text }) => text).join(', '),
  audience: proposal.audience.text ?? '',
  words: proposal.words.median === null ? '' : String(Math.max(20, proposal.words.median)),
  links: toLinkLines(proposal.links.slice(0, maxLinks)),
})

/**
 * Fields whose value was selected on the screen before: keywords with the first of them as the title, or a title alone. The title
 * that comes with a topic is its name, a search, which a proposed title says better.
 */
export function getGivenFields({
  title,
  keywords,
  isTopic,
}: {
  title: string
  keywords: readonly string[]
  isTopic: boolean
}): FilledField[] {
  if (keywords.length > 0) return title ? ['title', 'keywords'] : ['keywords']
  return title && !isTopic ? ['title'] : []
}

/**
 * @param typed fields whose value came from a person
 * @returns the new values, the fields that were filled in, and those that were typed and have another value
 */
export function fillBriefing<Values extends Record<FilledField, string>>(
  values: Values,
  proposed: Record<FilledField, string>,
  typed: ReadonlySet<string>,
): { values: Values; filled: FilledField[]; unchanged: FilledField[] } {
  const next = { ...values }
  const filled: FilledField[] = []
  const unchanged: FilledField[] = []
  for (const field of filledFields) {
    if (proposed[field] === '' || proposed[field] === values[field].trim()) continue
    if (typed.has(field) && values[field].trim() !== '') unchanged.push(field)
    else {
      next[field] = proposed[field] as Values[typeof field]
      filled.push(field)
    }
  }
  return { values: next, filled, unchanged }
}
