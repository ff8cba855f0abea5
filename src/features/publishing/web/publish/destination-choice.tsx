import { useId } from 'react'
import { cx } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import type { Destination, Publication } from '../../contract.ts'
import { getRights } from '../destinations/destination-row.tsx'
import { getHost, kindLabels } from '../kind-labels.ts'
import { formatDateTime } from './describe-post.ts'

export type DestinationChoiceProps = {
  destinations: Destination[]
  publications: Publication[]
  value: string | null
  onChange: (id: string) => void
}

/** Where to publish, each with what would happen there. */
export function DestinationChoice({ destinations, publications, value, onChange }: DestinationChoiceProps) {
  const name = useId()
  return (
    <fieldset className="mb-5">
      <legend className="mb-1.5 font-[550] text-s">Destination</legend>
      <div className="rounded-m border border-line-2">
        {destinations.map((destination) => {
          const { _id, kind, error } = destination
          const publication = publications.find(({ destination_id }) => destination_id === _id)
          const isChosen = _id === value
          return (
            <label
              key={_id}
              className={cx(
                'flex items-start gap-2.5 border-line border-t px-3 py-2.5 first:rounded-t-m first:border-0 last:rounded-b-m',
                isChosen && 'bg-accent-wash',
              )}
            >
              <input
                type="radio"
                name={name}
                className="mt-1 accent-accent"
                checked={isChosen}
                onChange={() => onChange(_id)}
              />
              <span className="min-w-0 flex-1">
                <span className="block [overflow-wrap:anywhere]">
                  <span className="font-[550]">{kindLabels[kind]}</span> {getHost(destination)}
                </span>
                <span className={cx('block text-xs', error ? 'text-bad' : 'text-ink-2')}>
                  {error ? 'Not working. Check it in Settings.' : describe(destination, publication)}
                </span>
              </span>
            </label>
          )
        })}
      </div>
      <p className="mt-1.5 text-xs">
        <Link className="link" href="/app/settings/destinations?new=">
          Add destination
        </Link>
      </p>
    </fieldset>
  )
}

function describe(destination: Destination, publication: Publication | undefined): string {
  if (publication?.remote_changed) return 'Edited there since you published it.'
  if (publication?.state === 'published')
    return `Updates the live post${publication.version ? ` (version ${publication.version})` : ''}.`
  if (publication?.publish_at) return `Scheduled for ${formatDateTime(publication.publish_at)}.`
  if (publication?.state === 'failed') return 'Couldn’t be sent last time.'
  if (publication) return 'Updates the draft there.'
  return `New post.${destination.can?.publish === false ? ` ${getRights(destination)}` : ''}`
}
