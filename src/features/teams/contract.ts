import { z } from 'zod'
import { access, endpoint, group, roles } from '#kit/endpoint.ts'
import { email, id, itemId, text, timestamp } from '#kit/fields.ts'

/** Someone in a workspace, or on the way in. The id stays the same when the invitation is accepted. */
export const member = z
  .object({
    _id: itemId.describe('Id of the member. It stays the same when the invitation is accepted.'),
    user_id: itemId.nullable().describe('Id of the user. Null until the invitation is accepted.'),
    email: z.string().meta({ description: 'Email address of the member.', examples: ['ada@example.com'] }),
    name: z.string().meta({ description: 'Name of the member.', examples: ['Ada Lovelace'] }),
    role: z.enum(roles).describe('Role: viewer < editor < admin < owner.'),
    status: z.enum(['active', 'invited']).describe('Whether the member joined or is invited.'),
    invite_expires_at: timestamp.nullable().describe('When the invitation expires. Null for members who joined.'),
    ownership_offered_until: timestamp
      .nullable()
      .describe('Until when ownership of the workspace is offered to this member. Null if it isn’t.'),
    created_at: timestamp.describe('When the member was invited or joined.'),
  })
  .meta({ id: 'Member' })
export type Member = z.output<typeof member>

/** Roles that are given; ownership is handed over instead. */
export const givenRoles = ['viewer', 'editor', 'admin'] as const
export type GivenRole = (typeof givenRoles)[number]
const role = z
  .enum(givenRoles, 'role must be viewer, editor or admin.')
  .describe('Role of the member: viewer < editor < admin.')

const token = text('token', 200).describe('Token of the invitation.')
const memberIds = {
  workspace_id: id('workspace_id'),
  member_id: id('member_id').describe('Id of the member, or a user’s id.'),
}
const workspaceHead = z.object({
  _id: itemId.describe('Id of the workspace.'),
  name: z.string().meta({ description: 'Name of the workspace.', examples: ['Hollow Oak'] }),
  color: z.string().meta({ description: 'Workspace color as a hex value.', examples: ['#0f766e'] }),
})

export const teamsContract = group('Workspaces and teams', {
  add: endpoint({
    path: '/user/team/add',
    access: access.workspace('admin', null),
    summary: 'Invite someone by email. Inviting again renews the invitation.',
    idempotent: true,
    support: false,
    rate: '100 emails per hour per client IP.',
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      email: email.meta({ description: 'Email address to invite.', examples: ['ada@example.com'] }),
      role,
    }),
    output: z.object({ member: member.describe('The member.') }),
  }),
  remove: endpoint({
    path: '/user/team/remove',
    // Anyone may leave; removing others takes an admin, which the use-case checks.
    access: access.workspace('viewer', null),
    summary: 'Remove a member (admin), withdraw an invitation (admin), or leave. `member_id` may also be a user’s id.',
    support: false,
    input: z.strictObject(memberIds),
    output: z.object({}),
  }),
  role: endpoint({
    path: '/user/team/role',
    access: access.workspace('admin', null),
    summary: 'Change a member’s role.',
    support: false,
    input: z.strictObject({ ...memberIds, role }),
    output: z.object({ member: member.describe('The member.') }),
  }),
  transfer: endpoint({
    path: '/user/team/transfer',
    access: access.workspace('owner', null),
    summary: 'Offer ownership of the workspace to a member, for 7 days. It changes hands when they accept.',
    support: false,
    input: z.strictObject(memberIds),
    output: z.object({ members: z.array(member).describe('All members of the workspace.') }),
  }),
  transferAccept: endpoint({
    path: '/user/team/transfer/accept',
    // Only the member it is offered to, which the use-case checks.
    access: access.workspace('viewer', null),
    summary: 'Accept ownership of a workspace. My plan pays from then on; the former owner stays as admin.',
    support: false,
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ members: z.array(member).describe('All members of the workspace.') }),
  }),
  transferCancel: endpoint({
    path: '/user/team/transfer/cancel',
    access: access.workspace('viewer', null),
    summary: 'Withdraw an offer of ownership (owner), or decline it (the member it was made to).',
    support: false,
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ members: z.array(member).describe('All members of the workspace.') }),
  }),
  invitation: endpoint({
    path: '/user/team/invitation',
    access: access.public,
    summary: 'Look up an invitation by its token.',
    input: z.strictObject({ token }),
    output: z.object({
      invitation: z
        .object({
          workspace: workspaceHead.describe('The workspace.'),
          email: z.string().meta({ description: 'Email address that was invited.', examples: ['ada@example.com'] }),
          role: z.enum(givenRoles).describe('Role in the workspace.'),
          invited_by: z.string().nullable().describe('Who sent the invitation. Null if unknown.'),
          expires_at: timestamp.describe('When the invitation expires.'),
        })
        .describe('The invitation.'),
    }),
  }),
  accept: endpoint({
    path: '/user/team/accept',
    access: access.user,
    summary: 'Accept an invitation made to my email. Its token works once.',
    support: false,
    input: z.strictObject({ token }),
    output: z.object({
      workspace: workspaceHead.describe('The workspace that was joined.'),
      role: z.enum(givenRoles).describe('Role in the workspace.'),
    }),
  }),
})
