import type { ReactNode } from 'react'
import type { ImportKind } from '#features/keywords/contract.ts'
import { importKindLabels } from '#features/keywords/web/imports/import-labels.ts'
import { formatCount, formatDay, formatDecimal, formatMonth } from '#ui/format/format.ts'
import type { KeywordDetails, Row } from '../../../../contract.ts'
import { none, showCpc, showCtr, showPath, showPosition, showVolume, sourceLabel } from '../../../keyword-labels.ts'
import { showOwnFacts } from '../../../own-labels.ts'
import { showVolumeOrigin } from '../../../volume-notes.ts'

type Measured = KeywordDetails['measured']['volume']

/** "DataForSEO, November 24, 2026", or why there is nothing to name. */
export function getOrigin(measured: Measured | undefined, byMonth = false): string {
  if (!measured) return ''
  const at = measured.at && (byMonth ? formatMonth(measured.at) : formatDay(measured.at))
  const who = measured.estimate
    ? 'Estimated from the ranking pages'
    : measured.provider
      ? sourceLabel(measured.provider)
      : 'Provider not recorded'
  return [who, at].filter(Boolean).join(', ')
}

/** Their volumes are averages of up to twelve months: what the months below show differs. */
const averaging = new Set(['dataforseo', 'keyword_planner', 'semrush', 'ahrefs'])

/** The numbers of a keyword, each with who measured it and when, or why it's missing. */
export function KeywordFacts({
  row,
  measured,
  missing,
}: {
  row: Row
  /** Undefined until it's loaded. */
  measured: KeywordDetails['measured'] | undefined
  missing: Record<string, string>
}) {
  const noData = 'No source has data for this keyword.'
  const { volume } = row
  const range =
    volume && volume.value !== null && volume.low !== null && volume.high !== null && volume.low !== volume.high
      ? `range ${formatCount(volume.low)}–${formatCount(volume.high)}`
      : ''
  return (
    <dl className="ruled grid grid-cols-2 border-y border-line">
      <Fact
        label="Volume"
        unit={volume && averaging.has(volume.provider) ? 'searches in an average month' : 'searches per month'}
        value={showVolume(volume)}
        why={missing.volume ?? noData}
      >
        {[volume && showVolumeOrigin(volume.provider, volume.as_of), range].filter(Boolean).join(' · ')}
      </Fact>
      <Fact
        label="Difficulty (KD)"
        unit="of 100"
        value={row.difficulty === null ? none : String(Math.round(row.difficulty))}
        why={missing.difficulty ?? noData}
      >
        {getOrigin(measured?.difficulty)}
      </Fact>
      <Fact label="CPC" value={showCpc(row.cpc)} why={missing.cpc ?? noData}>
        {[getOrigin(measured?.cpc), row.competition !== null && `competition ${formatDecimal(row.competition, 2)} of 1`]
          .filter(Boolean)
          .join(' · ')}
      </Fact>
      {row.popularity !== null && (
        <Fact label="Popularity" unit="of 100" value={String(Math.round(row.popularity))}>
          How high and how often sources suggested it
        </Fact>
      )}
      {row.performance && (
        <Fact label="Your position" unit="average" value={showPosition(row.position)}>
          {[
            typeof row.clicks === 'number' && `${formatCount(row.clicks)} clicks`,
            row.impressions !== null && `${formatCount(row.impressions)} impressions`,
            typeof row.ctr === 'number' && `CTR ${showCtr(row.ctr)}`,
            getOrigin(measured?.performance),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
      )}
      {row.performance?.by_provider?.slice(1).map(({ provider, impressions, clicks, ctr, position, as_of }) => (
        <Fact
          key={provider}
          label={`Your position, ${importKindLabels[provider as ImportKind] ?? provider}`}
          unit="average"
          value={showPosition(position)}
        >
          {[
            clicks !== null && `${formatCount(clicks)} clicks`,
            impressions !== null && `${formatCount(impressions)} impressions`,
            ctr !== null && `CTR ${showCtr(ctr)}`,
            as_of ? formatDay(as_of) : 'date unknown',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
      ))}
      {row.own && (
        <Fact label="Your rank" unit="average" value={showPosition(row.own.position)}>
          {row.own.page && (
            <a href={row.own.page} className="link break-all" target="_blank" rel="noreferrer">
              {showPath(row.own.page)}
            </a>
          )}
          {row.own.page && ' · '}
          {showOwnFacts(row.own)}
        </Fact>
      )}
    </dl>
  )
}

type FactProps = { label: string; value: string; unit?: string; why?: string; children?: ReactNode }

function Fact({ label, value, unit, why, children }: FactProps) {
  const isEmpty = value === none
  return (
    <div className="min-w-0 px-3 py-2.5 odd:pl-0">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd>
        <span className={isEmpty ? 'text-ink-3 text-l' : 'font-[550] text-l'}>
          {isEmpty ? <span aria-hidden>{none}</span> : value}
        </span>
        {!isEmpty && unit && <span className="text-xs text-ink-3"> {unit}</span>}
        <span className="block text-xs text-ink-3 leading-snug">{isEmpty ? why : children}</span>
      </dd>
    </div>
  )
}
