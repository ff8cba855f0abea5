import { z } from 'zod'
import { allowanceNames, catalogPlan, plan, planCounts, toolTypes, unlimited, usage } from '#features/plans/contract.ts'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, getPage, id, itemId, paging, text, timestamp } from '#kit/fields.ts'
import { catalogueModel, modelInput, modelKeyInput } from './contract-models.ts'

const q = text('q', 200, 0).optional().describe('Text to search for.')

export const adminUser = z
  .object({
    _id: itemId.describe('Id of the user.'),
    id: itemId.describe('Same as `_id`.'),
    email: z.string().meta({ description: 'Email address of the user.', examples: ['ada@example.com'] }),
    personal: z
      .object({
        first_name: z.string().meta({ description: 'First name.', examples: ['Ada'] }),
        last_name: z.string().meta({ description: 'Last name.', examples: ['Lovelace'] }),
      })
      .describe('Name of the user.'),
    created_at: timestamp.describe('When the account was created.'),
    last_seen_at: timestamp
      .nullable()
      .describe('When a session of the user was last used. Null if there is no session.'),
    staff: z.boolean().describe('Whether the user is staff of this server.'),
    disabled: z.boolean().describe('Whether the account is disabled.'),
    email_verified: z.boolean().describe('Whether the email address is verified.'),
    workspaces: z.number().describe('Number of workspaces the user is a member of.'),
    plan: plan.describe('The plan that applies now.'),
    usage: usage.describe('Credits used this month, by tool.'),
  })
  .meta({ id: 'AdminUser' })
export type AdminUser = z.output<typeof adminUser>

const amount = (name: string) =>
  z
    .number(`${name} must be a number.`)
    .int(`${name} must be a whole number.`)
    .min(0, `${name} can’t be negative.`)
    .max(unlimited, `${name} can be up to ${unlimited} (unlimited).`)
    .optional()

const dollars = (name: string) =>
  z
    .number(`${name} must be a number.`)
    .min(0, `${name} can’t be negative.`)
    .max(1_000_000, `${name} can be up to 1,000,000.`)
    .optional()

const someAllowances = z.strictObject(
  Object.fromEntries(
    [...toolTypes, ...planCounts].map((name) => [
      name,
      amount(`allowances.${name}`).describe(`${allowanceNames[name]} ${unlimited} means unlimited.`),
    ]),
  ),
  'allowances must be an object of numbers.',
)

const until = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], 'until must be a date such as "2027-01-31".')
  .nullable()
  .optional()
  .meta({ description: 'Last day the plan applies. Null or omitted: it doesn’t end.', examples: ['2027-01-31'] })

export const intervals = ['month', 'year', 'lifetime'] as const

