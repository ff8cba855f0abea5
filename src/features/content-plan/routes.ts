import { toActivityActor } from '#features/activity/service.ts'
import type { UserCall } from '#platform/http/context.ts'
import { locateWith, type Route, serve, serveFile, toRef } from '#platform/http/route.ts'
import { contentPlanContract } from './contract.ts'
import type { ContentPlans } from './service.ts'

type LocateDocument = (workspaceIds: string[], id: string) => Promise<string | null>

export function contentPlanRoutes(plans: ContentPlans, locateDocument: LocateDocument): Route[] {
  const { byId, byPath } = locateWith(plans.locate)
  const by = ({ actor, clientAddress }: UserCall) => ({
    userId: actor.userId,
    email: actor.email,
    address: clientAddress,
    keyName: actor.key?.name ?? null,
  })
  return [
    serve(contentPlanContract.new, (call, input) => plans.create(by(call), input, call.storeResponse)),
    serve(contentPlanContract.find, (_call, { workspace_id, ...page }) => plans.find(workspace_id, page)),
    serve(contentPlanContract.get, (call, { _id }) => plans.get(toRef(call, _id)), byId),
    serve(contentPlanContract.items, (call, { _id, ...query }) => plans.items(toRef(call, _id), query), byId),
    serve(contentPlanContract.item, (call, { _id, item_id }) => plans.item(toRef(call, _id), item_id), byId),
    serve(contentPlanContract.map, (call, { _id, ...query }) => plans.map(toRef(call, _id), query), byId),
    serve(contentPlanContract.changes, (call, { _id, ...input }) => plans.changes(toRef(call, _id), input), byId),
    serve(contentPlanContract.links, (call, { _id }) => plans.documentLinks(toRef(call, _id)), {
      locate: ({ _id }, workspaceIds) => locateDocument(workspaceIds, _id),
    }),
    serve(
      contentPlanContract.update,
      (call, { _id, ...input }) => plans.update(call.actor.userId, toRef(call, _id), input),
      byId,
    ),
    serve(
      contentPlanContract.undo,
      (call, { _id, version }) => plans.undo(call.actor.userId, toRef(call, _id), version),
      byId,
    ),
    serve(
      contentPlanContract.propose,
      (call, { _id, version }) => plans.proposeLinks(call.actor.userId, toRef(call, _id), version),
      byId,
    ),
    serve(
      contentPlanContract.remove,
      async (call, { _id }) => {
        await plans.remove(by(call), toActivityActor(call.actor), toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(contentPlanContract.import, async (call, { workspace_id: workspaceId, name, file }) => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      return plans.import(by(call), { workspaceId, name, fileName: file.name, bytes }, call.storeResponse)
    }),
    serve(contentPlanContract.previewImport, async (call, { workspace_id, plan_id: planId, file }) => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      return plans.previewImport(by(call), workspace_id, { planId, bytes })
    }),
    serve(contentPlanContract.weights, async (_call, { workspace_id }) => ({
      weights: await plans.weights(workspace_id),
    })),
    serve(contentPlanContract.setWeights, async (_call, { workspace_id, weights }) => ({
      weights: await plans.setWeights(workspace_id, weights),
    })),
    serveFile(
      contentPlanContract.export,
      (call, { id, format, q, ...filters }) => plans.file(toRef(call, id), format, { q, filters }),
      byPath,
    ),
  ]
}
