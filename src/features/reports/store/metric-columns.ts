import { sql } from 'kysely'
import type { KeywordMetrics } from '#providers/search-data/port.ts'

/** Metrics of a keyword, possibly of several providers. Who measured a number is left out if it's who measured the volume. */
export type CollectedMetrics = Omit<KeywordMetrics, 'text'> & { cpcProvider?: string; difficultyProvider?: string }

/**
 * Columns that change together, so that no row has one provider's number under another's name or date. A group changes if the
 * given numbers have it.
 */
const groups: {
  columns: Record<string, string>
  isGiven: (given: string, existing: string) => string
}[] = [
  {
    columns: {
      volume_value: 'bigint',
      volume_low: 'bigint',
      volume_high: 'bigint',
      volume_provider: 'text',
      volume_as_of: 'timestamptz',
    },
    isGiven: (given) => `${given}.volume_provider is not null`,
  },
  {
    // The months of one provider don't stay below the volume of another.
    columns: { monthly: 'jsonb' },
    isGiven: (given, existing) =>
      `${given}.monthly is not null or (${given}.volume_provider is not null and ${given}.volume_provider is distinct from ${existing}.volume_provider)`,
  },
  {
    columns: { cpc_value: 'double precision', cpc_currency: 'text', competition: 'real', cpc_provider: 'text' },
    isGiven: (given, existing) =>
      `${given}.cpc_value is not null or (${given}.competition is not null and ${existing}.cpc_value is null)`,
  },
  {
    columns: { difficulty: 'real', difficulty_provider: 'text' },
    isGiven: (given) => `${given}.difficulty is not null`,
  },
]
const columns = groups.flatMap((group) => Object.entries(group.columns))

export const metricNames = sql.raw(columns.map(([name]) => name).join(', '))
export const metricTypes = sql.raw(columns.map(([name, type]) => `${name} ${type}`).join(', '))

/** `given` and `existing` name tables with these columns. */
export const getMetricUpdates = (given: string, existing: string) =>
  sql.raw(
    groups
      .flatMap((group) =>
        Object.keys(group.columns).map(
          (name) =>
            `${name} = case when ${group.isGiven(given, existing)} then ${given}.${name} else ${existing}.${name} end`,
        ),
      )
      .join(', '),
  )

export function toMetricColumns(metrics: CollectedMetrics) {
  const { volume, monthly, cpc, competition, difficulty } = metrics
  return {
    volume_value: volume?.value,
    volume_low: volume?.low,
    volume_high: volume?.high,
    volume_provider: volume?.provider,
    volume_as_of: volume?.as_of,
    monthly: monthly.length > 0 ? monthly : undefined,
    cpc_value: cpc?.value,
    cpc_currency: cpc?.currency,
    competition,
    cpc_provider: cpc || typeof competition === 'number' ? getCpcProvider(metrics) : undefined,
    difficulty,
    difficulty_provider: typeof difficulty === 'number' ? getDifficultyProvider(metrics) : undefined,
  }
}

const getProvider = ({ provider, volume }: CollectedMetrics) => provider ?? volume?.provider
const getCpcProvider = (metrics: CollectedMetrics) => metrics.cpcProvider ?? getProvider(metrics)
const getDifficultyProvider = (metrics: CollectedMetrics) => metrics.difficultyProvider ?? getProvider(metrics)

/** Adds what `found` has and `existing` lacks, each number with who measured it. */
export function mergeMetrics(
  existing: CollectedMetrics | null,
  found: CollectedMetrics | null,
): CollectedMetrics | null {
  if (!existing || !found) return found ?? existing
  const searched = existing.volume ? existing : found.volume ? found : existing.monthly.length > 0 ? existing : found
  const other = searched === existing ? found : existing
  const addsMonths = searched.monthly.length === 0 && (!searched.volume || getProvider(other) === getProvider(searched))
  const priced = existing.cpc ? existing : found.cpc ? found : existing.competition !== null ? existing : found
  const judged = existing.difficulty !== null ? existing : found
  return {
    volume: searched.volume,
    monthly: addsMonths ? other.monthly : searched.monthly,
    cpc: priced.cpc,
    competition: priced.competition,
    cpcProvider: getCpcProvider(priced),
    difficulty: judged.difficulty,
    difficultyProvider: getDifficultyProvider(judged),
    provider: getProvider(searched),
  }
}
