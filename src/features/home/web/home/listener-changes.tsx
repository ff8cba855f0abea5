import { Badge } from '#ui/badge.tsx'
import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import type { HomeData, KeywordChange, ListenerChange } from '../../contract.ts'

const maxNew = 6
const maxLost = 3

/** New and lost keywords of all listeners: the latest by name, all as counts. */
export function ListenerChanges({ changes }: { changes: HomeData['listeners'] }) {
  const { by_listener: listeners } = changes
  if (listeners.length === 0) return null
  const shown = [
    ...changes.items.filter(({ kind }) => kind === 'new').slice(0, maxNew),
    ...changes.items.filter(({ kind }) => kind === 'lost').slice(0, maxLost),
  ]
  // Without any volume there is no column of dashes.
  const hasVolumes = shown.some(({ volume }) => volume !== null)
  const hasDash = hasVolumes && shown.some(({ volume }) => volume === null)
  const total = changes.new + changes.lost
  return (
    <section className="min-w-0 py-3 lg:pr-6" aria-labelledby="home-listeners">
      <header className="flex items-baseline justify-between gap-4 text-ink-3 text-xs">
        <span className="font-[550]">Listeners</span>
        <Link href={listeners.length === 1 ? listeners[0]!.link : '/app/listeners'} className="link">
          {total > 0 ? `View ${plural(total, 'change')}` : 'View listeners'}
        </Link>
      </header>
      <h2 id="home-listeners" className="heading mt-0.5 mb-2">
        {total > 0
          ? `${plural(changes.new, 'new keyword')}, ${formatCount(changes.lost)} lost`
          : 'No new or lost keywords'}
      </h2>
      {shown.length > 0 && (
        <>
          <p className="flex justify-between pb-1 text-ink-3 text-xs" aria-hidden>
            <span>Keyword</span>
            {hasVolumes && <span>Searches / mo</span>}
          </p>
          <ul aria-label="New and lost keywords">
            {shown.map((item) => (
              <KeywordLine key={`${item.run_id} ${item.kind} ${item.text}`} item={item} hasVolumes={hasVolumes} />
            ))}
          </ul>
        </>
      )}
      <p className="mt-2 text-ink-3 text-xs leading-relaxed">
        {listeners.slice(0, 6).map((listener, index) => (
          <span key={listener._id}>
            {index > 0 && ', '}
            <Link href={listener.link} className="link">
              “{listener.keyword}”
            </Link>{' '}
            {getCounts(listener)}
          </span>
        ))}
        {listeners.length > 6 && ` and ${plural(listeners.length - 6, 'more listener')}`}. {getFailedText(listeners)}
        {hasDash && ' – No import has a number.'}
      </p>
    </section>
  )
}

function KeywordLine({ item, hasVolumes }: { item: KeywordChange; hasVolumes: boolean }) {
  const { volume } = item
  return (
    <li className="grid grid-cols-[36px_minmax(0,1fr)_auto] items-baseline gap-2 border-line border-t py-1.5 leading-snug">
      <Badge tone={item.kind === 'new' ? 'accent' : 'plain'} className="text-center">
        {item.kind}
      </Badge>
      <Link
        href={`/app/listeners/${item.listener_id}?run=${item.run_id}`}
        className={`no-underline hover:link [overflow-wrap:anywhere] ${item.kind === 'lost' ? 'text-ink-2' : ''}`}
      >
        {item.text}
      </Link>
      {volume ? (
        <span
          className="text-right font-[550] tabular-nums"
          title={`${volume.provider}, ${volume.as_of ? formatDayShort(volume.as_of) : 'date unknown'}`}
        >
          {formatCount(volume.value)}
          <span className="sr-only"> searches per month</span>
        </span>
      ) : hasVolumes ? (
        <span className="text-right text-ink-3" title="No import has a number for this keyword">
          –
        </span>
      ) : null}
    </li>
  )
}

function getCounts({ new: added, lost, first }: ListenerChange) {
  if (first !== null && added + lost === 0) return `first run, ${plural(first, 'keyword')}`
  if (added + lost === 0) return 'no change'
  return [added > 0 && `+${formatCount(added)}`, lost > 0 && `−${formatCount(lost)}`].filter(Boolean).join(' ')
}

/** A source that didn't answer loses nothing. */
function getFailedText(listeners: ListenerChange[]) {
  const names = [...new Set(listeners.flatMap(({ failed_sources }) => failed_sources.map(({ label }) => label)))]
  if (names.length === 0) return ''
  const list =
    names.length > 3
      ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more sources`
      : new Intl.ListFormat('en').format(names)
  return `${list} didn’t fully answer, so ${names.length === 1 ? 'its' : 'their'} keywords aren’t counted as lost.`
}
