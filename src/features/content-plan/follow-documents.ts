import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { getItems } from './get-plan.ts'
import type { ChangeItem } from './measure-items.ts'
import { findItemById, findItemOfDocument, findItemsToWrite } from './store/list-store.ts'

/** Items and the documents written from them: what a document starts with, and what its progress means for the item. */
export function createDocumentFollowing(db: Database, changeItem: ChangeItem) {
  return {
    /** What a document created from an item starts with. @throws AppError not_found */
    async getItemForWriting(workspaceId: string, itemId: string) {
      const found = (await findItemById(db, { workspaceId, id: itemId })) ?? refuseUnplanned()
      const [item] = await getItems(db, { workspaceId, id: found.plan_id }, [itemId])
      return {
        title: found.title,
        keywords: item?.keywords ?? [],
        owner_id: item?.owner_id ?? null,
        due_on: item?.due_on ?? null,
      }
    },

    /** Items to write, with the report they were planned from. Those of other workspaces are left out. */
    getItemsToWrite: (workspaceId: string, ids: readonly string[]) => findItemsToWrite(db, workspaceId, ids),

    /** A batch has written an item's document: somebody reviews it next. */
    async documentWritten(tx: Tx, document: ResourceRef) {
      const found = await findItemOfDocument(tx, document)
      if (!found) return
      const { workspaceId } = document
      const [item] = await getItems(tx, { workspaceId, id: found.plan_id }, [found.id])
      if (!item || !['idea', 'briefed', 'drafting'].includes(item.state)) return
      await changeItem(tx, { workspaceId, planId: found.plan_id, id: found.id }, { state: 'review' })
    },

    /** A document was created from an item: a brief or outline is its brief, anything else its article. */
    async documentCreated(tx: Tx, document: ResourceRef, { itemId, isBrief }: { itemId: string; isBrief: boolean }) {
      const { workspaceId } = document
      const found = (await findItemById(tx, { workspaceId, id: itemId })) ?? refuseUnplanned()
      const [item] = await getItems(tx, { workspaceId, id: found.plan_id }, [itemId])
      const next = isBrief ? 'briefed' : 'drafting'
      const isAhead = item !== undefined && !['idea', ...(isBrief ? [] : ['briefed'])].includes(item.state)
      await changeItem(
        tx,
        { workspaceId, planId: found.plan_id, id: itemId },
        { [isBrief ? 'brief_id' : 'document_id']: document.id, ...(isAhead ? {} : { state: next }) },
      )
    },

    /** A post made from a document was published: its item is too. */
    async documentPublished(tx: Tx, document: ResourceRef, publicationId: string) {
      const found = await findItemOfDocument(tx, document)
      if (!found) return
      const ids = { workspaceId: document.workspaceId, planId: found.plan_id, id: found.id }
      const state = found.state === 'measured' ? 'measured' : 'published'
      if (found.publication_id === publicationId && found.state === state) return
      await changeItem(tx, ids, { state, publication_id: publicationId })
    },

    /** The post that an item is published as was taken off its site: somebody looks at it again. */
    async documentUnpublished(tx: Tx, document: ResourceRef, publicationId: string) {
      const found = await findItemOfDocument(tx, document)
      if (!found || found.publication_id !== publicationId) return
      const ids = { workspaceId: document.workspaceId, planId: found.plan_id, id: found.id }
      await changeItem(tx, ids, {
        publication_id: null,
        ...(found.state === 'published' ? { state: 'review' } : {}),
      })
    },
  }
}

function refuseUnplanned(): never {
  throw new AppError('not_found', 'This workspace has no such plan item.', {
    field: 'plan_item_id',
    reason: 'plan_item_missing',
  })
}
