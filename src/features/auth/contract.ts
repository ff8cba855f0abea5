import { z } from 'zod'
import { plan, usage } from '#features/plans/contract.ts'
import { workspace } from '#features/workspaces/contract.ts'
import { access, endpoint, fileDownload } from '#kit/endpoint.ts'
import { email, id, nothing, text, timestamp } from '#kit/fields.ts'

/** Optional emails and their defaults. Emails about the account itself are always sent. */
export const emailPrefs = z.object({
  /** A digest of new and lost keywords from the listeners of my workspaces. */
  listener_digest: z.boolean('email_prefs.listener_digest must be true or false.').default(true),
})
export type EmailPrefs = z.output<typeof emailPrefs>

/** What was ended in an account when its address was proven, or a change of email undone. */
export const accessReset = z.object({
  /** `first_proof`: the account had been created in another session. `email_undo`: the change of email was undone. */
  reason: z.enum(['first_proof', 'email_undo']),
  at: timestamp,
  sessions: z.number(),
  api_keys: z.number(),
  password: z.boolean(),
  two_factor: z.boolean(),
})
export type AccessReset = z.output<typeof accessReset>

export const user = z.object({
  id: z.string(),
  user_hash: z.string(),
  created_at: timestamp,
  email: z.string(),
  personal: z.object({ first_name: z.string(), last_name: z.string() }),
  timezone: z.string().nullable(),
  email_prefs: emailPrefs,
  plan,
  usage,
  subscriptions: z.object({
    seodata: z.object({ enabled: z.boolean(), stripe_date_account_disable: timestamp.nullable() }),
  }),
  workspaces: z.array(workspace),
  workspace_list: z.array(z.object({ _id: z.string(), name: z.string(), color: z.string() })),
  staff: z.boolean(),
  email_verified: z.boolean(),
  /** A new email, which counts once the link sent there is opened. */
  pending_email: z.string().nullable(),
  /** Until it is marked as read. */
  access_reset: accessReset.nullable(),
  two_factor: z.boolean(),
  /** False: signs in by email or with Google only. */
  has_password: z.boolean(),
  /** Whether a Google account signs in here. */
  google: z.boolean(),
  /** True while staff look at this account: support access. */
  support: z.boolean().optional(),
  /** When that ends. */
  support_until: timestamp.optional(),
})
export type User = z.output<typeof user>

/** A password as given at sign-in: any length is tried, so that old ones keep working. */
const passwordAs = (field: string) =>
  z
    .string(`${field} must be text.`)
    .min(1, `${field} is missing.`)
    .max(1000, `${field} can have at most 1,000 characters.`)
const givenPassword = passwordAs('password')
export const newPassword = z
  .string('password must be text.')
  .min(10, 'password needs at least 10 characters.')
  .max(1000, 'password can have at most 1,000 characters.')

/** Six digits of an authenticator app, or a recovery code. */
const otp = text('otp', 40)

const timezone = z
  .string('timezone must be text.')
  .max(60, 'timezone can have at most 60 characters.')
  .refine(isTimezone, {
    error: 'timezone must be a name such as "Europe/Lisbon".',
    params: { reason: 'unknown_timezone' },
  })

