import { batchesPath, batchStatusLabels } from '#features/bulk-writing/web/batch-labels.ts'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { HomeBatch } from '../../contract.ts'

const pauses: Record<NonNullable<HomeBatch['reason']>, string> = {
  budget: 'Paused at its budget',
  by_hand: 'Paused',
  model_changed: 'Paused: the AI model was changed',
  model_unavailable: 'Paused: the AI model isn’t available',
}

/** Batches at work, and those that ended since the last visit. */
export function BatchChanges({ batches }: { batches: HomeBatch[] }) {
  if (batches.length === 0) return null
  return (
    <section aria-labelledby="home-batches" className="mt-7">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="home-batches" className="heading">
          Batches
        </h2>
        <Link href={batchesPath} className="link text-ink-2 text-s">
          All batches
        </Link>
      </div>
      <ul aria-labelledby="home-batches" className="border-line border-t">
        {batches.map(({ _id, name, status, reason, done, failed, total, overlaps, at, link }) => (
          <li key={_id} className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-2 text-s">
            <Link href={link} className="font-[550]">
              {name}
            </Link>
            <span className={status === 'paused' ? 'text-warn' : ''}>
              {reason ? pauses[reason] : batchStatusLabels[status]}
            </span>
            <span>
              {done} of {plural(total, 'text')} {status === 'done' ? 'ready for review' : 'written'}
            </span>
            {failed > 0 && <span className="text-bad">{failed} failed</span>}
            {overlaps > 0 && (
              <span className="text-warn">
                {plural(overlaps, 'pair')} of texts {overlaps === 1 ? 'competes' : 'compete'}
              </span>
            )}
            <span className="ml-auto text-ink-3 text-xs">
              <DateTime at={at} brief />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
