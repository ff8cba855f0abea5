import { type Route, serve, serveFile } from '#platform/http.ts'
import { importsContract, listsContract } from './contract.ts'
import type { Lists } from './lists.ts'
import type { Keywords } from './service.ts'

export function importsRoutes(keywords: Keywords): Route[] {
  return [
    serve(importsContract.add, async (call, { file, kind }) => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const { actor, workspace, keepAnswer } = call
      return keywords.add(workspace.workspaceId, actor.userId, { name: file.name, bytes, kind }, keepAnswer)
    }),
    serve(importsContract.list, (call, { page, limit }) => keywords.list(call.workspace.workspaceId, { page, limit })),
    serve(
      importsContract.delete,
      async (call, { _id }) => {
        await keywords.delete(call.workspace.workspaceId, _id)
        return {}
      },
      { locate: ({ _id }, workspaceIds) => keywords.locate(workspaceIds, _id) },
    ),
  ]
}

export function listsRoutes(lists: Lists): Route[] {
  const toRef = (call: { workspace: { workspaceId: string } }, id: string) => ({
    workspaceId: call.workspace.workspaceId,
    id,
  })
  const byId = { locate: ({ _id }: { _id: string }, workspaceIds: string[]) => lists.locate(workspaceIds, _id) }
  return [
    serve(listsContract.add, (call, input) => lists.add(call.actor.userId, input, call.keepAnswer)),
    serve(listsContract.list, (call, query) => lists.list(call.workspace.workspaceId, query)),
    serve(listsContract.get, (call, { _id, ...query }) => lists.get(toRef(call, _id), query), byId),
    serve(listsContract.texts, (call, { _id, item_ids }) => lists.texts(toRef(call, _id), item_ids), byId),
    serve(listsContract.rename, (call, { _id, name }) => lists.rename(toRef(call, _id), name), byId),
    serve(
      listsContract.remove,
      async (call, { _id }) => {
        await lists.remove(toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(listsContract.restore, (call, { _id }) => lists.restore(toRef(call, _id)), byId),
    serve(
      listsContract.addItems,
      (call, { _id, items }) => lists.addItems(call.actor.userId, toRef(call, _id), items, call.keepAnswer),
      byId,
    ),
    serve(listsContract.removeItems, (call, { _id, item_ids }) => lists.removeItems(toRef(call, _id), item_ids), byId),
    serveFile(listsContract.export, (call, { id, format }) => lists.file(toRef(call, id), format), {
      locate: ({ id }, workspaceIds) => lists.locate(workspaceIds, id),
    }),
  ]
}
