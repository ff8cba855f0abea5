import { z } from 'zod'
import { roles } from '#kit/endpoint.ts'
import { timestamp } from '#kit/fields.ts'

/** A workspace as the signed-in user has it. */
export const workspace = z.object({
  _id: z.string(),
  name: z.string(),
  color: z.string(),
  role: z.enum(roles),
  created_at: timestamp,
})
export type Workspace = z.output<typeof workspace>
