import type { ReactNode } from 'react'
import { formatCount, plural } from '#ui/format/format.ts'
import type { Cluster, OwnTopic } from '../../../../contract.ts'
import { showPath, showPosition } from '../../../keyword-labels.ts'
import { showOwnPeriod } from '../../../own-labels.ts'

export type TopicOwnPageProps = { topic: Cluster; clusters: Cluster[]; onOpen: (topic: Cluster) => void }

/** The page of your site that covers the topic, and what competes with it there. */
export function TopicOwnPage({ topic, clusters, onOpen }: TopicOwnPageProps) {
  const { own } = topic
  if (!own) return null
  const shared = clusters.filter(({ _id }) => own.shared_with.includes(_id))
  return (
    <section aria-label="Your page" className="mt-3 border-line border-t pt-2.5" data-own-page>
      <p className="leading-snug">
        <PageLink page={own.page} title={own.title} /> {getRankText(own, topic.keywords)}
      </p>
      {own.others.length > 0 && (
        <p className="mt-1 text-ink-2 text-s leading-snug">
          Competes with your{' '}
          {own.others.map((other, at) => (
            <span key={other.page}>
              {at > 0 && ', '}
              <PageLink page={other.page} title={null} /> (ranks {showPosition(other.position)})
            </span>
          ))}
        </p>
      )}
      {shared.length > 0 && (
        <p className="mt-1 text-ink-2 text-s leading-snug">
          The same page covers{' '}
          {shared.map((other, at) => (
            <span key={other._id}>
              {at > 0 && ', '}
              <button type="button" className="link min-h-6" onClick={() => onOpen(other)}>
                {other.name}
              </button>
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

const PageLink = ({ page, title }: { page: string; title: string | null }): ReactNode => (
  <a href={page} className="link [overflow-wrap:anywhere]" target="_blank" rel="noreferrer" title={title ?? page}>
    {showPath(page)}
  </a>
)

/** "ranks 8.4 · 3 of 9 keywords in the top 10 · 14 clicks in 28 days · 612 words" */
export function getRankText(own: OwnTopic, keywords: number): string {
  const words = own.words !== null && plural(own.words, 'word')
  if (own.source === 'crawl')
    return ['covers this topic', words, 'no clicks or impressions known'].filter(Boolean).join(' · ')
  return [
    `ranks ${showPosition(own.position)}`,
    `${formatCount(own.top_10)} of ${plural(keywords, 'keyword')} in the top 10`,
    `${plural(own.clicks ?? 0, 'click')} ${showOwnPeriod(own)}`,
    words,
  ]
    .filter(Boolean)
    .join(' · ')
}
