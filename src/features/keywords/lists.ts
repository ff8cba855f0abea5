import { randomUUIDv7 } from 'node:crypto'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { ExportColumn, ExportFormat, ExportRow } from '#platform/table-export/export-file.ts'
import { tableDownload } from '#platform/table-export/table-download.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import {
  type KeywordList,
  type ListedList,
  type ListFilter,
  type ListItem,
  type ListNumbers,
  type ListSort,
  type listsContract,
  maxLists,
  maxSummedItems,
} from './contract.ts'
import { type GivenItem, insertListItems } from './insert-list-items.ts'
import { findNewKeywords } from './list-keys.ts'
import { findListRows, streamListItems } from './list-rows.ts'
import { type PastedKeywords, readPasted } from './paste-keywords.ts'
import {
  changeCount,
  countLists,
  deleteItems,
  deleteRemovedLists,
  findItems,
  findItemsAfter,
  findList,
  findLists,
  findRemovedName,
  findTexts,
  hasListNamed,
  insertList,
  locateList,
  lockList,
  markListRemoved,
  renameList,
  restoreList,
} from './store/list-store.ts'
import { findListVolumes } from './store/list-volume-store.ts'

/** Named keyword lists of a workspace. */

export type Lists = ReturnType<typeof createLists>

const rowsPerBatch = 5000

export const listColumns: ExportColumn[] = [
  { key: 'text', label: 'Keyword', type: 'text' },
  { key: 'volume', label: 'Search volume', type: 'number' },
  { key: 'volume_low', label: 'Volume from', type: 'number' },
  { key: 'volume_high', label: 'Volume to', type: 'number' },
  { key: 'volume_provider', label: 'Volume source', type: 'text' },
  { key: 'volume_as_of', label: 'Volume date', type: 'date' },
  { key: 'difficulty', label: 'Difficulty', type: 'number' },
  { key: 'difficulty_provider', label: 'Difficulty source', type: 'text' },
  { key: 'difficulty_at', label: 'Difficulty date', type: 'date' },
  { key: 'cpc', label: 'CPC', type: 'money' },
  { key: 'currency', label: 'Currency', type: 'text' },
  { key: 'cpc_provider', label: 'CPC source', type: 'text' },
  { key: 'cpc_at', label: 'CPC date', type: 'date' },
  { key: 'competition', label: 'Competition', type: 'number' },
  { key: 'intent', label: 'Intent', type: 'text' },
  { key: 'impressions', label: 'Impressions', type: 'number' },
  { key: 'clicks', label: 'Clicks', type: 'number' },
  { key: 'ctr', label: 'CTR', type: 'number' },
  { key: 'position', label: 'Position', type: 'number' },
  { key: 'performance_as_of', label: 'Position date', type: 'date' },
  { key: 'from', label: 'Found in', type: 'text' },
  { key: 'about', label: 'Topic', type: 'text' },
  { key: 'added_at', label: 'Added', type: 'date' },
]

