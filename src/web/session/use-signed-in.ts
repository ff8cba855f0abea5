import { useOutletContext } from 'react-router'
import type { User } from '#features/auth/contract.ts'
import type { ToolType } from '#features/plans/contract-tools.ts'
import { checkLimit, type LimitVerdict } from '#features/plans/rules/check-limit.ts'
import type { Workspace } from '#features/workspaces/contract.ts'
import { roleAtLeast } from '#kit/endpoint.ts'

/** Who is signed in and where: what the shell knows, for the screens inside it. */
export type SignedIn = {
  user: User
  workspace: Workspace
  /** Whether people can export to Google Docs and Sheets. */
  googleExport?: boolean
}

export const useSignedIn = () => useOutletContext<SignedIn>()

/** Whether someone may start, hide and share things in this workspace. */
export const canEdit = (workspace: Pick<Workspace, 'role'>) => roleAtLeast(workspace.role, 'editor')

/**
 * What paid sources charge is the operator's cost: staff see it, and people on the plan for one's own server. To customers it would
 * read like a price. False outside the app.
 */
export function useShowsFees(): boolean {
  const user = (useSignedIn() as SignedIn | undefined)?.user
  return Boolean(user && (user.staff || user.plan.name === 'self_hosted'))
}

/**
 * Checks the plan's limit in the browser before a tool runs (specification, section 5). It fails open: where the
 * plan isn't known here, as in a workspace that another owner pays for, the server decides.
 */
export function checkOwnLimit({ user, workspace }: SignedIn, tool: ToolType, requested: number): LimitVerdict {
  const allowance = user.plan?.[tool]
  const used = user.usage?.[tool]
  if (workspace.role !== 'owner' || typeof allowance !== 'number' || typeof used !== 'number') return { ok: true }
  return checkLimit({ allowance, used, requested })
}
