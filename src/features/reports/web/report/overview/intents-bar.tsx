import { cx } from '#ui/class-names.ts'
import { formatCount } from '#ui/format/format.ts'
import { type IntentName, intentLabels } from '../../keyword-labels.ts'

export type IntentsBarProps = {
  /** Number of rows per main intent. */
  intents: Record<string, number>
}

// Shades by closeness to a purchase, told apart by lightness and named in the list.
const tones: Record<IntentName, string> = {
  transactional: 'bg-accent',
  commercial: 'bg-accent/55',
  local: 'bg-ink-2',
  navigational: 'bg-mark',
  informational: 'bg-line-2',
}
const order = Object.keys(tones) as IntentName[]

/** Shares of search intents in one bar. */
export function IntentsBar({ intents }: IntentsBarProps) {
  const known = order.filter((name) => (intents[name] ?? 0) > 0)
  const total = known.reduce((sum, name) => sum + (intents[name] ?? 0), 0)
  if (total === 0) return <p className="text-ink-3">No intent could be detected for these keywords.</p>
  return (
    <div>
      <div className="flex h-3 gap-px overflow-hidden rounded-xs" aria-hidden>
        {known.map((name) => (
          <span key={name} className={tones[name]} style={{ width: `${((intents[name] ?? 0) / total) * 100}%` }} />
        ))}
      </div>
      <ul className="mt-2.5 flex flex-wrap gap-x-6 gap-y-1.5">
        {known.map((name) => (
          <li key={name} className="flex items-baseline gap-2">
            <span className={cx('size-2.5 rounded-xs', tones[name])} aria-hidden />
            {intentLabels[name]}
            <span className="text-ink-3">
              {formatCount(intents[name] ?? 0)} · {share((intents[name] ?? 0) / total)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const share = (part: number) => (part < 0.01 ? 'under 1%' : `${Math.round(part * 100)}%`)
