import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { Database } from '#platform/database/database.ts'
import type { SearchPerformance } from '#providers/search-data/port.ts'
import { getImportedHistory } from './imported-history.ts'
import type { ImportedNumbers, ImportedRow, ImportRow } from './rules/imported-keyword.ts'
import {
  type DatedRow,
  findImport,
  findImportedNumbers,
  findImportedPerformance,
  findImportRows,
  findImportRowsAbout,
  hasImports,
} from './store/store.ts'

const batchSize = 5000

/** What other features read of imported files: their keywords, with dated numbers and the provider of each. */
export function createImportedKeywords(db: Database) {
  /** Adds the newest performance data, since volumes and clicks often come from different files. */
  async function withPerformance(workspaceId: string, rows: DatedRow[]): Promise<ImportedRow[]> {
    const performances = await findImportedPerformance(
      db,
      workspaceId,
      rows.map(({ key }) => key),
    )
    const byKey = Map.groupBy(performances, ({ key }) => key)
    return rows.map((row) => ({
      ...toImportedRow(row, getDate(row)),
      performance: joinProviders(byKey.get(row.key) ?? []),
    }))
  }

  return {
    /** Yields every keyword of one import, in batches. */
    async *getImportRows(workspaceId: string, importId: string): AsyncGenerator<ImportedRow[]> {
      const about = await findImport(db, workspaceId, importId)
      if (!about) return
      let after = 0
      for (;;) {
        const rows = await findImportRows(db, workspaceId, importId, after, batchSize)
        if (rows.length === 0) return
        after = rows.at(-1)!.line
        yield rows.map((row) => {
          const imported = toImportedRow(row, about.as_of)
          const { performance } = imported
          const named = performance && { ...performance, ...nameProvider(performance, about.kind) }
          return { ...imported, performance: named }
        })
      }
    },

    /** Returns imported keywords that contain all words of a topic. */
    async findTopicRows(workspaceId: string, query: string, language: string): Promise<ImportedRow[]> {
      const words = keywordKeyIn(query, language).split(' ').filter(Boolean)
      if (words.length === 0) return []
      return withPerformance(workspaceId, await findImportRowsAbout(db, workspaceId, words, 10_000))
    },

    /** Returns the imported metrics of these keywords. */
    async getMetrics(workspaceId: string, keys: string[]): Promise<ImportedRow[]> {
      if (keys.length === 0 || !(await hasImports(db, workspaceId))) return []
      return withPerformance(workspaceId, await findImportedNumbers(db, workspaceId, keys))
    },

    /** Your own average rank for keywords: Google's, else from the newest imported file that has it. */
    async getOwnPositions(workspaceId: string, keys: string[]): Promise<Map<string, number>> {
      if (keys.length === 0 || !(await hasImports(db, workspaceId))) return new Map()
      const rows = await findImportedPerformance(db, workspaceId, keys)
      // Google's come first.
      const known = rows.filter(({ data: { position } }) => position !== undefined && position > 0).reverse()
      return new Map(known.map(({ key, data: { position } }) => [key, position!]))
    },

    getHistory: (workspaceId: string, keys: string[]) => getImportedHistory(db, workspaceId, keys),
  }
}

/** Returns the Search Console metrics of a row; null when it has none. */
function getPerformance(
  { impressions, clicks, ctr, position }: ImportedNumbers,
  dataDate: string | null,
): SearchPerformance | null {
  if ([impressions, clicks, ctr, position].every((value) => value === undefined)) return null
  return {
    impressions: impressions ?? null,
    clicks: clicks ?? null,
    ctr: ctr ?? null,
    position: position ?? null,
    as_of: dataDate,
  }
}

const nameProvider = (
  { impressions, clicks, ctr, position, as_of }: SearchPerformance,
  kind: string,
): Pick<SearchPerformance, 'source' | 'by_provider'> => {
  const provider = kind === 'google_analytics' ? 'search_console' : kind
  return { source: provider, by_provider: [{ provider, impressions, clicks, ctr, position, as_of }] }
}

/** The first provider's numbers, and those of all of them side by side. */
function joinProviders(rows: readonly DatedRow[]): SearchPerformance | null {
  const found = rows.flatMap((row) => {
    const performance = getPerformance(row.data, getDate(row))
    return performance ? [{ ...performance, ...nameProvider(performance, row.kind) }] : []
  })
  const [first] = found
  return first ? { ...first, by_provider: found.flatMap(({ by_provider }) => by_provider ?? []) } : null
}

/** Null when a file doesn't say: when it was uploaded says nothing about its numbers. */
const getDate = ({ as_of }: DatedRow) => as_of?.toISOString() ?? null

function toImportedRow({ key, text, data }: ImportRow, dataDate: string | null): ImportedRow {
  return {
    key,
    text,
    performance: getPerformance(data, dataDate),
    metrics: {
      text,
      volume: data.volume ? { ...data.volume, provider: 'imported', as_of: dataDate } : null,
      monthly: (data.monthly ?? []).flatMap(({ t, v }) => (v === null ? [] : [{ t, v }])),
      cpc: data.cpc ?? null,
      competition: data.competition ?? null,
      difficulty: data.difficulty ?? null,
      provider: 'imported',
    },
    topic: data.topic ? { name: data.topic, parent: data.parent_topic ?? null } : null,
    serp: data.serp ?? null,
    parent: data.parent ?? null,
    depth: Math.max(1, data.depth ?? 1),
  }
}
