import { plural } from '#ui/format/format.ts'
import type { ErrorTexts } from '#web/calls/error-texts.ts'

/** Limits of tools (`plan_limit`) have no entry: their sentences follow from the code. */
export const planErrorTexts: ErrorTexts = {
  reasons: {
    workspace_limit: ({ allowance }) =>
      `You already own ${plural(Number(allowance), 'workspace')}, the limit of your plan. Upgrade it, or delete a workspace.`,
    member_limit: ({ allowance }) =>
      `This workspace is at its plan’s limit of ${plural(Number(allowance), 'member')}, including invitations.`,
    domain_limit: ({ allowance }) =>
      Number(allowance) === 0
        ? 'Your plan doesn’t include custom domains.'
        : `You already use ${plural(Number(allowance), 'custom domain')}, the limit of your plan.`,
    workspace_missing: 'This workspace was deleted, or you’re no longer a member of it.',
    user_missing: 'This account was deleted.',
    plan_missing: 'This plan no longer exists. Reload the page and choose another.',
    'code:missing': 'Enter your code.',
    unknown_code: 'This code doesn’t exist. Check each character.',
    code_used: 'This code was already used by another account.',
    code_refunded: 'This code is no longer valid because its payment was refunded.',
    annual_code: 'This is an annual code. Redeem it as an annual code.',
    lifetime_code: 'This is a lifetime code. Redeem it as a lifetime code.',
  },
}
