import { randomUUIDv7 } from 'node:crypto'
import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import { AppError } from '#kit/errors.ts'
import type { Hook } from '#kit/hooks.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import { storable } from '#platform/sanitize-text.ts'
import type { LimitReached, Threads } from '#platform/threads/worker-threads.ts'
import type { SearchPerformance } from '#providers/search-data/port.ts'
import type { ImportAdded, ImportKeyword, ImportKind, KeywordImport } from './contract.ts'
import type { ImportAnswer, ImportTask } from './import-thread.ts'
import { getImportedHistory } from './imported-history.ts'
import { createImportError } from './rules/import/import-errors.ts'
import type { ImportOptions } from './rules/import/import-file.ts'
import type { SearchExport } from './rules/import/search-export.ts'
import type { ImportedNumbers, ImportedRow, ImportRow } from './rules/imported-keyword.ts'
import type { SentExport, SiteTarget } from './send-to-site.ts'
import {
  countSerpKeywords,
  type DatedRow,
  deleteImport,
  findImport,
  findImportedNumbers,
  findImportedPerformance,
  findImportFile,
  findImportPage,
  findImportRows,
  findImportRowsAbout,
  findImports,
  hasImports,
  insertImport,
  locateImport,
  lockImport,
  type NewImport,
  presentRow,
  replaceImport,
} from './store/store.ts'

export type Keywords = ReturnType<typeof createKeywords>

const batchSize = 5000

/** A file's keywords were stored. */
export type ImportedHook = Hook<[tx: Tx, file: ResourceRef]>

type Dependencies = {
  db: Database
  threads: Threads
  imported: ImportedHook
  openSite: Hook<[site: ResourceRef], SiteTarget>
}

export function createKeywords({ db, threads, imported, openSite }: Dependencies) {
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

  const parse = (turn: string, task: ImportTask) =>
    threads.run<ImportAnswer>(new URL('./import-thread.ts', import.meta.url), task, {
      pool: 'imports',
      turn,
      tooMuch: tooMuchFile,
      transfer: [task.bytes.buffer],
    })

  return {
    locate: (workspaceIds: string[], id: string) => locateImport(db, workspaceIds, id),

    /**
     * Parses a file in a worker thread, one per account at a time, and stores its keywords. Transfers `bytes`, which can't be
     * used afterwards. With `siteId`, it's also stored as an export of that site's searches, once.
     * @throws AppError when it isn't a keyword file or exceeds a limit
     */
    async add(
      workspaceId: string,
      userId: string,
      file: {
        name: string
        bytes: Uint8Array<ArrayBuffer>
        kind?: ImportKind
        options?: ImportOptions
        dryRun?: boolean
        siteId?: string
      },
      storeResponse: StoreResponse,
    ): Promise<ImportAdded> {
      const { name, bytes, kind, options, dryRun = false, siteId } = file
      const [site = null] = siteId === undefined ? [] : await openSite.run({ workspaceId, id: siteId })
      const task = { bytes, fileName: name, kind, options, store: !dryRun, forSite: site !== null }
      const result = await parse(userId, task)
      const id = randomUUIDv7()
      const entry = toEntry(result, { id, workspaceId, createdBy: userId, file_name: name.slice(0, 200) })
      const sample = getSample(result)
      const sent = getSentExport(result, { fileName: entry.file_name, userId })
      if (dryRun) {
        const site_upload = sent && site ? site.preview(sent) : null
        return { import: toPreview(entry, result), sample, site_upload, repeated: false }
      }
      return db.transaction().execute(async (tx) => {
        const existing = sent && site ? await site.find(tx, sent) : null
        const earlier = existing?.importId ? await findImport(tx, workspaceId, existing.importId) : null
        if (existing && earlier) {
          const answer = { import: earlier, sample, site_upload: existing.upload, repeated: true }
          await storeResponse(tx, answer)
          return answer
        }
        await insertImport(tx, entry, result.parts, result.file!)
        await imported.run(tx, { workspaceId, id })
        const answer = {
          import: (await findImport(tx, workspaceId, id))!,
          sample,
          site_upload: sent && site ? await site.save(tx, sent, id) : null,
          repeated: existing !== null,
        }
        await storeResponse(tx, answer)
        return answer
      })
    },

    /**
     * Reads the file of an import again with other decisions, and replaces what it brought. With `dryRun` nothing changes.
     * @throws AppError not_found when the file isn't stored; otherwise as `add`
     */
    async read(
      { workspaceId, id }: ResourceRef,
      userId: string,
      { kind, options, dryRun }: { kind?: ImportKind; options: ImportOptions; dryRun: boolean },
    ): Promise<ImportAdded> {
      const [about, content] = await Promise.all([findImport(db, workspaceId, id), findImportFile(db, workspaceId, id)])
      if (!about || !content)
        throw new AppError('not_found', 'The file of this import isn’t stored. Upload it again.', {
          field: '_id',
          reason: 'import_file_missing',
        })
      const bytes = new Uint8Array(content)
      const result = await parse(userId, { bytes, fileName: about.file_name, kind, options, compressed: true })
      const entry = toEntry(result, { id, workspaceId, createdBy: null, file_name: about.file_name })
      const sample = getSample(result)
      const notSent = { site_upload: null, repeated: false }
      if (dryRun)
        return { import: { ...about, ...toPreview(entry, result), created_at: about.created_at }, sample, ...notSent }
      return db.transaction().execute(async (tx) => {
        if (!(await lockImport(tx, workspaceId, id)))
          throw new AppError('not_found', 'This import was deleted.', { field: '_id', reason: 'import_missing' })
        await replaceImport(tx, entry, result.parts)
        await imported.run(tx, { workspaceId, id })
        return { import: (await findImport(tx, workspaceId, id))!, sample, ...notSent }
      })
    },

    /** Returns an import's keywords with their numbers as they are in the file. */
    async rows(workspaceId: string, id: string, page: { page: number; limit: number }) {
      return { ...(await findImportPage(db, workspaceId, id, page)), ...page }
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

type Entry = Pick<NewImport, 'id' | 'workspaceId' | 'createdBy' | 'file_name'>

/** Sanitizes the file name, headers and cells like any other input. */
const toEntry = (result: ImportAnswer, about: Entry): NewImport =>
  storable({
    ...about,
    kind: result.kind,
    rows: result.rows,
    accepted: result.accepted,
    rejected: result.rejected,
    rejected_total: result.rejected_total,
    unread: result.unread,
    unread_total: result.unread_total,
    columns: result.columns,
    left_out: result.left_out,
    reading: result.reading,
    as_of: result.as_of,
  })

const getSentExport = (
  { searchExport }: ImportAnswer,
  about: Pick<SentExport, 'fileName' | 'userId'>,
): SentExport | null =>
  searchExport === undefined ? null : storable({ ...about, searchExport: JSON.parse(searchExport) as SearchExport })

const sampleSize = 10

const getSample = ({ parts }: ImportAnswer): ImportKeyword[] =>
  parts.length === 0 ? [] : (JSON.parse(parts[0]!) as ImportRow[]).slice(0, sampleSize).map(presentRow)

/** An import that isn't stored. */
const toPreview = (
  { workspaceId: _, createdBy: __, id, ...about }: NewImport,
  { keywords }: ImportAnswer,
): KeywordImport => ({
  _id: id,
  ...about,
  as_of: about.as_of && new Date(about.as_of).toISOString(),
  keywords,
  created_at: new Date().toISOString(),
})

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