export function createLists({ db, threads }: { db: Database; threads: Threads }) {
  return {
    locate: (workspaceIds: string[], id: string) => locateList(db, workspaceIds, id),

    /** @throws AppError conflict when the name is taken, too_large at a thousand lists */
    async add(
      userId: string,
      { workspace_id: workspaceId, name, language, items = [] }: ParsedInputOf<typeof listsContract.add>,
      storeResponse: StoreResponse,
    ): Promise<{ list: KeywordList; added: number }> {
      const ref = { workspaceId, id: randomUUIDv7() }
      return db.transaction().execute(async (tx) => {
        if ((await countLists(tx, workspaceId)) >= maxLists)
          throw new AppError('too_large', 'A workspace can have up to 1,000 lists. Delete some first.', {
            reason: 'too_many_lists',
            params: { max: maxLists },
          })
        if (!(await insertList(tx, { ...ref, name, language: language ?? null, createdBy: userId })))
          throw nameTaken(name)
        const { list, added } = await insertListItems(tx, ref, userId, { items })
        await storeResponse(tx, { list, added })
        return { list, added }
      })
    },

    async list(
      workspaceId: string,
      { volumes, ...query }: { q?: string | undefined; volumes: boolean; page: number; limit: number },
    ): Promise<{ items: ListedList[]; total: number; page: number; limit: number }> {
      const { page, limit } = query
      const { items, total } = await findLists(db, workspaceId, query)
      if (!volumes) return { items, total, page, limit }
      const summed = items.filter((list) => list.items > 0 && list.items <= maxSummedItems)
      const found = await findListVolumes(
        db,
        workspaceId,
        summed.map(({ _id }) => _id),
      )
      return { items: items.map((list) => ({ ...list, volume: found.get(list._id) ?? null })), total, page, limit }
    },

    async get(ref: ResourceRef, query: { q?: string | undefined; sort: ListSort; page: number; limit: number }) {
      const { page, limit } = query
      const list = await requireList(db, ref)
      return { list, ...(await findItems(db, ref, query)), page, limit }
    },

    async rows(ref: ResourceRef, query: Omit<ParsedInputOf<typeof listsContract.rows>, '_id'>) {
      await requireList(db, ref)
      return findListRows(db, ref, query)
    },

    async texts(ref: ResourceRef, itemIds?: string[]) {
      const list = await requireList(db, ref)
      return { list, texts: await findTexts(db, ref, itemIds) }
    },

    /** @throws AppError conflict when another list has that name */
    async rename(ref: ResourceRef, name: string): Promise<{ list: KeywordList }> {
      return db.transaction().execute(async (tx) => {
        if (!(await lockList(tx, ref))) throw listMissing()
        if (!(await renameList(tx, ref, name))) throw nameTaken(name)
        return { list: await requireList(tx, ref) }
      })
    },

    remove: (ref: ResourceRef) => markListRemoved(db, ref),

    /** Restores a deleted list; adds a number to its name when that's taken. */
    async restore(ref: ResourceRef): Promise<{ list: KeywordList }> {
      return db.transaction().execute(async (tx) => {
        const name = await findRemovedName(tx, ref)
        if (name !== null) {
          let free = name
          for (let n = 2; await hasListNamed(tx, ref.workspaceId, free); n++) free = `${name.slice(0, 110)} (${n})`
          await restoreList(tx, ref, free)
        }
        return { list: await requireList(tx, ref) }
      })
    },

    /** @throws AppError too_large over 100,000 keywords */
    async addItems(
      userId: string,
      ref: ResourceRef,
      given: { items: GivenItem[]; language?: string | undefined },
      storeResponse: StoreResponse,
    ): Promise<{ list: KeywordList; added: number; known: number }> {
      return db.transaction().execute(async (tx) => {
        if (!(await lockList(tx, ref))) throw listMissing()
        const answer = await insertListItems(tx, ref, userId, given)
        await storeResponse(tx, answer)
        return answer
      })
    },

    /**
     * Adds pasted keywords, with the numbers of a spreadsheet's columns; `dry_run` only counts them.
     * @throws AppError invalid_input when there is no keyword in the text; too_large over 100,000 keywords
     */
    async paste(
      userId: string,
      ref: ResourceRef,
      { text, dry_run: dryRun }: Omit<ParsedInputOf<typeof listsContract.paste>, '_id'>,
      storeResponse: StoreResponse,
    ) {
      const list = await requireList(db, ref)
      const pasted = await readPasted(threads, userId, text)
      const answer = (now: KeywordList, added: number, fresh: PastedKeywords['keywords']) => ({
        list: now,
        added,
        duplicates: pasted.duplicates + pasted.keywords.length - added,
        invalid: pasted.invalid,
        invalid_lines: pasted.invalid_lines,
        columns: pasted.columns,
        sample: fresh.slice(0, 5).map(({ text: each }) => each),
      })
      const fresh = await findNewKeywords(db, ref, pasted.keywords)
      if (dryRun) return answer(list, fresh.length, fresh)
      return db.transaction().execute(async (tx) => {
        if (!(await lockList(tx, ref))) throw listMissing()
        const { list: now, added } = await insertListItems(tx, ref, userId, { items: fresh })
        const given = answer(now, added, fresh)
        await storeResponse(tx, given)
        return given
      })
    },

    async removeItems(ref: ResourceRef, itemIds: string[]): Promise<{ list: KeywordList; removed: number }> {
      return db.transaction().execute(async (tx) => {
        if (!(await lockList(tx, ref))) throw listMissing()
        const removed = await deleteItems(tx, ref, itemIds)
        return { list: await changeCount(tx, ref, -removed), removed }
      })
    },

    /** All keywords in the order they were added, or those that match in the order asked for. */
    async file(
      ref: ResourceRef,
      format: ExportFormat,
      query: ListFilter & { sort?: string | undefined },
    ): Promise<Response> {
      const list = await requireList(db, ref)
      const isWhole = Object.values(query).every((value) => value === undefined)
      const meta: [string, string][] = isWhole ? [['Keywords', String(list.items)]] : []
      const rows = isWhole ? listRows(db, ref) : matchingRows(db, ref, query)
      return tableDownload(threads, format, { title: list.name, meta, columns: listColumns, rows })
    },

    /** Deletes lists removed more than a day ago. */
    cleanUp: () => deleteRemovedLists(db),
  }
}

