import { FileText, Newspaper, PenLine } from 'lucide-react'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { FinishedItem } from '../../contract.ts'
import { maxFinished } from '../../rules/max-finished.ts'

const icons = { report: FileText, document: PenLine, post: Newspaper }
const counts = {
  report: (count: number | null) => (count === null ? 'Report' : plural(count, 'keyword')),
  document: (count: number | null) => (count === null ? 'Document' : plural(count, 'word')),
  post: () => 'Published',
}

/** A document's outline and article have the same title. */
const typeLabels: Partial<Record<NonNullable<FinishedItem['template']>, string>> = {
  outline: 'Outline',
  brief: 'Brief',
}

/** Reports and documents that are done, and posts that went public. */
export function FinishedWork({ items }: { items: FinishedItem[] }) {
  if (items.length === 0) return null
  return (
    <section
      className="min-w-0 py-3 max-lg:border-line max-lg:border-t lg:border-line lg:border-l lg:pl-6 lg:first:border-l-0 lg:first:pl-0"
      aria-labelledby="home-finished"
    >
      <p className="font-[550] text-ink-3 text-xs">Done</p>
      <h2 id="home-finished" className="heading mt-0.5 mb-2">
        {getHeadline(items)}
      </h2>
      <ul aria-label="Finished work">
        {items.map(({ kind, _id, title, count, template, link, at }) => {
          const Icon = icons[kind]
          return (
            <li
              key={`${kind} ${_id}`}
              className="relative grid grid-cols-[16px_minmax(0,1fr)_auto] items-baseline gap-2.5 border-line border-t py-1.5 leading-snug hover:bg-well/60"
            >
              <Icon className="size-3.5 translate-y-0.5 text-ink-3" aria-hidden />
              <Link
                href={link}
                className="no-underline [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-['']"
              >
                {title || 'Untitled'}
              </Link>
              <span className="text-right text-ink-2 text-xs">
                {template && typeLabels[template] && `${typeLabels[template]} · `}
                {counts[kind](count)}
                <span className="block text-ink-3">
                  <DateTime at={at} brief />
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function getHeadline(items: FinishedItem[]) {
  const count = (kind: FinishedItem['kind']) => items.filter((item) => item.kind === kind).length
  const [reports, documents, posts] = [count('report'), count('document'), count('post')]
  const kinds = [
    reports > 0 && plural(reports, 'report'),
    documents > 0 && plural(documents, 'document'),
    posts > 0 && plural(posts, 'post'),
  ]
    .filter(Boolean)
    .join(', ')
  // There may be more than are listed.
  return items.length < maxFinished ? kinds : `Latest: ${kinds}`
}
