import { z } from 'zod'
import { domainHead } from '#features/domains/contract.ts'
import { member } from '#features/teams/contract.ts'
import { access, endpoint, roles } from '#kit/endpoint.ts'
import { hexColor, id, text, timestamp } from '#kit/fields.ts'

/** A workspace as the signed-in user has it. */
export const workspace = z.object({
  _id: z.string(),
  name: z.string(),
  color: z.string(),
  role: z.enum(roles),
  created_at: timestamp,
})
export type Workspace = z.output<typeof workspace>

/** What is in a workspace: what would go with it. */
export const workspaceCounts = z.object({
  members: z.number(),
  reports: z.number(),
  documents: z.number(),
  imports: z.number(),
  /** API keys. */
  keys: z.number(),
})
export type WorkspaceCounts = z.output<typeof workspaceCounts>

const name = text('name', 80)
const color = hexColor.toLowerCase()

export const workspacesContract = {
  data: endpoint({
    path: '/user/workspacedata',
    access: access.workspace('viewer', null),
    summary: 'Get a workspace with its members and content counts.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({
      workspace,
      members: z.array(member),
      /** Its own domain; null: it has none. */
      domain: domainHead.nullable(),
      counts: workspaceCounts,
      brand_voices: z.array(z.object({ _id: z.string(), name: z.string() })),
    }),
  }),
  add: endpoint({
    path: '/user/workspace/add',
    access: access.user,
    summary: 'Create a workspace. It counts toward my plan.',
    idempotent: true,
    input: z.strictObject({ name, color }),
    output: z.object({ workspace }),
  }),
  rename: endpoint({
    path: '/user/workspace/rename',
    access: access.resource('admin', null),
    summary: 'Change a workspace’s name and color.',
    input: z.strictObject({ _id: id(), name, color: color.optional() }),
    output: z.object({ workspace }),
  }),
  remove: endpoint({
    path: '/user/workspace/remove',
    access: access.resource('owner', null),
    summary: 'Delete a workspace and everything in it, for all members. My only workspace can’t be deleted.',
    support: false,
    input: z.strictObject({ _id: id() }),
    output: z.object({ removed: workspaceCounts }),
  }),
}
