import { randomUUIDv7 } from 'node:crypto'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import { type KeywordView, maxViews, type reportsContract } from './contract.ts'
import { refuseUnknownColumns } from './rows/refuse-unknown-columns.ts'
import {
  deleteView,
  findView,
  findViews,
  hasViewNamed,
  insertView,
  locateView,
  lockViews,
  updateView,
} from './store/view-store.ts'

/** Saved filters of keyword tables, shared by a workspace. */
export function createKeywordViews({ db }: { db: Database }) {
  return {
    locateView: (workspaceIds: string[], id: string) => locateView(db, workspaceIds, id),

    async listViews(workspaceId: string): Promise<{ items: KeywordView[] }> {
      return { items: await findViews(db, workspaceId) }
    },

    /** @throws AppError conflict when the name is taken; too_large at 200 views; invalid_input */
    async addView(
      userId: string,
      { workspace_id: workspaceId, ...content }: ParsedInputOf<typeof reportsContract.addView>,
      storeResponse: StoreResponse,
    ): Promise<{ view: KeywordView }> {
      refuseUnknownSort(content.sort)
      return db.transaction().execute(async (tx) => {
        await lockViews(tx, workspaceId)
        if ((await findViews(tx, workspaceId)).length >= maxViews)
          throw new AppError('too_large', 'A workspace can have up to 200 saved views. Delete some first.', {
            reason: 'too_many_views',
            params: { max: maxViews },
          })
        await refuseTakenName(tx, workspaceId, content.name, null)
        const ref = { workspaceId, id: randomUUIDv7() }
        await insertView(tx, { ...ref, createdBy: userId }, content)
        const answer = { view: await requireView(tx, ref) }
        await storeResponse(tx, answer)
        return answer
      })
    },

    /** @throws AppError not_found; conflict when the name is taken; invalid_input */
    async updateView(
      ref: ResourceRef,
      changes: Omit<ParsedInputOf<typeof reportsContract.updateView>, '_id'>,
    ): Promise<{ view: KeywordView }> {
      refuseUnknownSort(changes.sort)
      return db.transaction().execute(async (tx) => {
        await lockViews(tx, ref.workspaceId)
        const { name, filter, sort, columns } = await requireView(tx, ref)
        const content = {
          name: changes.name ?? name,
          filter: changes.filter ?? filter,
          sort: changes.sort === undefined ? sort : changes.sort,
          columns: changes.columns === undefined ? columns : changes.columns,
        }
        await refuseTakenName(tx, ref.workspaceId, content.name, ref.id)
        await updateView(tx, ref, content)
        return { view: await requireView(tx, ref) }
      })
    },

    removeView: (ref: ResourceRef) => deleteView(db, ref),
  }
}

const refuseUnknownSort = (sort: string | null | undefined) => {
  if (typeof sort === 'string') refuseUnknownColumns({ sort })
}

async function refuseTakenName(tx: Tx, workspaceId: string, name: string, besides: string | null) {
  if (await hasViewNamed(tx, workspaceId, name, besides))
    throw new AppError('conflict', `A view named ${name} already exists. Choose another name.`, {
      field: 'name',
      reason: 'view_name_taken',
      params: { name },
    })
}

async function requireView(tx: Tx, ref: ResourceRef): Promise<KeywordView> {
  const view = await findView(tx, ref)
  if (!view) throw new AppError('not_found', 'View not found. It may have been deleted.', { reason: 'view_missing' })
  return view
}
