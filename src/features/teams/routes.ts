import { type Route, serve, toRequester } from '#platform/http/route.ts'
import { teamsContract } from './contract.ts'
import type { Ownership } from './ownership.ts'
import type { Teams } from './service.ts'

export function teamsRoutes(teams: Teams, ownership: Ownership): Route[] {
  return [
    serve(teamsContract.add, async (call, input) => ({
      member: await teams.invite(toRequester(call), call.workspace, input),
    })),
    serve(teamsContract.remove, async (call, input) => {
      await teams.remove(toRequester(call), call.workspace, input.member_id)
      return {}
    }),
    serve(teamsContract.role, async (call, input) => ({
      member: await teams.changeRole(toRequester(call), call.workspace, input.member_id, input.role),
    })),
    serve(teamsContract.transfer, async (call, input) => {
      await ownership.offer(toRequester(call), call.workspace, input.member_id)
      return { members: await teams.list(call.workspace.workspaceId) }
    }),
    serve(teamsContract.transferAccept, async (call) => {
      await ownership.accept(toRequester(call), call.workspace)
      return { members: await teams.list(call.workspace.workspaceId) }
    }),
    serve(teamsContract.transferCancel, async (call) => {
      await ownership.cancel(toRequester(call), call.workspace)
      return { members: await teams.list(call.workspace.workspaceId) }
    }),
    serve(teamsContract.invitation, async (_call, input) => ({ invitation: await teams.invitation(input.token) })),
    serve(teamsContract.accept, (call, input) => teams.acceptInvite(call.actor, input.token, call.clientAddress)),
  ]
}
