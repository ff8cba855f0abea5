import { formatCount, formatDecimal } from '#ui/format/format.ts'
import { type CountedColumn, type RangeColumn, rangeColumns, type UnknownCounts } from '../../../../contract.ts'
import { intentLabels, serpFeatureLabel, sourceLabel, typeLabels } from '../../../keyword-labels.ts'
import { columns, type TableFilter, type TableSort } from '../table/table-model.ts'

/** A filter, an order and what they leave out, in words. */

/** What a row lacks, by column. */
export const lacking: Record<CountedColumn, string> = {
  volume: 'volume',
  difficulty: 'KD',
  cpc: 'CPC',
  position: 'position',
  serp_features: 'SERP data',
}

/** "3 left out: 2 without volume, 1 without KD"; null when none is. */
export function showUnknown(unknown: UnknownCounts | undefined): string | null {
  if (!unknown || unknown.rows === 0) return null
  const parts = (Object.keys(lacking) as CountedColumn[]).flatMap((column) =>
    unknown[column] ? [`${formatCount(unknown[column])} without ${lacking[column]}`] : [],
  )
  return parts.length === 1 ? `${parts[0]} left out` : `${formatCount(unknown.rows)} left out: ${parts.join(', ')}`
}

/** Limits of costs have cents. */
const showLimit = (limit: number) => (Number.isInteger(limit) ? formatCount(limit) : formatDecimal(limit, 2))

/** "10–20", "from 10", "up to 20"; null without a limit. */
export function showRange(min: number | undefined, max: number | undefined): string | null {
  if (min === undefined && max === undefined) return null
  if (max === undefined) return `from ${showLimit(min!)}`
  return min === undefined ? `up to ${showLimit(max)}` : `${showLimit(min)}–${showLimit(max)}`
}

const rangeLabels: Record<RangeColumn, string> = {
  volume: 'volume',
  difficulty: 'KD',
  cpc: 'CPC',
  position: 'position',
}

const quote = (texts: readonly string[], word: 'and' | 'or') => texts.map((text) => `“${text}”`).join(` ${word} `)
const choice = (label: string, names: readonly string[]) => `${label} ${names.join(' or ')}`

/**
 * "volume from 500, type Question"; empty without a filter.
 * @param topics names of topics by id; topics without one are counted
 */
export function describeFilter(filter: TableFilter, topics: ReadonlyMap<string, string> = new Map()): string {
  const { include = [], exclude = [], types = [], intents = [], sources = [], cluster_ids = [] } = filter
  const { serp_features = [], missing = [], include_unknown = [] } = filter
  const orUnknown = (column: CountedColumn) => (include_unknown.includes(column) ? ' or unknown' : '')
  const ranges = rangeColumns.flatMap((column) => {
    const range = showRange(filter[`${column}_min`], filter[`${column}_max`])
    return range ? [`${rangeLabels[column]} ${range}${orUnknown(column)}`] : []
  })
  const named = cluster_ids.flatMap((id) => topics.get(id) ?? [])
  const isNamed = named.length === cluster_ids.length
  return [
    ...(include.length > 0 ? [`with ${quote(include, 'and')}`] : []),
    ...(exclude.length > 0 ? [`without ${quote(exclude, 'or')}`] : []),
    ...ranges,
    ...missing.map((column) => `without ${lacking[column]}`),
    ...(types.length > 0
      ? [
          choice(
            'type',
            types.map((type) => typeLabels[type]),
          ),
        ]
      : []),
    ...(intents.length > 0
      ? [
          choice(
            'intent',
            intents.map((intent) => (intent === 'none' ? 'not found' : intentLabels[intent])),
          ),
        ]
      : []),
    ...(serp_features.length > 0
      ? [choice('SERP feature', serp_features.map(serpFeatureLabel)) + orUnknown('serp_features')]
      : []),
    ...(sources.length > 0 ? [choice('source', sources.map(sourceLabel))] : []),
    ...(cluster_ids.length > 0
      ? [
          isNamed
            ? `topic ${quote(named, 'or')}`
            : cluster_ids.length === 1
              ? 'one topic'
              : `${cluster_ids.length} topics`,
        ]
      : []),
    ...(filter.hidden ? ['hidden'] : []),
  ].join(', ')
}

/** "sorted by Volume, highest first" */
export function describeSort({ column, descending }: TableSort): string {
  const { label, numeric } = columns[column]
  const isNumber = numeric || column === 'monthly' || column === 'sources'
  const isDate = column === 'measured' || column === 'added_at'
  const [ascending, reverse] = isNumber
    ? ['lowest first', 'highest first']
    : isDate
      ? ['oldest first', 'newest first']
      : ['A to Z', 'Z to A']
  return `sorted by ${label}, ${descending ? reverse : ascending}`
}
