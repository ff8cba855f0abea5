/** Chooses the pages of a report that belong to one of its topics. */
import type { Heading } from '#features/reports/contract.ts'
import type { PageHeading } from '../../contract.ts'
import { groupPageHeadings } from './page-headings.ts'

export type PagesBy = 'report' | 'results' | 'text'

type Read = (text: string) => string[]
type Page = { n: number; url: string; title: string; headings: readonly Heading[] }
type Topic = { name: string; pillar: string; query: string | null }

/** The stems that tell a topic from the rest of its report: those of its name, otherwise of its pillar. */
export function getTopicStems({ name, pillar, query }: Topic, read: Read): ReadonlySet<string> {
  const subject = new Set(read(query ?? ''))
  const [named = new Set<string>(), searched = new Set<string>()] = [name, pillar].map(
    (text) => new Set(read(text).filter((stem) => !subject.has(stem))),
  )
  return named.size > 0 ? named : searched
}

/** Part of the topic's stems that a title or heading on it has. */
const minShared = 0.6

/** Whether a text is near the keyword that the text to write is about, if that keyword is in no topic with others. */
type IsNear = (text: string) => boolean

/** Whether a title or heading is on a topic. Null if no words tell the topic from its report. */
function createTopicCheck(topic: Topic, read: Read): IsNear | null {
  const own = [...getTopicStems(topic, read)]
  if (own.length === 0) return null
  return (text) => {
    const found = new Set(read(text))
    return own.filter((stem) => found.has(stem)).length / own.length >= minShared
  }
}

/**
 * @param topic null for the whole report
 * @param topicUrls how many of the topic's keywords each URL ranks for; null if no results are known for them
 * @param read returns a text's stems
 * @param isNear for a keyword that is in no topic with others; it decides instead of the topic's words
 */
export function chooseTopicPages<P extends Page>(
  pages: readonly P[],
  topic: Topic | null,
  topicUrls: Readonly<Record<string, number>> | null,
  read: Read,
  isNear: IsNear | null = null,
): { pages: P[]; by: PagesBy } {
  if (!topic && !isNear) return { pages: [...pages], by: 'report' }
  if (topicUrls) {
    const ranking = pages.filter(({ url }) => Object.hasOwn(topicUrls, url))
    if (ranking.length > 0) return { pages: ranking, by: 'results' }
  }
  const treats = isNear ?? createTopicCheck(topic!, read)
  // The topic of the report's own keyword. A list has none.
  if (!treats) return topic!.query === null ? { pages: [], by: 'text' } : { pages: [...pages], by: 'report' }
  return {
    pages: pages.filter(
      ({ title, headings }) => treats(title) || headings.some(({ type, text }) => type <= 'h3' && treats(text)),
    ),
    by: 'text',
  }
}

/**
 * Returns a topic's pages and their headings. Of a page that treats the topic in a section, only headings on it count.
 * `isOwn` tells texts on the topic from those on the report's keyword in general.
 */
export function getTopicHeadings<P extends Page>(
  pages: readonly P[],
  topic: Topic | null,
  topicUrls: Readonly<Record<string, number>> | null,
  read: Read,
  isNear: IsNear | null = null,
): { by: PagesBy; pages: P[]; headings: PageHeading[]; isOwn: (text: string) => boolean } {
  const chosen = chooseTopicPages(pages, topic, topicUrls, read, isNear)
  const own = topic && chosen.by === 'text' ? getTopicStems(topic, read) : new Set<string>()
  const isOfTopic = (text: string) => own.size === 0 || read(text).some((stem) => own.has(stem))
  const isOwn = isNear && chosen.by === 'text' ? isNear : isOfTopic
  const headings = groupPageHeadings(
    chosen.pages.map(({ n, title, headings }) => ({
      n,
      headings: isOwn(title) ? headings : headings.filter(({ text }) => isOwn(text)),
    })),
    read,
  )
  return { ...chosen, headings, isOwn }
}
