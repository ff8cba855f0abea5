import { randomUUIDv7 } from 'node:crypto'
import { keywordKey } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { Hook } from '#kit/hooks.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import { storable } from '#platform/sanitize-text.ts'
import type { LimitReached, Threads } from '#platform/threads/worker-threads.ts'
import type { SearchPerformance } from '#providers/search-data/port.ts'
import type { ImportKind, KeywordImport } from './contract.ts'
import type { ImportAnswer, ImportTask } from './import-thread.ts'
import { createImportError } from './rules/import/import-errors.ts'
import type { ImportedHistory, ImportedNumbers, ImportedRow, ImportRow } from './rules/imported-keyword.ts'
import {
  countSerpKeywords,
  type DatedRow,
  deleteImport,
  findImport,
  findImportedHistory,
  findImportedNumbers,
  findImportedPerformance,
  findImportRows,
  findImportRowsAbout,
  findImports,
  hasImports,
  insertImport,
  locateImport,
} from './store/store.ts'

export type Keywords = ReturnType<typeof createKeywords>

const batchSize = 5000

/** A file's keywords were stored. */
export type ImportedHook = Hook<[tx: Tx, file: ResourceRef]>

type Dependencies = { db: Database; threads: Threads; imported: ImportedHook }

export function createKeywords({ db, threads, imported }: Dependencies) {
  /** Adds the newest performance data, since volumes and clicks often come from different files. */
  async function withPerformance(workspaceId: string, rows: DatedRow[]): Promise<ImportedRow[]> {
    const performances = await findImportedPerformance(
      db,
      workspaceId,
      rows.map(({ key }) => key),
    )
    const byKey = new Map(performances.map((row) => [row.key, getPerformance(row.data, getDate(row))]))
    return rows.map((row) => ({ ...toImportedRow(row, getDate(row)), performance: byKey.get(row.key) ?? null }))
  }

  return {
    locate: (workspaceIds: string[], id: string) => locateImport(db, workspaceIds, id),

    /**
     * Parses a file in a worker thread, one per account at a time, and stores its keywords. Transfers `bytes`, which can't be
     * used afterwards.
     * @throws AppError when it isn't a keyword file or exceeds a limit
     */
    async add(
      workspaceId: string,
      userId: string,
      file: { name: string; bytes: Uint8Array<ArrayBuffer>; kind?: ImportKind },
      storeResponse: StoreResponse,
    ): Promise<{ import: KeywordImport }> {
      const result = await threads.run<ImportAnswer>(
        new URL('./import-thread.ts', import.meta.url),
        { bytes: file.bytes, fileName: file.name, kind: file.kind } satisfies ImportTask,
        { pool: 'imports', turn: userId, tooMuch: tooMuchFile, transfer: [file.bytes.buffer] },
      )
      const id = randomUUIDv7()
      // Sanitizes the file name and headers like any other input.
      const entry = storable({
        id,
        workspaceId,
        createdBy: userId,
        kind: result.kind,
        file_name: file.name.slice(0, 200),
        rows: result.rows,
        accepted: result.accepted,
        rejected: result.rejected,
        rejected_total: result.rejected_total,
        columns: result.columns,
        left_out: result.left_out,
        as_of: result.as_of,
      })
      return db.transaction().execute(async (tx) => {
        await insertImport(tx, entry, result.parts)
        await imported.run(tx, { workspaceId, id })
        const answer = { import: (await findImport(tx, workspaceId, id))! }
        await storeResponse(tx, answer)
        return answer
      })
    },

    find: (workspaceId: string, id: string) => findImport(db, workspaceId, id),

    async list(workspaceId: string, page: { page: number; limit: number }) {
      return { ...(await findImports(db, workspaceId, page)), ...page }
    },

    delete: (workspaceId: string, id: string) => deleteImport(db, workspaceId, id),

    countSerpKeywords: (workspaceId: string, serpImportId: string, list: { keys: string[] } | { importId: string }) =>
      countSerpKeywords(db, workspaceId, serpImportId, list),

    hasAny: (workspaceId: string) => hasImports(db, workspaceId),

    /** Yields every keyword of one import, in batches. */
    async *getImportRows(workspaceId: string, importId: string): AsyncGenerator<ImportedRow[]> {
      const about = await findImport(db, workspaceId, importId)
      if (!about) return
      let after = 0
      for (;;) {
        const rows = await findImportRows(db, workspaceId, importId, after, batchSize)
        if (rows.length === 0) return
        after = rows.at(-1)!.line
        yield rows.map((row) => toImportedRow(row, about.as_of ?? about.created_at))
      }
    },

    /** Returns imported keywords that contain all words of a topic. */
    async findTopicRows(workspaceId: string, query: string): Promise<ImportedRow[]> {
      const words = keywordKey(query).split(' ').filter(Boolean)
      if (words.length === 0) return []
      return withPerformance(workspaceId, await findImportRowsAbout(db, workspaceId, words, 10_000))
    },

    /** Returns the imported metrics of these keywords. */
    async getMetrics(workspaceId: string, keys: string[]): Promise<ImportedRow[]> {
      if (keys.length === 0 || !(await hasImports(db, workspaceId))) return []
      return withPerformance(workspaceId, await findImportedNumbers(db, workspaceId, keys))
    },

    /** Your own average rank for keywords, from the newest imported file that has it. */
    async getOwnPositions(workspaceId: string, keys: string[]): Promise<Map<string, number>> {
      if (keys.length === 0 || !(await hasImports(db, workspaceId))) return new Map()
      const rows = await findImportedPerformance(db, workspaceId, keys)
      return new Map(rows.flatMap(({ key, data: { position } }) => (position && position > 0 ? [[key, position]] : [])))
    },

    /**
     * Returns the history of keywords from the workspace's imports: monthly searches, where newer files win, and impressions,
     * one point per file and day.
     */
    async getHistory(workspaceId: string, keys: string[]): Promise<Map<string, ImportedHistory>> {
      const byKey = new Map<string, { searches: Map<string, number>; impressions: Map<string, number> }>()
      for (const row of await findImportedHistory(db, workspaceId, keys)) {
        const existing = byKey.get(row.key) ?? { searches: new Map(), impressions: new Map() }
        byKey.set(row.key, existing)
        for (const { t, v } of row.data.monthly ?? []) existing.searches.set(t.slice(0, 10), v)
        if (row.data.impressions !== undefined)
          existing.impressions.set((row.as_of ?? row.created_at).toISOString().slice(0, 10), row.data.impressions)
      }
      const inOrder = (points: Map<string, number>) =>
        [...points].map(([t, v]) => ({ t, v })).sort((a, b) => (a.t < b.t ? -1 : 1))
      return new Map(
        [...byKey].map(([key, { searches, impressions }]) => [
          key,
          { searches: inOrder(searches), impressions: inOrder(impressions) },
        ]),
      )
    },
  }
}

