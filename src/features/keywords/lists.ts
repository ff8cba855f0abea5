import { randomUUIDv7 } from 'node:crypto'
import type { ExportColumn, ExportFormat, ExportRow } from '#features/reports/export-file.ts'
import { displayText, keywordKey } from '#features/reports/normalize-keyword.ts'
import { tableDownload } from '#features/reports/table-download.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import type { Threads } from '#platform/worker-threads.ts'
import { type KeywordList, type ListSort, type listsContract, maxListItems, maxLists } from './contract.ts'
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
  insertItems,
  insertList,
  locateList,
  lockList,
  markListRemoved,
  type NewListItem,
  renameList,
  restoreList,
} from './list-store.ts'

/** Named keyword lists of a workspace. */

export type Lists = ReturnType<typeof createLists>

type ListRef = { workspaceId: string; id: string }
type GivenItem = ParsedInputOf<typeof listsContract.addItems>['items'][number]

const rowsPerBatch = 5000

export const listColumns: ExportColumn[] = [
  { key: 'text', label: 'Keyword', type: 'text' },
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
      { workspace_id: workspaceId, name, items = [] }: ParsedInputOf<typeof listsContract.add>,
      keepAnswer: KeepAnswer,
    ): Promise<{ list: KeywordList; added: number }> {
      const ref = { workspaceId, id: randomUUIDv7() }
      return db.transaction().execute(async (tx) => {
        if ((await countLists(tx, workspaceId)) >= maxLists)
          throw new AppError('too_large', 'A workspace can have at most 1,000 lists. Delete some first.', {
            reason: 'too_many_lists',
            params: { max: maxLists },
          })
        if (!(await insertList(tx, { ...ref, name, createdBy: userId }))) throw nameTaken(name)
        const { list, added } = await insertUnique(tx, ref, userId, items)
        await keepAnswer(tx, { list, added })
        return { list, added }
      })
    },

    async list(workspaceId: string, query: { q?: string | undefined; page: number; limit: number }) {
      const { page, limit } = query
      return { ...(await findLists(db, workspaceId, query)), page, limit }
    },

    async get(ref: ListRef, query: { q?: string | undefined; sort: ListSort; page: number; limit: number }) {
      const { page, limit } = query
      const list = await requireList(db, ref)
      return { list, ...(await findItems(db, ref, query)), page, limit }
    },

    async texts(ref: ListRef, itemIds?: string[]) {
      const list = await requireList(db, ref)
      return { list, texts: await findTexts(db, ref, itemIds) }
    },

    /** @throws AppError conflict when another list has that name */
    async rename(ref: ListRef, name: string): Promise<{ list: KeywordList }> {
      return db.transaction().execute(async (tx) => {
        if (!(await lockList(tx, ref))) throw listMissing()
        if (!(await renameList(tx, ref, name))) throw nameTaken(name)
        return { list: await requireList(tx, ref) }
      })
    },

    remove: (ref: ListRef) => markListRemoved(db, ref),

    /** Restores a deleted list; adds a number to its name when that's taken. */
    async restore(ref: ListRef): Promise<{ list: KeywordList }> {
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
      ref: ListRef,
      items: GivenItem[],
      keepAnswer: KeepAnswer,
    ): Promise<{ list: KeywordList; added: number; known: number }> {
      return db.transaction().execute(async (tx) => {
        if (!(await lockList(tx, ref))) throw listMissing()
        const answer = await insertUnique(tx, ref, userId, items)
        await keepAnswer(tx, answer)
        return answer
      })
    },

    async removeItems(ref: ListRef, itemIds: string[]): Promise<{ list: KeywordList; removed: number }> {
      return db.transaction().execute(async (tx) => {
        if (!(await lockList(tx, ref))) throw listMissing()
        const removed = await deleteItems(tx, ref, itemIds)
        return { list: await changeCount(tx, ref, -removed), removed }
      })
    },

    async file(ref: ListRef, format: ExportFormat): Promise<Response> {
      const list = await requireList(db, ref)
      const meta: [string, string][] = [['Keywords', String(list.items)]]
      return tableDownload(threads, format, { title: list.name, meta, columns: listColumns, rows: listRows(db, ref) })
    },

    /** Deletes lists removed more than a day ago. */
    sweep: () => deleteRemovedLists(db),
  }

  /** Adds keywords that aren't in the list yet, compared by key. */
  async function insertUnique(tx: Db, ref: ListRef, userId: string, items: GivenItem[]) {
    const once = new Map<string, NewListItem>()
    for (const { text, from } of items) {
      const shown = displayText(text) || text
      const key = keywordKey(shown)
      if (!once.has(key))
        once.set(key, {
          id: randomUUIDv7(),
          key,
          text: shown,
          from_kind: from?.kind ?? 'typed',
          from_id: from?.id ?? null,
          from_label: from?.label || null,
        })
    }
    // Sorts ids, because UUIDv7 ids of one millisecond have no order.
    const ids = [...once.values()].map(({ id }) => id).sort()
    const inOrder = [...once.values()].map((item, at) => ({ ...item, id: ids[at]! }))
    const added = inOrder.length > 0 ? await insertItems(tx, ref, userId, inOrder) : 0
    const list = await changeCount(tx, ref, added)
    if (list.items > maxListItems)
      throw new AppError(
        'too_large',
        `A list can have at most 100,000 keywords. These would make it ${list.items.toLocaleString('en')}. Create another list.`,
        { field: 'items', reason: 'list_full', params: { max: maxListItems, keywords: list.items } },
      )
    return { list, added, known: items.length - added }
  }
}

/** Yields every keyword of a list in the order they were added. */
export async function* listRows(db: Db, ref: ListRef): AsyncGenerator<ExportRow> {
  let after: string | null = null
  for (;;) {
    const items = await findItemsAfter(db, ref, after, rowsPerBatch)
    for (const { text, from, added_at } of items) yield { text, from: from.kind, about: from.label, added_at }
    if (items.length < rowsPerBatch) return
    after = items.at(-1)!._id
  }
}

async function requireList(db: Db, ref: ListRef): Promise<KeywordList> {
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
