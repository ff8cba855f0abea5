import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { RankChange } from '../../contract.ts'
import { toRankShare } from './rank-scale.ts'
import { getRankText } from './rank-text.ts'

type Mover = RankChange['movers'][number]

/** Trackers whose keywords are listed; of more only the counts. */
const maxListed = 3

/** Keywords whose position changed in the latest run, with both positions. What chance explains is said as that. */
export function RankChanges({ trackers }: { trackers: RankChange[] }) {
  if (trackers.length === 0) return null
  return (
    <section aria-labelledby="home-ranks" className="mt-7">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="home-ranks" className="heading">
          Ranks
        </h2>
        <Link href="/app/ranks" className="link text-ink-2 text-s">
          All trackers
        </Link>
      </div>
      <div className="border-line border-t">
        {trackers.map((tracker, index) => (
          <Tracker key={tracker._id} tracker={tracker} isListed={index < maxListed} />
        ))}
      </div>
    </section>
  )
}

function Tracker({ tracker, isListed }: { tracker: RankChange; isListed: boolean }) {
  const { domain, up, down, gaps, depth, movers, at, link } = tracker
  const text = getRankText(tracker)
  return (
    <div className="border-line border-b py-2">
      <div className="flex flex-wrap items-baseline gap-x-3 text-s">
        <h3 className="font-[550]">
          <Link href={link}>{domain}</Link>
        </h3>
        {text && <p>{text}</p>}
        {gaps > 0 && <p className="text-warn">{plural(gaps, 'keyword')} couldn’t be checked</p>}
        {up + down > 0 && (
          <Link href={`${link}?view=movers`} className="link text-ink-2">
            View movers
          </Link>
        )}
        <span className="ml-auto text-ink-3 text-xs">
          <DateTime at={at} brief />
        </span>
      </div>
      {isListed && movers.length > 0 && (
        <ul aria-label={`Keywords of ${domain} that moved`} className="mt-1">
          {movers.map((mover) => (
            <MoverLine key={mover.keyword} mover={mover} depth={depth} />
          ))}
        </ul>
      )}
    </div>
  )
}

function MoverLine({ mover, depth }: { mover: Mover; depth: number }) {
  const { keyword, change, position, previous, link } = mover
  const isBetter = change === 'up' || change === 'new'
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1 text-s leading-snug hover:bg-well/60 sm:grid-cols-[minmax(0,1fr)_132px_132px]">
      <Link
        href={link}
        className="no-underline [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-['']"
      >
        {keyword}
      </Link>
      <RankTrack mover={mover} depth={depth} />
      <span className="text-right tabular-nums">
        <span className="text-ink-3">{previous ?? 'not found'}</span>
        <span aria-hidden> → </span>
        <span className="sr-only"> before, now </span>
        <b className={cx('font-[550]', isBetter ? 'text-good' : 'text-bad')}>{position ?? 'not found'}</b>
      </span>
    </li>
  )
}

/** From the position before (ring) to the one now (dot), the first result at the left. The numbers are beside it. */
function RankTrack({ mover: { change, position, previous }, depth }: { mover: Mover; depth: number }) {
  const x = (value: number | null) => 5 + toRankShare(value, depth) * 122
  const tone = change === 'up' || change === 'new' ? 'text-good' : 'text-bad'
  return (
    <svg viewBox="0 0 132 14" className={`h-3.5 w-33 max-sm:hidden ${tone}`} aria-hidden>
      <path d="M5 7H127" className="stroke-line" strokeWidth="1" fill="none" />
      <path
        d={`M${x(previous).toFixed(1)} 7H${x(position).toFixed(1)}`}
        stroke="currentColor"
        strokeWidth="1.6"
        strokeDasharray={position === null || previous === null ? '3 2' : undefined}
        fill="none"
      />
      <circle cx={x(previous)} cy="7" r="3" className="fill-paper stroke-ink-3" strokeWidth="1.2" />
      <circle cx={x(position)} cy="7" r="3.4" fill="currentColor" />
    </svg>
  )
}