/** Returns the Search Console metrics of a row; null when it has none. */
function getPerformance(
  { impressions, clicks, ctr, position }: ImportedNumbers,
  dataDate: string,
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

const tooMuchFile = ({ kind, seconds }: LimitReached) =>
  kind === 'time'
    ? createImportError(
        'too_large',
        'file_too_slow',
        `Reading the file took longer than ${seconds} seconds and was stopped. Split it into smaller files.`,
        { params: { seconds } },
      )
    : createImportError(
        'too_large',
        'file_too_complex',
        'The file needs too much memory to import. Split it into smaller files.',
      )

const getDate = ({ as_of, created_at }: DatedRow) => (as_of ?? created_at).toISOString()

function toImportedRow({ key, text, data }: ImportRow, dataDate: string): ImportedRow {
  return {
    key,
    text,
    performance: getPerformance(data, dataDate),
    metrics: {
      text,
      volume: data.volume ? { ...data.volume, provider: 'imported', as_of: dataDate } : null,
      monthly: data.monthly ?? [],
      cpc: data.cpc ? { value: data.cpc.value, currency: data.cpc.currency ?? 'USD' } : null,
      competition: data.competition ?? null,
      difficulty: data.difficulty ?? null,
      provider: 'imported',
    },
    topic: data.topic ? { name: data.topic, parent: data.parent_topic ?? null } : null,
    serp: data.serp ?? null,
  }
}
