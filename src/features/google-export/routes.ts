import type { UserCall } from '#platform/http/context.ts'
import { type Route, serve, toRequester } from '#platform/http/route.ts'
import type { GoogleConnections } from './connections.ts'
import { googleExportContract } from './contract.ts'
import type { GoogleExport } from './service.ts'

type Dependencies = { connections: GoogleConnections; exportToGoogle: GoogleExport }

export function googleExportRoutes({ connections, exportToGoogle }: Dependencies): Route[] {
  const toMember = ({ actor }: UserCall, workspaceId: string) => ({ workspaceId, userId: actor.userId })
  return [
    serve(googleExportContract.connection, async (call, { workspace_id }) => ({
      connection: await connections.get(toMember(call, workspace_id)),
    })),
    serve(googleExportContract.connect, (call, input) =>
      connections.start(toMember(call, input.workspace_id), input.export ?? null),
    ),
    serve(googleExportContract.finish, (call, input) =>
      connections.finish(
        toRequester(call),
        call.actor.memberships.map(({ workspaceId }) => workspaceId),
        input,
      ),
    ),
    serve(googleExportContract.disconnect, async (call, { workspace_id }) => {
      await connections.disconnect(toRequester(call), toMember(call, workspace_id))
      return {}
    }),
    serve(googleExportContract.export, (call, { workspace_id, ...target }) =>
      exportToGoogle(toRequester(call), workspace_id, target, call.storeResponse),
    ),
  ]
}
