import { z } from 'zod'
import { cataloguePlan, plan, planCounts, toolTypes, unlimited, usage } from '#features/plans/contract.ts'
import { access, endpoint } from '#kit/endpoint.ts'
import { getPage, id, paging, text, timestamp } from '#kit/fields.ts'

const q = text('q', 200, 0).optional()

export const adminUser = z.object({
  _id: z.string(),
  id: z.string(),
  email: z.string(),
  personal: z.object({ first_name: z.string(), last_name: z.string() }),
  created_at: timestamp,
  /** When a session of theirs was last used; null when they have none. */
  last_seen_at: timestamp.nullable(),
  staff: z.boolean(),
  disabled: z.boolean(),
  email_verified: z.boolean(),
  workspaces: z.number(),
  plan,
  usage,
})
export type AdminUser = z.output<typeof adminUser>

const amount = (name: string) =>
  z
    .number(`${name} must be a number.`)
    .int(`${name} must be a whole number.`)
    .min(0, `${name} can’t be negative.`)
    .max(unlimited, `${name} can be at most ${unlimited} (unlimited).`)
    .optional()

const dollars = (name: string) =>
  z
    .number(`${name} must be a number.`)
    .min(0, `${name} can’t be negative.`)
    .max(1_000_000, `${name} can be at most 1,000,000.`)
    .optional()

const someAllowances = z.strictObject(
  Object.fromEntries([...toolTypes, ...planCounts].map((name) => [name, amount(`allowances.${name}`)])),
  'allowances must be an object of numbers.',
)

const until = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], 'until must be a date such as "2027-01-31".')
  .nullable()
  .optional()

export const intervals = ['month', 'year', 'lifetime'] as const

export const auditEntry = z.object({
  _id: z.string(),
  at: timestamp,
  actor_id: z.string().nullable(),
  actor_email: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

export const jobStates = ['failed', 'waiting', 'active'] as const
export const adminJob = z.object({
  _id: z.string(),
  queue: z.string(),
  state: z.enum(jobStates),
  attempts: z.number(),
  created_at: timestamp,
  /** When it runs next; null once it failed permanently. */
  starts_at: timestamp.nullable(),
  /** What its last try died of. */
  error: z.string().nullable(),
})
export type AdminJob = z.output<typeof adminJob>

export const healthItem = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(['ok', 'warn', 'failed', 'off']),
  /** What was found, and what to do about it. */
  message: z.string(),
  ms: z.number(),
})
export type HealthItem = z.output<typeof healthItem>

export const adminContract = {
  usersList: endpoint({
    path: '/__admin/users/list',
    access: access.staff,
    summary: 'List accounts with their plan and usage.',
    input: z.strictObject({ q, ...paging }),
    output: getPage(adminUser),
  }),
  usersPlan: endpoint({
    path: '/__admin/users/plan',
    access: access.staff,
    summary: 'Grant a plan, replacing any earlier grant.',
    input: z.strictObject({
      user_id: id('user_id'),
      plan: text('plan', 40),
      interval: z.enum(intervals, 'interval must be "month", "year" or "lifetime".').nullable().optional(),
      until,
    }),
    output: z.object({ user: adminUser }),
  }),
  usersDisable: endpoint({
    path: '/__admin/users/disable',
    access: access.staff,
    summary: 'Disable or enable an account. Disabling ends its sessions immediately.',
    input: z.strictObject({
      user_id: id('user_id'),
      disabled: z.boolean('disabled must be true or false.').default(true),
    }),
    output: z.object({ user: adminUser }),
  }),
  plansList: endpoint({
    path: '/__admin/plans/list',
    access: access.staff,
    summary: 'List plans with the number of accounts on each.',
    input: z.strictObject({}),
    output: z.object({ items: z.array(cataloguePlan.extend({ users: z.number() })) }),
  }),
  plansUpdate: endpoint({
    path: '/__admin/plans/update',
    access: access.staff,
    summary: 'Change a plan’s limits, or add a plan.',
    idempotent: true,
    input: z.strictObject({
      name: z
        .string('name must be text.')
        .regex(/^[a-z0-9_]{1,40}$/, 'name must be up to 40 lowercase letters, digits and underscores.'),
      label: text('label', 80).optional(),
      allowances: someAllowances.optional(),
      price: z
        .strictObject(
          { month: dollars('price.month'), year: dollars('price.year') },
          'price must be an object with month and year.',
        )
        .optional(),
    }),
    output: z.object({ plan: cataloguePlan }),
  }),
  codesCreate: endpoint({
    path: '/__admin/codes/create',
    access: access.staff,
    summary: 'Create redeem codes. They are shown only once.',
    idempotent: true,
    input: z.strictObject({
      interval: z.enum(['lifetime', 'annual'], 'interval must be "lifetime" or "annual".'),
      count: z
        .number('count must be a number.')
        .int('count must be a whole number.')
        .min(1, 'count must be at least 1.')
        .max(1000, 'count can be at most 1000.'),
    }),
    output: z.object({ codes: z.array(z.string()) }),
  }),
  auditList: endpoint({
    path: '/__admin/audit/list',
    access: access.staff,
    summary: 'List the audit log, newest first.',
    input: z.strictObject({ q, ...paging }),
    output: getPage(auditEntry),
  }),
  jobsList: endpoint({
    path: '/__admin/jobs/list',
    access: access.staff,
    summary: 'List failed, waiting and running jobs, failed ones first. Payloads are not included.',
    input: z.strictObject({
      q,
      state: z.enum(jobStates, 'state must be "failed", "waiting" or "active".').optional(),
      ...paging,
    }),
    output: getPage(adminJob),
  }),
  jobsRetry: endpoint({
    path: '/__admin/jobs/retry',
    access: access.staff,
    summary: 'Retry a failed job.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
  healthCheck: endpoint({
    path: '/__admin/health/check',
    access: access.staff,
    summary: 'Test each connection of this installation live.',
    input: z.strictObject({
      /** Which checks; all without it. */
      ids: z
        .array(text('ids', 60), 'ids must be a list of names.')
        .max(50, 'ids can name at most 50 checks.')
        .optional(),
    }),
    output: z.object({
      items: z.array(healthItem),
      /** Every check there is. */
      checks: z.array(z.object({ id: z.string(), label: z.string() })),
    }),
  }),
}
