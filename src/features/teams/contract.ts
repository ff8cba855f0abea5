import { z } from 'zod'
import { access, endpoint, roles } from '#kit/endpoint.ts'
import { email, id, text, timestamp } from '#kit/fields.ts'

/** Someone in a workspace, or on the way in. The id stays the same when the invitation is accepted. */
export const member = z.object({
  _id: z.string(),
  user_id: z.string().nullable(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  status: z.enum(['active', 'invited']),
  /** Null for those who are in. */
  invite_expires_at: timestamp.nullable(),
  /** Until when ownership of the workspace is offered to this member; null where it isn't. */
  ownership_offered_until: timestamp.nullable(),
  created_at: timestamp,
})
export type Member = z.output<typeof member>

/** Roles that are given; ownership is handed over instead. */
export const givenRoles = ['viewer', 'editor', 'admin'] as const
export type GivenRole = (typeof givenRoles)[number]
const role = z.enum(givenRoles, 'role must be viewer, editor or admin.')

const token = text('token', 200)
const memberIds = { workspace_id: id('workspace_id'), member_id: id('member_id') }
const workspaceHead = z.object({ _id: z.string(), name: z.string(), color: z.string() })

export const teamsContract = {
  add: endpoint({
    path: '/user/team/add',
    access: access.workspace('admin', null),
    summary: 'Invite someone by email. Inviting again renews the invitation.',
    idempotent: true,
    support: false,
    input: z.strictObject({ workspace_id: id('workspace_id'), email, role }),
    output: z.object({ member }),
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
    output: z.object({ member }),
  }),
  transfer: endpoint({
    path: '/user/team/transfer',
    access: access.workspace('owner', null),
    summary: 'Offer ownership of the workspace to a member, for 7 days. It changes hands when they accept.',
    support: false,
    input: z.strictObject(memberIds),
    output: z.object({ members: z.array(member) }),
  }),
  transferAccept: endpoint({
    path: '/user/team/transfer/accept',
    // Only the member it is offered to, which the use-case checks.
    access: access.workspace('viewer', null),
    summary: 'Accept ownership of a workspace. My plan pays from then on; the former owner stays as admin.',
    support: false,
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ members: z.array(member) }),
  }),
  transferCancel: endpoint({
    path: '/user/team/transfer/cancel',
    access: access.workspace('viewer', null),
    summary: 'Withdraw an offer of ownership (owner), or decline it (the member it was made to).',
    support: false,
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ members: z.array(member) }),
  }),
  invitation: endpoint({
    path: '/user/team/invitation',
    access: access.public,
    summary: 'Look up an invitation by its token.',
    input: z.strictObject({ token }),
    output: z.object({
      invitation: z.object({
        workspace: workspaceHead,
        email: z.string(),
        role: z.enum(givenRoles),
        invited_by: z.string().nullable(),
        expires_at: timestamp,
      }),
    }),
  }),
  accept: endpoint({
    path: '/user/team/accept',
    access: access.user,
    summary: 'Accept an invitation made to my email. Its token works once.',
    support: false,
    input: z.strictObject({ token }),
    output: z.object({ workspace: workspaceHead, role: z.enum(givenRoles) }),
  }),
}
