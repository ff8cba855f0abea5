import { type Route, serve, type UserCall } from '#platform/http.ts'
import { workspacesContract } from './contract.ts'
import type { By, Workspaces } from './service.ts'

const by = (call: UserCall): By => ({ actor: call.actor, address: call.clientAddress })

/** `_id` is the workspace itself. */
const itself = async ({ _id }: { _id: string }, workspaceIds: string[]) => (workspaceIds.includes(_id) ? _id : null)

export function workspacesRoutes(workspaces: Workspaces): Route[] {
  return [
    serve(workspacesContract.data, (call) => workspaces.data(call.workspace)),
    serve(workspacesContract.add, (call, input) => workspaces.add(by(call), input, call.keepAnswer)),
    serve(
      workspacesContract.rename,
      async (call, input) => ({ workspace: await workspaces.rename(by(call), call.workspace, input) }),
      { locate: itself },
    ),
    serve(workspacesContract.remove, async (call) => ({ removed: await workspaces.remove(by(call), call.workspace) }), {
      locate: itself,
    }),
  ]
}
