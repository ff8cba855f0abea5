import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatDay, plural } from '#ui/format/format.ts'
import type { Discussion } from '../../../contract.ts'
import { sourceLabel } from '../../keyword-labels.ts'

export type DiscussionsProps = { discussions: Discussion[] }

/** The community where the URL names one, else who returned it. */
export const getForum = ({ community, source }: Discussion) => community ?? sourceLabel(source)

/** Where people already talk about it. */
export function Discussions({ discussions }: DiscussionsProps) {
  if (discussions.length === 0)
    return (
      <EmptyState level={3} title="No discussions">
        Threads come from Stack Exchange, and from Reddit if it’s one of the sources. See the sources above for details.
      </EmptyState>
    )
  return (
    <ul className="border-t border-line">
      {discussions.map((thread) => (
        <Thread key={thread.url} thread={thread} />
      ))}
    </ul>
  )
}

function Thread({ thread }: { thread: Discussion }) {
  const facts = [
    thread.score === null ? null : plural(thread.score, 'vote'),
    thread.answers === null ? null : plural(thread.answers, thread.source === 'reddit' ? 'comment' : 'answer'),
    thread.at && formatDay(thread.at),
  ].filter(Boolean)
  return (
    <li className="border-b border-line py-3">
      <a
        href={thread.url}
        target="_blank"
        rel="noreferrer nofollow"
        className="font-serif text-l leading-snug no-underline hover:link"
        data-print-href
      >
        {thread.title}
      </a>
      <p className="text-xs text-ink-3">
        <span className="font-[550] text-ink-2">{getForum(thread)}</span>
        {facts.length > 0 && ` · ${facts.join(' · ')}`}
      </p>
      {thread.excerpt && <p className="mt-1 max-w-[76ch] text-ink-2">{thread.excerpt}</p>}
    </li>
  )
}

/** "412 threads in 9 communities" */
export const describeThreads = (count: number, forums: number) =>
  `${plural(count, 'thread')} in ${formatCount(forums)} ${forums === 1 ? 'community' : 'communities'}`
