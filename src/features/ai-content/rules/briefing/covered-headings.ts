/** Tells which headings of ranking pages a text covers. */
import { headingKey } from '../markdown-text.ts'

/** Part of a heading's own stems that a heading of the text needs to cover it. */
const minCovered = 0.6

/**
 * Tells for each heading whether one of a text's headings covers it. Words of the topic don't count, because every
 * heading has them.
 */
export function findCovered(
  headings: readonly string[],
  own: readonly string[],
  topic: string,
  read: (text: string) => string[],
): boolean[] {
  const topicStems = new Set(read(topic))
  const toOwn = (text: string) => new Set(read(headingKey(text)).filter((stem) => !topicStems.has(stem)))
  const keys = new Set(own.map(headingKey))
  const covering = own.map(toOwn)
  return headings.map((text) => {
    if (keys.has(headingKey(text))) return true
    const stems = toOwn(text)
    if (stems.size === 0) return false
    return covering.some((other) => {
      let shared = 0
      for (const stem of stems) if (other.has(stem)) shared++
      return shared / stems.size >= minCovered
    })
  })
}
