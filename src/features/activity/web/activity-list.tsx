import { formatDayShort, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { ActivityEntry } from '../contract.ts'
import { getActivityText } from '../rules/activity-text.ts'

const formats = { day: formatDayShort, count: (number: number, noun: string) => plural(number, noun) }

type ActivityListProps = {
  items: readonly ActivityEntry[]
  /** They are all of the document that's open. */
  ofOneDocument?: boolean
}

/** Who did what, latest first. */
export const ActivityList = ({ items, ofOneDocument = false }: ActivityListProps) => (
  <ol aria-label="Activity" className="border-line border-t">
    {items.map((entry) => (
      <Entry key={entry._id} entry={entry} isNamed={!ofOneDocument} />
    ))}
  </ol>
)

function Entry({ entry, isNamed }: { entry: ActivityEntry; isNamed: boolean }) {
  const { before, after } = getActivityText(entry, formats)
  const { title, link } = entry.subject
  return (
    <li className="border-line border-b py-2.5">
      <p className="[overflow-wrap:anywhere]">
        {before}
        {!isNamed ? (
          'this document'
        ) : link ? (
          <Link href={link} className="link">
            <bdi>{title}</bdi>
          </Link>
        ) : (
          <bdi>{title}</bdi>
        )}
        {after}
      </p>
      {entry.text !== null && (
        <p dir="auto" className="text-ink-2 text-s [overflow-wrap:anywhere]">
          “{entry.text}”
        </p>
      )}
      <p className="text-ink-3 text-xs">
        <DateTime at={entry.at} />
      </p>
    </li>
  )
}
