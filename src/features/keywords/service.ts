import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Hook } from '#kit/hooks.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import { storable } from '#platform/sanitize-text.ts'
import type { LimitReached, Threads } from '#platform/threads/worker-threads.ts'
import type { ImportAdded, ImportKeyword, ImportKind, KeywordImport } from './contract.ts'
import type { ImportAnswer, ImportTask } from './import-thread.ts'
import { createImportedKeywords } from './imported-keywords.ts'
import { createImportError } from './rules/import/import-errors.ts'
import type { ImportOptions } from './rules/import/import-file.ts'
import type { SearchExport } from './rules/import/search-export.ts'
import type { ImportRow } from './rules/imported-keyword.ts'
import type { SentExport, SiteTarget } from './send-to-site.ts'
import {
  countSerpKeywords,
  deleteImport,
  findImport,
  findImportFile,
  findImportPage,
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

/** A file's keywords were stored. */
export type ImportedHook = Hook<[tx: Tx, file: ResourceRef]>

type Dependencies = {
  db: Database
  threads: Threads
  imported: ImportedHook
  openSite: Hook<[site: ResourceRef], SiteTarget>
}

export function createKeywords({ db, threads, imported, openSite }: Dependencies) {
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

    ...createImportedKeywords(db),
  }
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
