import { type Activity, toActivityActor } from '#features/activity/service.ts'
import type { Audit } from '#features/audit/service.ts'
import type { Notifications } from '#features/notifications/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Requester } from '#platform/http/context.ts'
import type { Assignment } from './contract.ts'
import { missing } from './get-document.ts'
import { findPersonName, isMember, lockAssignment, updateAssignment } from './store/assignment-store.ts'

export type Assignments = ReturnType<typeof createAssignments>

type Dependencies = { db: Database; activity: Activity; audit: Audit; notify: Notifications['notifyAssigned'] }

type Given = { owner_id?: string | null | undefined; due_on?: string | null | undefined }

/** Who works on documents, and until when. */
export function createAssignments({ db, activity, audit, notify }: Dependencies) {
  return {
    /** What isn't given stays. @throws AppError not_found: the document, or the owner isn't a member */
    assign: (requester: Requester, document: ResourceRef, given: Given): Promise<{ item: Assignment }> =>
      db.transaction().execute(async (tx) => {
        const { workspaceId, id } = document
        const { title, ...before } = (await lockAssignment(tx, document)) ?? missing()
        const after = {
          owner_id: given.owner_id === undefined ? before.owner_id : given.owner_id,
          due_on: given.due_on === undefined ? before.due_on : given.due_on,
        }
        const isNewOwner = after.owner_id !== null && after.owner_id !== before.owner_id
        if (isNewOwner && !(await isMember(tx, workspaceId, after.owner_id!))) throw noMember()
        const owner = await findPersonName(tx, after.owner_id)
        const item = { _id: id, ...after, owner }
        if (after.owner_id === before.owner_id && after.due_on === before.due_on) return { item }
        await updateAssignment(tx, document, after)
        await audit.recordCall(tx, requester, 'document.assigned', id, { workspace_id: workspaceId, ...after })
        await activity.recordDocument(tx, document, 'assigned', toActivityActor(requester.actor), after)
        const { userId } = requester.actor
        if (isNewOwner && after.owner_id !== userId)
          await notify(tx, {
            ...{
              workspaceId,
              documentId: id,
              title: title || 'Untitled',
              ownerId: after.owner_id!,
              due_on: after.due_on,
            },
            by: (await findPersonName(tx, userId)) ?? '',
          })
        return { item }
      }),
  }
}

const noMember = () =>
  new AppError('not_found', 'The owner isn’t a member of this workspace.', {
    field: 'owner_id',
    reason: 'owner_missing',
  })
