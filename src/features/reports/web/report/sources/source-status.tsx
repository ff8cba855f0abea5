import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, formatDuration, formatUsd, plural } from '#ui/format/format.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import type { SignedIn } from '#web/session/use-signed-in.ts'
import { useShowsFees } from '#web/session/use-signed-in.ts'
import type { SourceState } from '../../../contract.ts'
import { none, stateLabels } from '../../keyword-labels.ts'
import { getSourceText } from '../../stored-error-texts.ts'
import { sourceDots } from './source-dots.ts'

export type SourceStripProps = {
  sources: SourceState[]
  /** Retries failed sources. */
  onRetry?: () => void
  retrying?: boolean
  /** The report has ended: sources that hadn't are shown as stopped. */
  over?: boolean
}

/** Each source's rows, duration and sparkline. Skipped sources are listed below with the reason. */
export function SourceStrip({ sources, onRetry, retrying, over = false }: SourceStripProps) {
  const usedSources = sources.filter((source) => source.state !== 'skipped' || source.reason === 'budget')
  const failed = sources.filter((source) => source.state === 'failed')
  const skipped = sources.filter((source) => source.state === 'skipped' && source.reason !== 'budget')
  const partly = sources.filter((source) => (source.state === 'done' && source.error) || source.reason === 'budget')
  return (
    <section aria-label="Sources">
      {usedSources.length > 0 && (
        <ul className="ruled grid grid-cols-[repeat(auto-fit,minmax(132px,1fr))] rounded-l border border-line bg-panel max-sm:grid-cols-2">
          {usedSources.map((source) => (
            <SourceCell key={source.id} source={source} stopped={over && isOpen(source)} />
          ))}
        </ul>
      )}
      {failed.length > 0 && (
        <div className="mt-2 flex flex-wrap items-start gap-x-4 gap-y-2">
          <ul className="min-w-60 flex-1 text-xs">
            {failed.map((source) => (
              <li key={source.id} className="py-0.5">
                <span className="font-[550] text-bad">{source.label}:</span>{' '}
                <span className="text-ink-2">{getSourceText(source)}</span>
                <StaffDetails source={source} />
              </li>
            ))}
          </ul>
          {onRetry && (
            <Button size="s" onClick={onRetry} busy={retrying}>
              Retry {failed.length === 1 ? failed[0]?.label : `${failed.length} sources`}
            </Button>
          )}
        </div>
      )}
      {partly.length > 0 && (
        <ul className="mt-2 text-xs">
          {partly.map((source) => (
            <li key={source.id} className="py-0.5">
              <span className="font-[550] text-warn">{source.label}:</span>{' '}
              <span className="text-ink-2">{getSourceText(source)}</span>
              <StaffDetails source={source} />
            </li>
          ))}
        </ul>
      )}
      {skipped.length > 0 && <Skipped sources={skipped} />}
    </section>
  )
}

/** The technical error with settings and hosts. The API sends it to staff only, but what earlier versions stored to everybody. */
function StaffDetails({ source: { error, error_details, failure } }: { source: SourceState }) {
  const signedIn = useOutletContext<SignedIn | undefined>()
  const details = error_details ?? (signedIn?.user?.staff && !failure ? error : null)
  if (!details) return null
  return (
    <Disclosure className="text-ink-3" summary="Details">
      <p className="max-w-180">{details}</p>
    </Disclosure>
  )
}

const isOpen = ({ state }: SourceState) => state === 'running' || state === 'waiting'

function SourceCell({ source, stopped }: { source: SourceState; stopped: boolean }) {
  const showsFees = useShowsFees()
  const { label, state, count, arrivals } = source
  const isLimited = source.reason === 'budget' && !isOpen(source)
  return (
    <li className="min-w-0 px-3 pt-2 pb-2">
      <p className="flex items-center gap-1.5 text-xs text-ink-2">
        <span
          className={cx(
            'size-1.5 shrink-0 rounded-full',
            stopped ? 'bg-mark' : isLimited ? 'bg-warn' : sourceDots[state],
          )}
          aria-hidden
        />
        <span className="truncate">{label}</span>
      </p>
      <p className="flex items-baseline justify-between gap-2">
        <b className={cx('text-m font-[550]', state === 'waiting' && 'text-ink-3')}>
          {state === 'failed' && count === 0 ? none : formatCount(count)}
          <span className="sr-only"> rows</span>
        </b>
        <span className="truncate text-xs text-ink-3">{stopped ? 'stopped' : sideNote(source)}</span>
      </p>
      {showsFees && (source.spent_usd ?? 0) > 0 && (
        <p className="text-ink-3 text-xs">Spent {formatUsd(source.spent_usd ?? 0)}</p>
      )}
      <Sparkline
        className="mt-0.5"
        values={arrivals.some((n) => n > 0) ? arrivals : []}
        width={100}
        height={14}
        fluid
        fromZero
        tone={state === 'running' && !stopped ? 'accent' : 'ink'}
        label={arrivals.some((n) => n > 0) ? `Rows from ${label} over time` : undefined}
      />
    </li>
  )
}

function sideNote({ state, ms, asked, planned, reason }: SourceState): ReactNode {
  if (reason === 'budget' && (state === 'done' || state === 'skipped')) return 'limit reached'
  if (state === 'done') return formatDuration(ms)
  if (state === 'running' && planned > 0)
    return (
      <>
        {formatCount(asked)} of {formatCount(planned)}
      </>
    )
  return stateLabels[state]
}

function Skipped({ sources }: { sources: SourceState[] }) {
  return (
    <Disclosure
      className="mt-2 text-xs text-ink-3"
      summary={`${plural(sources.length, 'source')} not used: ${sources.map((source) => source.label).join(', ')}`}
    >
      <ul className="mt-1 mb-1 max-w-180">
        {sources.map((source) => (
          <li key={source.id} className="py-0.5">
            <span className="text-ink-2">{source.label}:</span> {getSourceText(source)}
            <StaffDetails source={source} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