function isTimezone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

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
    summary: 'Create an account with its first workspace and a session.',
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
    summary: 'Sign in with an email and password.',
    input: z.strictObject({ email, password: givenPassword }),
    output: z.object({ token: z.string(), expires_at: timestamp }),
  }),
  authenticate: endpoint({
    path: '/user/authenticate',
    access: access.public,
    summary: 'Sign in with an email, a password and, if two-factor sign-in is on, a code.',
    input: z.strictObject({ email, password: givenPassword, otp: otp.optional() }),
    output: z.object({ token: z.string(), expires_at: timestamp }),
  }),
  google: endpoint({
    path: '/user/authenticate/google',
    access: access.public,
    summary:
      'Sign in with a Google ID token. Creates the account on first use. `nonce`: the value the token must carry.',
    support: false,
    input: z.strictObject({
      credential: text('credential', 5000),
      aff: text('aff', 200).optional(),
      otp: otp.optional(),
      nonce: text('nonce', 200).optional(),
    }),
    output: z.object({ token: z.string(), expires_at: timestamp, is_new: z.boolean() }),
  }),
  passwordless: endpoint({
    path: '/user/_carnatic',
    access: access.public,
    summary: 'Sign in by email: sends a code and a link, and accepts either. For staff: support access.',
    input: z
      .strictObject({
        email: email.optional(),
        code: text('code', 20).optional(),
        token: text('token', 200).optional(),
        otp: otp.optional(),
      })
      .refine((given) => given.token || given.email, {
        path: ['email'],
        error: 'email is missing.',
        params: { reason: 'missing' },
      }),
    output: z.object({
      sent: z.boolean().optional(),
      token: z.string().optional(),
      expires_at: timestamp.optional(),
    }),
  }),
  forgotPassword: endpoint({
    path: '/user/forgotpassword',
    access: access.public,
    summary: 'Email a link to reset the password. The response is the same for an unknown email.',
    input: z.strictObject({ email }),
    output: z.object({}),
  }),
  verifyToken: endpoint({
    path: '/user/verifytoken',
    access: access.public,
    summary: 'Use an emailed link: verify an email, set a new password, accept an invitation or undo an email change.',
    support: false,
    input: z
      .strictObject({
        token: text('token', 200),
        purpose: z.enum(
          ['email', 'reset', 'invite', 'email_undo'],
          'purpose must be email, reset, invite or email_undo.',
        ),
        new_password: newPassword.optional(),
      })
      .refine((given) => given.purpose !== 'reset' || given.new_password !== undefined, {
        path: ['new_password'],
        error: 'new_password is missing.',
        params: { reason: 'missing' },
      }),
    output: z.object({
      token: z.string().optional(),
      /** What was ended with it. */
      access_reset: accessReset.optional(),
      /** The email that is kept, after an undone change. */
      email: z.string().optional(),
    }),
  }),
  resendVerification: endpoint({
    path: '/user/resendverification',
    access: access.user,
    summary: 'Resend the link that verifies my email or my new email.',
    input: nothing,
    output: z.object({}),
  }),
  update: endpoint({
    path: '/user/update',
    access: access.user,
    summary: 'Change my name, email, password, time zone or email preferences.',
    support: false,
    input: z.strictObject({
      personal: z
        .strictObject({ first_name: text('first_name', 80), last_name: text('last_name', 80, 0).optional() })
        .optional(),
      email: email.optional(),
      current_password: passwordAs('current_password').optional(),
      password: z.strictObject({ current: givenPassword.optional(), next: newPassword }).optional(),
      timezone: timezone.nullable().optional(),
      email_prefs: z.strictObject({ listener_digest: emailPrefs.shape.listener_digest.unwrap().optional() }).optional(),
      access_reset_read: z.literal(true, 'access_reset_read must be true.').optional(),
    }),
    output: z.object({ user }),
  }),
  twoFactorBegin: endpoint({
    path: '/user/twofactor/begin',
    access: access.user,
    summary: 'Get a secret for an authenticator app and ten recovery codes. Two-factor sign-in is on once confirmed.',
    support: false,
    input: nothing,
    output: z.object({ otpauth_url: z.string(), recovery_codes: z.array(z.string()) }),
  }),
  twoFactorConfirm: endpoint({
    path: '/user/twofactor/confirm',
    access: access.user,
    summary: 'Turn on two-factor sign-in with a first code.',
    support: false,
    input: z.strictObject({ otp }),
    output: z.object({}),
  }),
  twoFactorDisable: endpoint({
    path: '/user/twofactor/disable',
    access: access.user,
    summary: 'Turn off two-factor sign-in with a code or the password.',
    support: false,
    input: z.strictObject({ otp: otp.optional(), password: givenPassword.optional() }),
    output: z.object({}),
  }),
  export: fileDownload({
    path: '/user/export',
    access: access.user,
    summary: 'Export my data as one ZIP: account, workspaces I own, reports, imports. Three per hour.',
    support: false,
    input: nothing,
    output: z.any(),
  }),
  deleteAccount: endpoint({
    path: '/user/delete',
    access: access.user,
    summary: 'Delete my account and the workspaces only I am in.',
    support: false,
    input: z.strictObject({ password: givenPassword.optional() }),
    output: z.object({}),
  }),
  userdata: endpoint({
    path: '/user/userdata',
    access: access.user,
    summary: 'Get my account: plan, usage and workspaces.',
    input: nothing,
    output: z.object({ user }),
  }),
  logout: endpoint({
    path: '/user/logout',
    access: access.user,
    summary: 'Sign out of this session.',
    input: nothing,
    output: z.object({}),
  }),
  sessionsList: endpoint({
    path: '/user/sessions/list',
    access: access.user,
    summary: 'List my sessions.',
    input: nothing,
    output: z.object({ items: z.array(session) }),
  }),
  sessionsRevoke: endpoint({
    path: '/user/sessions/revoke',
    access: access.user,
    summary: 'Sign out of one session, or of all others.',
    support: false,
    input: z.strictObject({ _id: id().optional(), all: z.boolean('all must be true or false.').optional() }),
    output: z.object({ revoked: z.number() }),
  }),
  setup: endpoint({
    path: '/user/setup',
    access: access.public,
    summary: 'Create the owner account with the one-time link from the first start.',
    input: z.strictObject({
      token: text('token', 200),
      email,
      password: newPassword,
      first_name: text('first_name', 80),
    }),
    output: z.object({ token: z.string(), user }),
  }),
}
