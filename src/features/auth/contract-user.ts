import { z } from 'zod'
import { plan, usage } from '#features/plans/contract.ts'
import { workspace } from '#features/workspaces/contract.ts'
import { itemId, timestamp } from '#kit/fields.ts'

/** Optional emails and their defaults. Emails about the account itself are always sent. */
export const emailPrefs = z.object({
  listener_digest: z
    .boolean('email_prefs.listener_digest must be true or false.')
    .default(true)
    .describe(
      'Whether to email a digest of new and lost keywords from the listeners of the user’s workspaces, and of comments, mentions and review decisions they haven’t read.',
    ),
})
export type EmailPrefs = z.output<typeof emailPrefs>

/** What was ended in an account when its address was proven, or a change of email undone. */
export const accessReset = z.object({
  reason: z
    .enum(['first_proof', 'email_undo'])
    .describe(
      '`first_proof`: the account had been created in another session. `email_undo`: the change of email was undone.',
    ),
  at: timestamp.describe('When access was reset.'),
  sessions: z.number().describe('Number of sessions that were ended.'),
  api_keys: z.number().describe('Number of API keys that were deleted.'),
  password: z.boolean().describe('Whether the password was removed.'),
  two_factor: z.boolean().describe('Whether two-factor authentication was turned off.'),
})
export type AccessReset = z.output<typeof accessReset>

export const user = z
  .object({
    id: itemId.describe('Id of the user.'),
    user_hash: z.string().describe('Signature of the user’s id, for support chats.'),
    created_at: timestamp.describe('When the account was created.'),
    email: z.string().meta({ description: 'Email address of the user.', examples: ['ada@example.com'] }),
    personal: z
      .object({
        first_name: z.string().meta({ description: 'First name.', examples: ['Ada'] }),
        last_name: z.string().meta({ description: 'Last name.', examples: ['Lovelace'] }),
      })
      .describe('Name of the user.'),
    timezone: z
      .string()
      .nullable()
      .meta({ description: 'IANA time zone name. Null: not set.', examples: ['Europe/Lisbon'] }),
    email_prefs: emailPrefs.describe('Which emails the user gets.'),
    plan: plan.describe('The plan that applies now.'),
    usage: usage.describe('Credits used this month, by tool.'),
    subscriptions: z
      .object({
        seodata: z
          .object({
            enabled: z.boolean().describe('Whether the add-on is active.'),
            stripe_date_account_disable: timestamp
              .nullable()
              .describe('When the add-on ends. Null if it renews or doesn’t end.'),
          })
          .describe('The SEO data add-on.'),
      })
      .describe('Add-ons of the user.'),
    workspaces: z.array(workspace).describe('Workspaces the user is a member of.'),
    workspace_list: z
      .array(
        z.object({
          _id: itemId.describe('Id of the workspace.'),
          name: z.string().meta({ description: 'Name of the workspace.', examples: ['Hollow Oak'] }),
          color: z.string().meta({ description: 'Workspace color as a hex value.', examples: ['#0f766e'] }),
        }),
      )
      .describe('The same workspaces with id, name and color only.'),
    staff: z.boolean().describe('Whether the user is staff of this server.'),
    email_verified: z.boolean().describe('Whether the email address is verified.'),
    pending_email: z
      .string()
      .nullable()
      .describe('A new email address that is waiting for confirmation. Null if there is none.'),
    access_reset: accessReset
      .nullable()
      .describe('What was reset to protect the account. Null once it’s marked as read.'),
    two_factor: z.boolean().describe('Whether two-factor authentication is on.'),
    has_password: z.boolean().describe('False if the user signs in by email or with Google only.'),
    google: z.boolean().describe('Whether a Google account is linked.'),
    support: z.boolean().optional().describe('True while staff use this account for support.'),
    support_until: timestamp.optional().describe('When support access ends.'),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof user>
