import { formatMonth } from '#ui/format/format.ts'
import type { Report, Row } from '../contract.ts'
import { isFromGoogleAds, volumeFigure } from '../rules/rows/volume-figure.ts'
import { sourceLabel } from './keyword-labels.ts'

/** Where volumes come from, what their sums add up, and what rows are drawn and sorted by. */

export type Measure = { by: 'volume' | 'popularity' | 'none'; legend: string; of: (row: Row) => number | null }

/**
 * What a picture of these rows may be drawn by: search volume where a tenth of the rows have one, else popularity,
 * else nothing, with the sentence that says so.
 */
export function getMeasure(rows: Row[]): Measure {
  const known = rows.filter((row) => volumeFigure(row.volume) !== null)
  if (known.length > 0 && known.length * 10 >= rows.length)
    return {
      by: 'volume',
      legend: `Monthly search volume, ${getProviders(known)}`,
      of: (row) => volumeFigure(row.volume),
    }
  if (rows.some((row) => row.popularity !== null))
    return {
      by: 'popularity',
      legend: 'How often and how high sources suggested it, 0–100',
      of: (row) => row.popularity,
    }
  return { by: 'none', legend: 'No source has data for these', of: () => null }
}

/** "DataForSEO, October 2026, rounded by Google Ads": who measured a volume, for when, and that it's no exact count where it isn't. */
export const showVolumeOrigin = (provider: string, as_of: string | null | undefined) =>
  [sourceLabel(provider), as_of && formatMonth(as_of), isFromGoogleAds(provider) && 'rounded by Google Ads']
    .filter(Boolean)
    .join(', ')

type Measured = Pick<NonNullable<Row['volume']>, 'provider' | 'as_of'>

const sumNote = 'Google Ads gives close variants the same volume, and sums add it for each of them.'

/** Why a sum of volumes can be too high; empty where none of their providers gives close variants one volume. */
export const getSumNote = (rows: readonly { volume: Pick<Measured, 'provider'> | null }[]) =>
  rows.some(({ volume }) => volume && isFromGoogleAds(volume.provider)) ? sumNote : ''

/**
 * The same for a report of which only some sections are shown. Only volumes of Google Ads are counted once, so a topic with such a sum
 * tells their source where no keywords are shown.
 */
export function getReportSumNote({ sections }: Pick<Report, 'sections'>): string {
  const { keywords, overview, clusters = [] } = sections
  const rows = keywords ?? overview?.top_keywords
  if (rows) return getSumNote(rows)
  return clusters.some(({ volume_once }) => volume_once !== null) ? sumNote : ''
}

/** Who measured these volumes and, where they say so, for when; of several dates of one provider the latest. */
export function getProviders(rows: readonly { volume: Measured | null }[]) {
  const latest = new Map<string, string | null>()
  for (const { volume } of rows) {
    if (!volume) continue
    const before = latest.get(volume.provider) ?? null
    latest.set(volume.provider, volume.as_of && (!before || volume.as_of > before) ? volume.as_of : before)
  }
  return [...latest].map(([id, at]) => showVolumeOrigin(id, at)).join('; ')
}

/** Sorted by the measure, highest first; rows without a figure keep their order at the end. */
export function byMeasure(rows: Row[], measure: Measure) {
  return rows
    .map((row, at) => ({ row, at, figure: measure.of(row) ?? -1 }))
    .sort((a, b) => b.figure - a.figure || a.at - b.at)
    .map(({ row }) => row)
}

/** The footnote under volumes: who measured, when, and what "–" means. */
export function volumeNote(rows: readonly Pick<Row, 'volume'>[], missing?: string) {
  const seen = new Map<string, string>()
  let gaps = false
  for (const { volume } of rows) {
    if (!volume || volumeFigure(volume) === null) gaps = true
    else if (!seen.has(volume.provider)) seen.set(volume.provider, showVolumeOrigin(volume.provider, volume.as_of))
  }
  if (seen.size === 0) return missing ? `“–”: ${missing}` : 'No source returned search volumes.'
  return `Volume: ${[...seen.values()].join('; ')}.${gaps ? ' “–” means no source has data.' : ''}`
}
