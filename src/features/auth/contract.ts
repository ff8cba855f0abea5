import { z } from 'zod'
import { plan, usage } from '#features/plans/contract.ts'
import { workspace } from '#features/workspaces/contract.ts'
import { access, endpoint } from '#kit/endpoint.ts'
import { email, id, nothing, text, timestamp } from '#kit/fields.ts'

export const user = z.object({
  id: z.string(),
  user_hash: z.string(),
  created_at: timestamp,
  email: z.string(),
  personal: z.object({ first_name: z.string(), last_name: z.string() }),
  timezone: z.string().nullable(),
  plan,
  usage,
  subscriptions: z.object({
    seodata: z.object({ enabled: z.boolean(), stripe_date_account_disable: timestamp.nullable() }),
  }),
  workspaces: z.array(workspace),
  workspace_list: z.array(z.object({ _id: z.string(), name: z.string(), color: z.string() })),
  staff: z.boolean(),
  email_verified: z.boolean(),
  two_factor: z.boolean(),
})
export type User = z.output<typeof user>

/** A password as given at sign-in: any length is tried, so that old ones keep working. */
const givenPassword = z
  .string('password must be text.')
  .min(1, 'password is missing.')
  .max(1000, 'password may have at most 1,000 characters.')
export const newPassword = z
  .string('password must be text.')
  .min(10, 'password needs at least 10 characters.')
  .max(1000, 'password may have at most 1,000 characters.')

export const session = z.object({
  _id: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  expires_at: timestamp.nullable(),
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  current: z.boolean(),
})

export const authContract = {
  signup: endpoint({
    path: '/user/signup',
    access: access.public,
    summary: 'Make an account, its first workspace and a session.',
    idempotent: true,
    input: z.strictObject({
      email,
      password: newPassword,
      first_name: text('first_name', 80),
      last_name: text('last_name', 80, 0).optional(),
      aff: text('aff', 200).optional(),
      code: text('code', 100).optional(),
    }),
    output: z.object({ token: z.string(), user }),
  }),
  login: endpoint({
    path: '/user/login',
    access: access.public,
    summary: 'A session for an email and password.',
    input: z.strictObject({ email, password: givenPassword }),
    output: z.object({ token: z.string(), expires_at: timestamp }),
  }),
  userdata: endpoint({
    path: '/user/userdata',
    access: access.user,
    summary: 'Who I am: plan, usage, workspaces.',
    input: nothing,
    output: z.object({ user }),
  }),
  logout: endpoint({
    path: '/user/logout',
    access: access.user,
    summary: 'End this session at once.',
    input: nothing,
    output: z.object({}),
  }),
  sessionsList: endpoint({
    path: '/user/sessions/list',
    access: access.user,
    summary: 'Where I am signed in.',
    input: nothing,
    output: z.object({ items: z.array(session) }),
  }),
  sessionsRevoke: endpoint({
    path: '/user/sessions/revoke',
    access: access.user,
    summary: 'End one session, or all but this one.',
    input: z.strictObject({ _id: id().optional(), all: z.boolean('all must be true or false.').optional() }),
    output: z.object({ revoked: z.number() }),
  }),
  setup: endpoint({
    path: '/user/setup',
    access: access.public,
    summary: "Make the installation's owner by the one-time link of its first start.",
    input: z.strictObject({
      token: text('token', 200),
      email,
      password: newPassword,
      first_name: text('first_name', 80),
    }),
    output: z.object({ token: z.string(), user }),
  }),
}