export const auditEntry = z
  .object({
    _id: itemId.describe('Id of the entry.'),
    at: timestamp.describe('When it happened.'),
    actor_id: itemId.nullable().describe('Id of the user who did it. Null for the system.'),
    actor_email: z.string().meta({ description: 'Email of the user who did it.', examples: ['ada@example.com'] }),
    action: z.string().describe('What was done, such as `plan.granted`.'),
    subject: z.string().nullable().describe('What it was done to: an id or an email. Null if nothing in particular.'),
    details: z.record(z.string(), z.unknown()).describe('More about the action, by name.'),
    address: z.string().nullable().describe('Client IP address. Null if unknown.'),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof auditEntry>

export const emailPreview = z
  .object({
    name: z.string().meta({ description: 'What the email is.', examples: ['Invitation'] }),
    sent_to: z.string().meta({ description: 'Who gets it.', examples: ['the invited address'] }),
    subject: z.string().describe('Its subject.'),
    preview: z.string().describe('The text an inbox shows beside the subject.'),
    text: z.string().describe('Its plain-text part.'),
    html: z.string().describe('Its HTML part.'),
  })
  .meta({ id: 'EmailPreview' })
export type EmailPreview = z.output<typeof emailPreview>

export const jobStates = ['failed', 'waiting', 'active'] as const
export const adminJob = z
  .object({
    _id: itemId.describe('Id of the job.'),
    queue: z.string().describe('Queue of the job.'),
    state: z.enum(jobStates).describe('State of the job.'),
    attempts: z.number().describe('Number of attempts so far.'),
    created_at: timestamp.describe('When the job was created.'),
    starts_at: timestamp.nullable().describe('When it runs next. Null once it has failed permanently.'),
    error: z.string().nullable().describe('Error of the last attempt. Null if there was none.'),
  })
  .meta({ id: 'Job' })
export type AdminJob = z.output<typeof adminJob>

export const healthItem = z
  .object({
    id: itemId.describe('Id of the check.'),
    label: z.string().describe('Name of the check.'),
    state: z.enum(['ok', 'warn', 'failed', 'off']).describe('Result of the check. `off`: not set up.'),
    message: z.string().describe('What was found and what to do about it.'),
    ms: z.number().describe('Duration of the check in milliseconds.'),
  })
  .meta({ id: 'HealthItem' })
export type HealthItem = z.output<typeof healthItem>

export const adminContract = group(
  { name: 'Staff', area: 'Server', about: 'For the staff of this server.' },
  {
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
      example: { user_id: exampleId, plan: 'pro', interval: 'year', until: '2027-01-31' },
      input: z.strictObject({
        user_id: id('user_id').describe('Id of the user who gets the plan.'),
        plan: text('plan', 40).meta({ description: 'Name of the plan.', examples: ['pro'] }),
        interval: z
          .enum(intervals, 'interval must be "month", "year" or "lifetime".')
          .nullable()
          .optional()
          .describe('Billing interval to show. Omit it for a plan without one.'),
        until,
      }),
      output: z.object({ user: adminUser.describe('The user after the change.') }),
    }),
    usersDisable: endpoint({
      path: '/__admin/users/disable',
      access: access.staff,
      summary: 'Disable or enable an account. Disabling ends its sessions immediately.',
      input: z.strictObject({
        user_id: id('user_id').describe('Id of the user.'),
        disabled: z
          .boolean('disabled must be true or false.')
          .default(true)
          .describe('True disables the account, false enables it again.'),
      }),
      output: z.object({ user: adminUser.describe('The user after the change.') }),
    }),
    plansList: endpoint({
      path: '/__admin/plans/list',
      access: access.staff,
      summary: 'List plans with the number of accounts on each.',
      input: z.strictObject({}),
      output: z.object({
        items: z
          .array(catalogPlan.extend({ users: z.number().describe('Number of users on the plan.') }))
          .describe('All plans, in order.'),
      }),
    }),
    plansUpdate: endpoint({
      path: '/__admin/plans/update',
      access: access.staff,
      summary: 'Change a plan’s limits, or add a plan.',
      idempotent: true,
      example: { name: 'pro', allowances: { reports: 300 } },
      input: z.strictObject({
        name: z
          .string('name must be text.')
          .regex(/^[a-z0-9_]{1,40}$/, 'name must be up to 40 lowercase letters, digits and underscores.')
          .meta({ description: 'Name of the plan in the API.', examples: ['pro'] }),
        label: text('label', 80)
          .optional()
          .meta({ description: 'Name of the plan on screens.', examples: ['Pro'] }),
        allowances: someAllowances.optional().describe('Credits per month, by tool. 1000000000 means unlimited.'),
        price: z
          .strictObject(
            {
              month: dollars('price.month').describe(
                'Price per month in US dollars. Omit it if the plan isn’t sold monthly.',
              ),
              year: dollars('price.year').describe(
                'Price per year in US dollars. Omit it if the plan isn’t sold yearly.',
              ),
            },
            'price must be an object with month and year.',
          )
          .optional()
          .describe('Price in US dollars.'),
      }),
      output: z.object({ plan: catalogPlan.describe('The plan after the change.') }),
    }),
    codesCreate: endpoint({
      path: '/__admin/codes/create',
      access: access.staff,
      summary: 'Create redeem codes. They are shown only once.',
      idempotent: true,
      input: z.strictObject({
        interval: z
          .enum(['lifetime', 'annual'], 'interval must be "lifetime" or "annual".')
          .describe('How long each code lasts once redeemed.'),
        count: z
          .number('count must be a number.')
          .int('count must be a whole number.')
          .min(1, 'count must be at least 1.')
          .max(1000, 'count can be up to 1000.')
          .describe('Number of codes to create.'),
      }),
      output: z.object({ codes: z.array(z.string()).describe('The new codes.') }),
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
        state: z
          .enum(jobStates, 'state must be "failed", "waiting" or "active".')
          .optional()
          .describe('Only jobs in this state.'),
        ...paging,
      }),
      output: getPage(adminJob),
    }),
    jobsRetry: endpoint({
      path: '/__admin/jobs/retry',
      access: access.staff,
      summary: 'Retry a failed job.',
      input: z.strictObject({ _id: id().describe('Id of the job.') }),
      output: z.object({}),
    }),
    emailsList: endpoint({
      path: '/__admin/emails/list',
      access: access.staff,
      summary: 'Preview every email this server sends, with sample data.',
      input: z.strictObject({}),
      output: z.object({ items: z.array(emailPreview).describe('The emails.') }),
    }),
    modelsList: endpoint({
      path: '/__admin/models/list',
      access: access.staff,
      summary: 'List language models: shipped data and the changes staff made.',
      input: z.strictObject({}),
      output: z.object({ items: z.array(catalogueModel).describe('All models, including hidden ones.') }),
    }),
    modelsSave: endpoint({
      path: '/__admin/models/save',
      access: access.staff,
      summary: 'Change the figures of a language model, hide it, or add one.',
      example: {
        provider: 'openai',
        model: 'gpt-6.1-sol',
        context_tokens: 1_050_000,
        output_tokens: 128_000,
        price: { input: 2, output: 10, cached: 0.2, until: null },
        as_of: '2026-11-24',
        source: 'https://example.com/pricing',
      },
      input: modelInput,
      output: z.object({ model: catalogueModel.describe('The model after the change.') }),
    }),
    modelsRestore: endpoint({
      path: '/__admin/models/restore',
      access: access.staff,
      summary: 'Undo all changes to a language model. A model that staff added is removed.',
      example: { provider: 'openai', model: 'gpt-6.1-sol' },
      input: modelKeyInput,
      output: z.object({
        model: catalogueModel.nullable().describe('The model as shipped. Null if it was added by staff.'),
      }),
    }),
    healthCheck: endpoint({
      path: '/__admin/health/check',
      access: access.staff,
      summary: 'Test each connection of this installation live.',
      input: z.strictObject({
        ids: z
          .array(text('ids', 60), 'ids must be a list of names.')
          .max(50, 'ids can name up to 50 checks.')
          .optional()
          .describe('Ids of the checks to run. Default: all.'),
      }),
      output: z.object({
        items: z.array(healthItem).describe('Results of the checks that ran.'),
        checks: z
          .array(
            z.object({ id: itemId.describe('Id of the check.'), label: z.string().describe('Name of the check.') }),
          )
          .describe('All checks there are.'),
      }),
    }),
  },
)
