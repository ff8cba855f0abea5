import { type Route, serve, serveFile, type UserCall } from '#platform/http.ts'
import { portabilityContract } from './contract.ts'
import type { By, Portability } from './service.ts'

const by = (call: UserCall): By => ({ actor: call.actor, address: call.clientAddress })

export function portabilityRoutes(portability: Portability): Route[] {
  return [
    serve(portabilityContract.makeArchive, (call, { workspace_id }) =>
      portability.start(by(call), workspace_id, call.keepAnswer),
    ),
    serve(portabilityContract.archives, (_call, { workspace_id }) => portability.archives(workspace_id)),
    serve(
      portabilityContract.removeArchive,
      async (call, { _id }) => {
        await portability.remove(by(call), call.workspace.workspaceId, _id)
        return {}
      },
      { locate: ({ _id }, workspaceIds) => portability.locate(workspaceIds, _id) },
    ),
    serveFile(
      portabilityContract.download,
      (call, { id }) => portability.download(by(call), call.workspace.workspaceId, id),
      { locate: ({ id }, workspaceIds) => portability.locate(workspaceIds, id) },
    ),
    serve(portabilityContract.bring, (call) => portability.receive(by(call), call.upload!)),
    serve(portabilityContract.imports, (call) => portability.imports(call.actor.userId)),
    serve(portabilityContract.cancelImport, (call, { _id }) => portability.cancelImport(call.actor.userId, _id)),
  ]
}
