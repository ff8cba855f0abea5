import { formatCount } from '#ui/format/format.ts'
import type { BatchChecks } from '../../contract-batch.ts'

/** The score on a line from 0 to 100 where the ranking pages' scores are shaded. */
export function ItemScore({ score, ranking }: { score: number | null; ranking: BatchChecks['ranking'] }) {
  if (score === null)
    return (
      <span className="text-ink-3 max-md:hidden">
        <span aria-hidden>–</span>
        <span className="sr-only">no score yet</span>
      </span>
    )
  const isBelow = ranking !== null && score < ranking.low
  return (
    <span className="flex items-center gap-2.5 tabular-nums max-md:hidden">
      <span className="sr-only">score </span>
      <b className={`w-6 font-[550] ${isBelow ? 'text-bad' : ''}`}>{formatCount(Math.round(score))}</b>
      {ranking && (
        <>
          <span aria-hidden className="relative h-2.5 flex-1">
            <span className="absolute inset-x-0 top-1/2 border-line-2 border-t" />
            <span
              className="absolute inset-y-0 bg-line-2"
              style={{ left: `${ranking.low}%`, width: `${Math.max(2, ranking.high - ranking.low)}%` }}
            />
            <span
              className={`absolute top-1/2 size-1.5 -translate-1/2 rounded-full ${isBelow ? 'bg-bad' : 'bg-ink'}`}
              style={{ left: `${Math.min(100, score)}%` }}
            />
          </span>
          <span className="sr-only">
            , ranking pages {Math.round(ranking.low)} to {Math.round(ranking.high)}
          </span>
        </>
      )}
    </span>
  )
}
