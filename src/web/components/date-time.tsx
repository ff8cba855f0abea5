import { useSyncExternalStore } from 'react'
import {
  formatDateTime,
  formatDateTimeShort,
  formatLocalDateTime,
  formatLocalDateTimeShort,
} from '#ui/format/format.ts'

const never = () => () => {}

/** A time in the browser's time zone; the server doesn't know it and renders UTC. */
export function DateTime({ at, brief = false }: { at: string; brief?: boolean }) {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const formatLocal = brief ? formatLocalDateTimeShort : formatLocalDateTime
  const formatUtc = brief ? formatDateTimeShort : formatDateTime
  return (
    <time dateTime={at} title={`${formatDateTime(at)} UTC`} suppressHydrationWarning>
      {(hydrated ? formatLocal : formatUtc)(at).replace(' at ', ', ')}
    </time>
  )
}
