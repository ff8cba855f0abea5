import { AppError } from '#kit/errors.ts'
import type { PlanCount } from '../contract.ts'
import { usedUpMessage } from './check-limit.ts'

/** Each has a sentence in web/error-texts.ts. */
const reasons = { workspaces: 'workspace_limit', members: 'member_limit', domain: 'domain_limit' } as const

/**
 * Checks that a plan allows one more workspace, member or domain. The API sentence is the specification's third case, whatever
 * is left.
 * @throws AppError limit_insufficient
 */
export function checkCountLimit(count: PlanCount, { allowance, taken }: { allowance: number; taken: number }) {
  if (taken < allowance) return
  const available = Math.max(0, allowance - taken)
  const reason = reasons[count]
  throw new AppError(
    'limit_insufficient',
    `${usedUpMessage}\nYour available limit : ${available}\nYour requested query : 1`,
    { reason, params: { allowance }, details: { tool: count, available, requested: 1, resets_at: null } },
  )
}
