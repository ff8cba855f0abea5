import { formatCount, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { AnswerChange, RankChange } from '../../contract.ts'

type VisibilityChangesProps = { ranks: RankChange[]; answers: AnswerChange[] }

/** Rank trackers and watched AI answers that ran. What chance explains is said as that. */
export function VisibilityChanges({ ranks, answers }: VisibilityChangesProps) {
  if (ranks.length === 0 && answers.length === 0) return null
  return (
    <section aria-label="Ranks and AI answers" className="mt-7">
      <h2 className="heading mb-2">Ranks and AI answers</h2>
      <ul className="border-line border-t">
        {ranks.map(({ _id, domain, up, down, gaps, moved, at, link }) => (
          <li key={_id} className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-2 text-s">
            <Link href={link} className="font-[550]">
              {domain}
            </Link>
            <span>
              {formatCount(up)} up, {formatCount(down)} down
              {moved ? ', significant' : up + down > 0 ? ', within noise' : ''}
            </span>
            {gaps > 0 && <span className="text-warn">{plural(gaps, 'keyword')} couldn’t be checked</span>}
            <span className="ml-auto text-ink-3 text-xs">
              <DateTime at={at} brief />
            </span>
          </li>
        ))}
        {answers.map(({ _id, brand, mentioned, failed, moved, examples, at, link }) => (
          <li key={_id} className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-2 text-s">
            <Link href={link} className="font-[550]">
              {brand}
            </Link>
            <span>
              {mentioned.share === null
                ? 'No answers'
                : `Named in ${Math.round(mentioned.share * 100)}% of AI answers${mentioned.low === null || mentioned.high === null ? '' : ` (${Math.round(mentioned.low * 100)}–${Math.round(mentioned.high * 100)}%)`}`}
              {moved ? `: ${examples.slice(0, 2).join('; ')}` : mentioned.share === null ? '' : ', within noise'}
            </span>
            {failed > 0 && <span className="text-warn">{plural(failed, 'run')} failed</span>}
            <span className="ml-auto text-ink-3 text-xs">
              <DateTime at={at} brief />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
