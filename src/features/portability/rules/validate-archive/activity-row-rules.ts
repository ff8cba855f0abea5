import { z } from 'zod'
import { activityKinds, actorKinds } from '#features/activity/contract.ts'
import { reviewStates } from '#features/review/contract-state.ts'
import { destinationKinds } from '#providers/publishing/port.ts'
import { short, url } from './field-rules.ts'

/** Values of what happened in a workspace, in an archive. */
export const activityRowRules = {
  activity_entries: {
    kind: z.enum(activityKinds),
    subject: z.enum(['document', 'plan', 'post']),
    title: short(1000),
    actor_kind: z.enum(actorKinds),
    actor_name: short(200),
    version: z.int().min(1).nullable(),
    state: z.enum(reviewStates).nullable(),
    text: short(500).nullable(),
    destination: z.enum(destinationKinds).nullable(),
    url: url.nullable(),
  },
}
