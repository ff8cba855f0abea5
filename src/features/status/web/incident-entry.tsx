import type { ReactNode } from 'react'
import { formatDateTime } from '#ui/format/format.ts'
import type { Incident } from '../contract.ts'

export type IncidentEntryProps = { incident: Incident; as: 'h2' | 'h3'; children?: ReactNode }

/** An incident's updates, newest first. Times in UTC, the same for all readers. */
export function IncidentEntry({ incident, as: Heading, children }: IncidentEntryProps) {
  const { _id, title, started_at, resolved_at, updates } = incident
  return (
    <article id={`i-${_id}`}>
      <Heading className="subheading [overflow-wrap:anywhere]">{title}</Heading>
      <p className="mt-0.5 text-ink-2 text-xs">
        <Time at={started_at} />
        {resolved_at ? (
          <>
            {' – '}
            <Time at={resolved_at} />
          </>
        ) : (
          ', ongoing'
        )}
      </p>
      <ol className="mt-2.5 grid gap-2.5 border-line-2 border-l pl-4">
        {updates.map((update) => (
          <li key={update._id}>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{update.message}</p>
            <p className="text-ink-3 text-xs">
              <Time at={update.at} />
            </p>
          </li>
        ))}
      </ol>
      {children}
    </article>
  )
}

export const Time = ({ at }: { at: string }) => (
  <time dateTime={at}>{formatDateTime(at).replace(' at ', ', ')} UTC</time>
)
