import { useSyncExternalStore } from 'react'
import { formatLocalMoment, formatLocalMomentShort, formatMoment, formatMomentShort } from '#ui/format.ts'

const never = () => () => {}

/** A time in the browser's time zone; the server doesn't know it and renders UTC. */
export function Moment({ at, brief = false }: { at: string; brief?: boolean }) {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const formatLocal = brief ? formatLocalMomentShort : formatLocalMoment
  const formatUtc = brief ? formatMomentShort : formatMoment
  return (
    <time dateTime={at} title={`${formatMoment(at)} UTC`} suppressHydrationWarning>
      {(hydrated ? formatLocal : formatUtc)(at).replace(' at ', ', ')}
    </time>
  )
}
