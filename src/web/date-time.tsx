import { useSyncExternalStore } from 'react'
import { formatMoment } from '#ui/format.ts'

const never = () => () => {}
const local = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const shortUtc = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** A time as the clock on the wall shows it here; the server, which cannot know, writes it in UTC. */
export function Moment({ at, brief = false }: { at: string; brief?: boolean }) {
  const here = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const date = new Date(at)
  const text = brief ? (here ? short : shortUtc).format(date) : here ? local.format(date) : formatMoment(at)
  return (
    <time dateTime={at} title={`${formatMoment(at)} UTC`} suppressHydrationWarning>
      {text.replace(' at ', ', ')}
    </time>
  )
}
