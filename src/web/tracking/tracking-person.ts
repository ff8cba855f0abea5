import type { User } from '#features/auth/contract.ts'
import type { Workspace } from '#features/workspaces/contract.ts'
import type { Measured } from './tracking.ts'

/** Traits of a signed-in person: our own collector gets only the plan's name, an allowed messenger gets all of them. */
export function toPerson(user: User, workspace: Workspace): Measured {
  const { name, type } = user.plan
  const allowances = Object.entries(user.plan).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
  const { first_name, last_name } = user.personal
  return {
    person: {
      id: user.id,
      hash: user.user_hash,
      email: user.email,
      name: [first_name, last_name].filter(Boolean).join(' '),
      created_at: user.created_at,
      plan: { name, type, ...Object.fromEntries(allowances) },
    },
    group: { id: workspace._id, facts: { role: workspace.role } },
  }
}
