import type { ExportColumn, ExportRow } from '#platform/table-export/export-file.ts'
import type { TableFile } from '#platform/table-export/table-download.ts'
import type { Lookup, TrendAnswer, VolumeAnswer } from './contract.ts'
import { measureLabels, providerLabel } from './rules/research-labels.ts'

/** A look-up as a table people and programs open. */

type Answer = Omit<TrendAnswer, 'lookup_id'> | Omit<VolumeAnswer, 'lookup_id'>

export function lookupTable(lookup: Lookup, answer: Answer): TableFile {
  const meta: [string, string][] = [
    ['Date', lookup.at],
    ['Source', providerLabel(answer.provider)],
    ...(lookup.country ? [['Country', lookup.country] as [string, string]] : []),
    ...(lookup.language ? [['Language', lookup.language] as [string, string]] : []),
  ]
  if ('series' in answer)
    return {
      title: `Trend of ${lookup.keywords.join(', ')}`,
      meta: [...meta, ['Metric', measureLabels[answer.measure]]],
      ...trendTable(answer),
    }
  return {
    title: `Volumes of ${lookup.keyword_count} keywords`,
    meta,
    columns: volumeColumns,
    rows: volumeCells(answer),
  }
}

/** One row per date, one column per keyword; empty where a keyword has no value. */
function trendTable({ series }: Pick<TrendAnswer, 'series'>): { columns: ExportColumn[]; rows: ExportRow[] } {
  const byDate = new Map<string, Record<string, string | number | boolean | null>>()
  for (const [at, { points }] of series.entries())
    for (const { t, v, partial } of points) {
      const row = byDate.get(t) ?? { t, partial: false }
      byDate.set(t, row)
      row[`v${at}`] = v
      if (partial) row.partial = true
    }
  return {
    columns: [
      { key: 't', label: 'Date', type: 'date' },
      ...series.map(({ keyword }, at): ExportColumn => ({ key: `v${at}`, label: keyword, type: 'number' })),
      { key: 'partial', label: 'Incomplete', type: 'text' },
    ],
    rows: [...byDate.values()].sort((a, b) => (String(a.t) < String(b.t) ? -1 : 1)),
  }
}

const volumeColumns: ExportColumn[] = (
  [
    ['text', 'Keyword'],
    ['volume', 'Search volume', 'number'],
    ['volume_low', 'Volume from', 'number'],
    ['volume_high', 'Volume to', 'number'],
    ['provider', 'Volume source'],
    ['as_of', 'Volume date', 'date'],
    ['impressions', 'Impressions', 'number'],
    ['clicks', 'Clicks', 'number'],
    ['ctr', 'CTR', 'number'],
    ['position', 'Position', 'number'],
    ['performance_as_of', 'Clicks date', 'date'],
    ['cpc', 'CPC', 'money'],
    ['currency', 'Currency'],
    ['competition', 'Competition', 'number'],
    ['difficulty', 'Difficulty', 'number'],
    ['monthly', 'Monthly volumes'],
    ['state', 'Data'],
  ] as [string, string, ExportColumn['type']?][]
).map(([key, label, type = 'text']) => ({ key, label, type }))

function volumeCells({ items, missing }: Pick<VolumeAnswer, 'items' | 'missing'>): ExportRow[] {
  const known = items.map((row) => ({
    text: row.text,
    volume: row.volume?.value,
    volume_low: row.volume?.low,
    volume_high: row.volume?.high,
    provider: row.volume && providerLabel(row.volume.provider),
    as_of: row.volume?.as_of,
    impressions: row.impressions,
    clicks: row.clicks,
    ctr: row.ctr,
    position: row.position,
    performance_as_of: row.performance?.as_of,
    cpc: row.cpc?.value,
    currency: row.cpc?.currency,
    competition: row.competition,
    difficulty: row.difficulty,
    monthly: row.monthly.map(({ t, v }) => `${t.slice(0, 7)}: ${v}`).join(', '),
    state: row.volume ? 'Volume' : 'Impressions only',
  }))
  return [...known, ...missing.map((text) => ({ text, state: 'No data' }))]
}
