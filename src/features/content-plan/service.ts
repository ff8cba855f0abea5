import type { Activity, ActivityActor } from '#features/activity/service.ts'
import type { Teams } from '#features/teams/service.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Tx } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import { tableDownload } from '#platform/table-export/table-download.ts'
import type { ItemState, PlanWeights } from './contract.ts'
import { type CreatePlanDependencies, type Creator, createPlan, type NewPlanInput } from './create-plan.ts'
import { getPlanTable } from './export-plan.ts'
import { createDocumentFollowing } from './follow-documents.ts'
import { getChanges, getMap } from './get-map.ts'
import { getDocumentLinks, getItems, getWeights, refuseMissingPlan, requirePlan, score } from './get-plan.ts'
import { importPlan, type PlanUpload, previewImport } from './import-plan.ts'
import { createMeasuring } from './measure-items.ts'
import { createPlanReads, type OwnItems } from './own-items.ts'
import { createPlanFeed } from './plan-feed.ts'
import { proposeLinksAgain } from './propose-links-again.ts'
import { findItemsToScore, findLinks, updateScores } from './store/item-store.ts'
import type { ItemQuery } from './store/list-store.ts'
import { saveOwnPositions } from './store/own-position-store.ts'
import { deletePlan, findPlans, findPlanVersion, locatePlan, saveWeights } from './store/plan-store.ts'
import { undoChange } from './undo-change.ts'
import { type UpdateChecks, type UpdateInput, updatePlan } from './update-plan.ts'

export type ContentPlans = ReturnType<typeof createContentPlans>

export type ItemStateChange = { planId: string; itemId: string; state: ItemState }

type Dependencies = CreatePlanDependencies & {
  activity: Activity
  teams: Teams
  own: OwnItems
  isDocument: UpdateChecks['isDocument']
  /** Called in the transaction that changes items' states. */
  onStateChanged(tx: Tx, workspaceId: string, changes: ItemStateChange[]): Promise<void>
}