/** Yields every keyword of a list in the order they were added. */
export async function* listRows(db: Db, ref: ResourceRef): AsyncGenerator<ExportRow> {
  let after: string | null = null
  for (;;) {
    const items = await findItemsAfter(db, ref, after, rowsPerBatch)
    yield* items.map(toExportRow)
    if (items.length < rowsPerBatch) return
    after = items.at(-1)!._id
  }
}

async function* matchingRows(
  db: Database,
  ref: ResourceRef,
  query: ListFilter & { sort?: string | undefined },
): AsyncGenerator<ExportRow> {
  for await (const item of streamListItems(db, ref, query)) yield toExportRow(item)
}

function toExportRow({ text, from, added_at, numbers }: ListItem): ExportRow {
  const { volume, difficulty, cpc, competition, intent, impressions, clicks, ctr, position, performance, measured } =
    numbers ?? ({} as Partial<ListNumbers>)
  return {
    text,
    volume: volume?.value ?? null,
    volume_low: volume?.low ?? null,
    volume_high: volume?.high ?? null,
    volume_provider: volume?.provider ?? null,
    volume_as_of: volume?.as_of ?? null,
    difficulty: difficulty ?? null,
    difficulty_provider: measured?.difficulty?.provider ?? null,
    difficulty_at: measured?.difficulty?.at ?? null,
    cpc: cpc?.value ?? null,
    currency: cpc?.currency ?? null,
    cpc_provider: measured?.cpc?.provider ?? null,
    cpc_at: measured?.cpc?.at ?? null,
    competition: competition ?? null,
    intent: intent ?? null,
    impressions: impressions ?? null,
    clicks: clicks ?? null,
    ctr: ctr ?? null,
    position: position ?? null,
    performance_as_of: performance?.as_of ?? null,
    from: from.kind,
    about: from.label,
    added_at,
  }
}

async function requireList(db: Db, ref: ResourceRef): Promise<KeywordList> {
  const list = await findList(db, ref)
  if (!list) throw listMissing()
  return list
}

const listMissing = () =>
  new AppError('not_found', 'List not found. It may have been deleted.', { reason: 'list_missing' })
const nameTaken = (name: string) =>
  new AppError('conflict', `A list named ${name} already exists. Choose another name.`, {
    field: 'name',
    reason: 'list_name_taken',
    params: { name },
  })
