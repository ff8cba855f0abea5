import { formatCount, plural } from '#ui/format/format.ts'
import type { Finding } from '../../../contract.ts'

export type FindingText = {
  /** The sentence; `link` is the part of it that leads to the keywords. */
  link: string
  rest: string
  /** What isn't counted because a number is missing. */
  note: string | null
}

const perMonth = (searches: number | null) =>
  searches === null ? '' : `: ${formatCount(Math.round(searches))} searches per month in total`

/** Whether the sentence of a finding has a sum of searches. */
export const hasSum = ({ kind, searches }: Pick<Finding, 'kind' | 'searches'>) =>
  searches !== null && kind !== 'unanswered' && kind !== 'no_volume'

const lacking = ({ unknown }: Finding, what: string) =>
  unknown === 0 ? null : `${formatCount(unknown)} more might qualify, but ${unknown === 1 ? 'has' : 'have'} no ${what}.`

/** "have a KD of 20 or less and 1,000 or more searches per month" */
function getEase({ filter }: Finding, rows: number) {
  const { difficulty_max: difficulty = 0, volume_min: volume = 0 } = filter
  return `${rows === 1 ? 'has' : 'have'} a KD of ${difficulty} or less and ${formatCount(volume)} or more searches per month`
}

/** A finding as a sentence. Every number in it is counted from the report's rows. */
export function getFindingText(finding: Finding): FindingText {
  const { kind, rows, of, searches, examples, pages = 0 } = finding
  switch (kind) {
    case 'easy_questions':
      return {
        link: plural(rows, 'question'),
        rest: ` ${getEase(finding, rows)}${perMonth(searches)}.`,
        note: lacking(finding, 'KD or volume'),
      }
    case 'easy_keywords':
      return {
        link: plural(rows, finding.filter.types?.includes('question') === false ? 'other keyword' : 'keyword'),
        rest: ` ${getEase(finding, rows)}${perMonth(searches)}.`,
        note: lacking(finding, 'KD or volume'),
      }
    case 'near_top':
      return {
        link: plural(rows, 'keyword'),
        rest: ` ${rows === 1 ? 'has' : 'have'} your pages at positions 11 to 20, just below page one${perMonth(searches)}.`,
        note: null,
      }
    case 'buying_intent':
      return {
        link: plural(rows, 'keyword'),
        rest: ` ${rows === 1 ? 'shows' : 'show'} commercial or transactional intent${perMonth(searches)}.`,
        note: null,
      }
    case 'ai_overviews':
      return {
        link: plural(rows, 'keyword'),
        rest: ` of ${formatCount(of)} with a known results page ${rows === 1 ? 'shows' : 'show'} an AI Overview${perMonth(searches)}.`,
        note: null,
      }
    case 'unanswered': {
      const [first] = examples
      const others = rows - 1
      return {
        link: `“${first?.text ?? ''}”`,
        rest: `${others > 0 ? ` and ${plural(others, 'other')} of the top ${formatCount(of)} questions aren’t` : ' isn’t'} covered by any heading of the ${plural(pages, 'ranking page')}.`,
        note: null,
      }
    }
    case 'no_volume':
      return {
        link: `${formatCount(rows)} of ${plural(of, 'keyword')}`,
        rest: ` ${rows === 1 ? 'has' : 'have'} no known search volume.`,
        note: null,
      }
  }
}
