import { z } from 'zod'
import { domainHead } from '#features/domains/contract.ts'
import { member } from '#features/teams/contract.ts'
import { access, endpoint, group, roles } from '#kit/endpoint.ts'
import { exampleId, hexColor, id, itemId, text, timestamp } from '#kit/fields.ts'

/** A workspace as the signed-in user has it. */
export const workspace = z
  .object({
    _id: itemId.describe('Id of the workspace.'),
    name: z.string().meta({ description: 'Name of the workspace.', examples: ['Hollow Oak'] }),
    color: z.string().meta({ description: 'Workspace color as a hex value.', examples: ['#0f766e'] }),
    role: z.enum(roles).describe('The caller’s role: viewer < editor < admin < owner.'),
    require_approval: z.boolean().describe('Whether documents must be approved before they are published.'),
    created_at: timestamp.describe('When the workspace was created.'),
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.output<typeof workspace>

/** What is in a workspace: what would go with it. */
export const workspaceCounts = z.object({
  members: z.number().describe('Number of members.'),
  reports: z.number().describe('Number of reports.'),
  documents: z.number().describe('Number of documents.'),
  imports: z.number().describe('Number of keyword imports.'),
  keys: z.number().describe('Number of API keys.'),
})
export type WorkspaceCounts = z.output<typeof workspaceCounts>

const name = text('name', 80).meta({ description: 'Name of the workspace.', examples: ['Hollow Oak'] })
const color = hexColor.toLowerCase().meta({ description: 'Workspace color as a hex value.', examples: ['#0f766e'] })

export const workspacesContract = group(
  { name: 'Workspaces and teams', area: 'Account', about: 'Workspaces, members, invitations and roles.' },
  {
    data: endpoint({
      path: '/user/workspacedata',
      access: access.workspace('viewer', null),
      summary: 'Get a workspace with its members and content counts.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({
        workspace: workspace.describe('The workspace.'),
        members: z.array(member).describe('Members of the workspace.'),
        domain: domainHead.nullable().describe('Its custom domain. Null if there is none.'),
        counts: workspaceCounts.describe('What the workspace contains.'),
        brand_voices: z
          .array(
            z.object({
              _id: itemId.describe('Id of the brand voice.'),
              name: z.string().describe('Name of the brand voice.'),
            }),
          )
          .describe('Brand voices of the workspace.'),
      }),
    }),
    add: endpoint({
      path: '/user/workspace/add',
      access: access.user,
      summary: 'Create a workspace. It counts toward my plan.',
      idempotent: true,
      example: { name: 'Hollow Oak', color: '#0f766e' },
      input: z.strictObject({ name, color }),
      output: z.object({ workspace: workspace.describe('The workspace.') }),
    }),
    rename: endpoint({
      path: '/user/workspace/rename',
      access: access.resource('admin', null),
      summary: 'Change a workspace’s name and color.',
      input: z.strictObject({ _id: id().describe('Id of the workspace.'), name, color: color.optional() }),
      output: z.object({ workspace: workspace.describe('The workspace.') }),
    }),
    update: endpoint({
      path: '/user/workspace/update',
      access: access.resource('admin', null),
      summary: 'Change whether documents must be approved before they are published.',
      input: z.strictObject({
        _id: id().describe('Id of the workspace.'),
        require_approval: z
          .boolean('require_approval must be true or false.')
          .optional()
          .describe('True refuses to publish or schedule what isn’t approved. Drafts can be saved elsewhere.'),
      }),
      example: { _id: exampleId, require_approval: true },
      output: z.object({ workspace: workspace.describe('The workspace.') }),
    }),
    remove: endpoint({
      path: '/user/workspace/remove',
      access: access.resource('owner', null),
      summary: 'Delete a workspace and everything in it, for all members. My only workspace can’t be deleted.',
      support: false,
      input: z.strictObject({ _id: id().describe('Id of the workspace.') }),
      output: z.object({ removed: workspaceCounts.describe('What was deleted with it.') }),
    }),
  },
)
