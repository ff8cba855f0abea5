import type { Cluster, Row } from '../../contract.ts'
import type { CountAnswers } from '../answered.ts'
import { volumeFigure } from '../rows/volume-figure.ts'

/** How much of a report's main topics the ranking pages answer. */

const maxTopics = 10
/** Keywords of a topic looked for in headings, the most searched: a topic may have thousands. */
export const maxCheckedKeywords = 50

export type TopicAnswers = Pick<Cluster, '_id' | 'name' | 'keywords' | 'volume' | 'volume_known'> & {
  /** Keywords that headings can tell about. Null when nothing is known of the ranking pages. */
  checked: number | null
  /** Of these, how many at least one page answers. */
  answered: number | null
}

/** Most searched first, those without a volume at the end, by their number of keywords. */
export function getTopicAnswers(
  topics: readonly Cluster[],
  rows: readonly Row[],
  countAnswers: CountAnswers | null,
): TopicAnswers[] {
  return [...topics]
    .sort((a, b) => (b.volume ?? -1) - (a.volume ?? -1) || b.keywords - a.keywords)
    .slice(0, maxTopics)
    .map(({ _id, name, keywords, volume, volume_known }) => {
      const counted =
        countAnswers &&
        countChecked(
          rows.filter(({ cluster_id }) => cluster_id === _id),
          countAnswers,
        )
      const isKnown = counted !== null && counted.checked > 0
      return {
        _id,
        name,
        keywords,
        volume,
        volume_known,
        checked: isKnown ? counted.checked : null,
        answered: isKnown ? counted.answered : null,
      }
    })
}

function countChecked(rows: readonly Row[], countAnswers: CountAnswers) {
  const answers = [...rows]
    .sort((a, b) => (volumeFigure(b.volume) ?? -1) - (volumeFigure(a.volume) ?? -1))
    .slice(0, maxCheckedKeywords)
    .map(({ text }) => countAnswers(text))
    .filter((count) => count !== null)
  return { checked: answers.length, answered: answers.filter((count) => count > 0).length }
}
