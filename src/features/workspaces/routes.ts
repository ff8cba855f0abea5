import { type Route, serve, toRequester } from '#platform/http/route.ts'
import { workspacesContract } from './contract.ts'
import type { Workspaces } from './service.ts'

/** `_id` is the workspace itself. */
const itself = async ({ _id }: { _id: string }, workspaceIds: string[]) => (workspaceIds.includes(_id) ? _id : null)

export function workspacesRoutes(workspaces: Workspaces): Route[] {
  return [
    serve(workspacesContract.data, (call) => workspaces.data(call.workspace)),
    serve(workspacesContract.add, (call, input) => workspaces.add(toRequester(call), input, call.storeResponse)),
    serve(
      workspacesContract.rename,
      async (call, input) => ({ workspace: await workspaces.rename(toRequester(call), call.workspace, input) }),
      { locate: itself },
    ),
    serve(
      workspacesContract.update,
      async (call, input) => ({ workspace: await workspaces.update(toRequester(call), call.workspace, input) }),
      { locate: itself },
    ),
    serve(
      workspacesContract.remove,
      async (call) => ({ removed: await workspaces.remove(toRequester(call), call.workspace) }),
      {
        locate: itself,
      },
    ),
  ]
}