export function createContentPlans(dependencies: Dependencies) {
  const { db, activity, audit, teams, threads, own, isDocument, onStateChanged } = dependencies
  const { withOwn, ...reads } = createPlanReads({ db, own })
  const activeMembers = async (workspaceId: string) =>
    (await teams.list(workspaceId)).flatMap(({ user_id, email }) => (user_id ? { userId: user_id, email } : []))
  const checks: UpdateChecks = {
    isMember: async (workspaceId, id) => (await activeMembers(workspaceId)).some(({ userId }) => userId === id),
    isDocument,
  }

  async function scoreAgain(tx: Tx, workspaceId: string, weights: PlanWeights, itemIds?: string[]) {
    const items = await findItemsToScore(tx, workspaceId, itemIds)
    const scores = items.map(({ plan_id, id, ...facts }) => ({ plan_id, id, score: score(facts, weights).score }))
    await updateScores(tx, workspaceId, scores)
  }

  /** Changes one item because of work done elsewhere, whatever the plan's version. */
  async function changeItem(tx: Tx, item: { workspaceId: string; planId: string; id: string }, fields: object) {
    const ref = { workspaceId: item.workspaceId, id: item.planId }
    const version = await findPlanVersion(tx, ref)
    if (version === null) return
    const input = { items: [{ _id: item.id, ...fields }], remove: [], links: [], version }
    const { states } = await updatePlan(tx, ref, {
      input,
      userId: null,
      checks: { ...checks, isDocument: async () => true },
    })
    await onStateChanged(tx, ref.workspaceId, toStateChanges(ref, states))
  }

  return {
    ...createMeasuring(db, changeItem),
    ...createDocumentFollowing(db, changeItem),
    locate: (workspaceIds: string[], id: string) => locatePlan(db, workspaceIds, id),

    create: (by: Creator, input: NewPlanInput, storeResponse: StoreResponse) =>
      createPlan(dependencies, by, input, storeResponse),

    async import(by: Creator, upload: PlanUpload, storeResponse: StoreResponse) {
      const owners = new Map((await activeMembers(upload.workspaceId)).map(({ userId, email }) => [email, userId]))
      return importPlan(dependencies, by, { upload, owners }, storeResponse)
    },

    async previewImport(
      by: Creator,
      workspaceId: string,
      { planId, bytes }: { planId: string | undefined; bytes: PlanUpload['bytes'] },
    ) {
      const owners = new Map((await activeMembers(workspaceId)).map(({ userId, email }) => [email, userId]))
      const ref = planId ? { workspaceId, id: planId } : null
      return previewImport(dependencies, by, { ref, bytes, owners })
    },

    async find(workspaceId: string, page: { page: number; limit: number }) {
      return { ...(await findPlans(db, workspaceId, page)), ...page }
    },

    ...reads,
    map: (ref: ResourceRef, query: Pick<ItemQuery, 'q' | 'filters'>) => getMap(db, ref, query),
    changes: (ref: ResourceRef, input: { since: number; item_ids: string[] }) => getChanges(db, ref, input),
    documentLinks: (document: ResourceRef) => getDocumentLinks(db, document),

    async update(userId: string, ref: ResourceRef, input: UpdateInput) {
      return db.transaction().execute(async (tx) => {
        const { changed, states } = await updatePlan(tx, ref, { input, userId, checks })
        await onStateChanged(tx, ref.workspaceId, toStateChanges(ref, states))
        return { plan: await requirePlan(tx, ref), items: await getItems(tx, ref, changed) }
      })
    },

    async undo(userId: string, ref: ResourceRef, version: number) {
      return db.transaction().execute(async (tx) => {
        await undoChange(tx, ref, { version, userId })
        return { plan: await requirePlan(tx, ref) }
      })
    },

    async proposeLinks(userId: string, ref: ResourceRef, version: number) {
      return db.transaction().execute(async (tx) => {
        await proposeLinksAgain(tx, ref, { version, userId })
        return { plan: await requirePlan(tx, ref), links: await findLinks(tx, ref) }
      })
    },

    async remove({ userId, email, address }: Creator, actor: ActivityActor, ref: ResourceRef) {
      await db.transaction().execute(async (tx) => {
        const name = (await deletePlan(tx, ref)) ?? refuseMissingPlan()
        await audit.record(tx, {
          actorId: userId,
          actorEmail: email,
          action: 'plan.removed',
          subject: name,
          details: { plan_id: ref.id, workspace_id: ref.workspaceId },
          address,
        })
        await activity.recordDeleted(tx, ref.workspaceId, { subject: 'plan', title: name }, actor)
      })
    },

    weights: (workspaceId: string) => getWeights(db, workspaceId),

    /** Saves the weights and scores all plans of the workspace again. */
    async setWeights(workspaceId: string, weights: PlanWeights) {
      await db.transaction().execute(async (tx) => {
        await saveWeights(tx, workspaceId, weights)
        await scoreAgain(tx, workspaceId, weights)
      })
      return weights
    },

    /** Takes your own rank for planned keywords from a file, and scores what changed again. */
    async takeOwnPositions(tx: Tx, file: ResourceRef) {
      const itemIds = await saveOwnPositions(tx, file)
      if (itemIds.length > 0) await scoreAgain(tx, file.workspaceId, await getWeights(tx, file.workspaceId), itemIds)
    },

    async file(ref: ResourceRef, format: 'csv' | 'md' | 'xlsx', filter: Pick<ItemQuery, 'q' | 'filters'>) {
      const emails = new Map((await activeMembers(ref.workspaceId)).map(({ userId, email }) => [userId, email]))
      return tableDownload(threads, format, await getPlanTable(db, ref, { owners: emails, format, filter, withOwn }))
    },

    ...createPlanFeed({ db, threads }),
  }
}

const toStateChanges = (ref: ResourceRef, states: readonly { id: string; state: ItemState }[]): ItemStateChange[] =>
  states.map(({ id, state }) => ({ planId: ref.id, itemId: id, state }))
