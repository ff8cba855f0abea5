import { cx } from '#ui/class-names.ts'
import { getIntentLabel, getTint, isIntent } from './topic-labels.ts'

/** A search intent by name, in its color. */
export function IntentChip({ intent, className }: { intent: string | null; className?: string }) {
  if (!isIntent(intent)) return <span className={cx('text-ink-3 text-xs', className)}>{getIntentLabel(intent)}</span>
  return (
    <span
      className={cx('inline-block rounded-s px-1.5 text-xs leading-4.5 whitespace-nowrap', getTint(intent), className)}
    >
      {getIntentLabel(intent)}
    </span>
  )
}
