import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatDay, plural } from '#ui/format.ts'
import type { Discussion } from '../contract.ts'
import { sourceLabel } from './keyword-labels.ts'

export type DiscussionsProps = { discussions: Discussion[] }

const host = (url: string) => {
  try {
    return new URL(url).host.replace(/^www\./, '')
  } catch {
    return url
  }
}

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
      {discussions.map((thread) => {
        const facts = [
          sourceLabel(thread.source),
          host(thread.url),
          thread.answers === null ? null : plural(thread.answers, 'answer'),
          thread.at && formatDay(thread.at),
        ]
        return (
          <li
            key={thread.url}
            className="grid grid-cols-[52px_minmax(0,1fr)] items-baseline gap-4 border-b border-line py-2.5"
          >
            <span className="text-right text-m font-[550]">
              {thread.score === null ? <span className="font-normal text-ink-3">—</span> : formatCount(thread.score)}
              <span className="sr-only"> points</span>
            </span>
            <span className="min-w-0">
              <a
                href={thread.url}
                target="_blank"
                rel="noreferrer nofollow"
                className="font-serif text-l leading-snug no-underline hover:link"
                data-print-href
              >
                {thread.title}
              </a>
              <span className="block text-xs text-ink-3">{facts.filter(Boolean).join(' · ')}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
