import { type Route, serve, serveFile, toRequester } from '#platform/http/route.ts'
import { portabilityContract } from './contract.ts'
import type { Portability } from './service.ts'

export function portabilityRoutes(portability: Portability): Route[] {
  return [
    serve(portabilityContract.exportWorkspace, (call, { workspace_id }) =>
      portability.start(toRequester(call), workspace_id, call.storeResponse),
    ),
    serve(portabilityContract.archives, (_call, { workspace_id }) => portability.archives(workspace_id)),
    serve(
      portabilityContract.removeArchive,
      async (call, { _id }) => {
        await portability.remove(toRequester(call), call.workspace.workspaceId, _id)
        return {}
      },
      { locate: ({ _id }, workspaceIds) => portability.locate(workspaceIds, _id) },
    ),
    serveFile(
      portabilityContract.download,
      (call, { id }) => portability.download(toRequester(call), call.workspace.workspaceId, id),
      { locate: ({ id }, workspaceIds) => portability.locate(workspaceIds, id) },
    ),
    serve(portabilityContract.importWorkspace, (call) => portability.receive(toRequester(call), call.upload!)),
    serve(portabilityContract.imports, (call) => portability.imports(call.actor.userId)),
    serve(portabilityContract.cancelImport, (call, { _id }) => portability.cancelImport(call.actor.userId, _id)),
  ]
}
