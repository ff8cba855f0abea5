import { z } from 'zod'
import { access, endpoint, fileDownload, group } from '#kit/endpoint.ts'
import { email, exampleId, id, itemId, nothing, text, timestamp } from '#kit/fields.ts'
import { accessReset, emailPrefs, user } from './contract-user.ts'

export * from './contract-user.ts'

/** A password as given at sign-in: any length is tried, so that old ones keep working. */
const passwordAs = (field: string) =>
  z
    .string(`${field} must be text.`)
    .min(1, `${field} is missing.`)
    .max(1000, `${field} can have up to 1,000 characters.`)
const givenPassword = passwordAs('password').meta({
  description: 'The current password.',
  examples: ['correct horse battery'],
})
export const newPassword = z
  .string('password must be text.')
  .min(10, 'password needs at least 10 characters.')
  .max(1000, 'password can have up to 1,000 characters.')
  .meta({ description: 'The new password, at least 10 characters.', examples: ['correct horse battery'] })

/** Six digits of an authenticator app, or a recovery code. */
const otp = text('otp', 40).meta({
  description: 'Six-digit code from an authenticator app, or a recovery code.',
  examples: ['492039'],
})

const timezone = z
  .string('timezone must be text.')
  .max(60, 'timezone can have up to 60 characters.')
  .refine(isTimezone, {
    error: 'timezone must be a name such as "Europe/Lisbon".',
    params: { reason: 'unknown_timezone' },
  })
  .meta({ description: 'IANA time zone name.', examples: ['Europe/Lisbon'] })

function isTimezone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const session = z
  .object({
    _id: itemId.describe('Id of the session.'),
    created_at: timestamp.describe('When the session began.'),
    last_used_at: timestamp.describe('When the session was last used.'),
    expires_at: timestamp.nullable().describe('When the session ends. Null if it doesn’t expire.'),
    user_agent: z.string().nullable().describe('Browser or program, as it identified itself. Null if unknown.'),
    address: z.string().nullable().describe('Client IP address. Null if unknown.'),
    current: z.boolean().describe('Whether this is the session of the call.'),
  })
  .meta({ id: 'Session' })

export const authContract = group(
  {
    name: 'Account',
    area: 'Account',
    about: 'Sign-up, sign-in and personal settings. For people only: API keys can’t make these calls.',
  },
  {
    signup: endpoint({
      path: '/user/signup',
      access: access.public,
      summary: 'Create an account with its first workspace and a session.',
      idempotent: true,
      rate: '100 per hour per client IP.',
      input: z.strictObject({
        email: email.meta({ description: 'Email address.', examples: ['ada@example.com'] }),
        password: newPassword.meta({
          description: 'Password, at least 10 characters.',
          examples: ['correct horse battery'],
        }),
        first_name: text('first_name', 80).meta({ description: 'First name.', examples: ['Ada'] }),
        last_name: text('last_name', 80, 0)
          .optional()
          .meta({ description: 'Last name.', examples: ['Lovelace'] }),
        aff: text('aff', 200).optional().describe('Affiliate id.'),
        code: text('code', 100)
          .optional()
          .meta({ description: 'A code to redeem with the new account.', examples: ['ES-4F7K-2MQX-9PTD'] }),
      }),
      output: z.object({
        token: z.string().describe('Session token. Send it as a Bearer token.'),
        user: user.describe('The signed-in user.'),
      }),
    }),
    login: endpoint({
      path: '/user/login',
      access: access.public,
      summary: 'Sign in with an email and password.',
      rate: '10 failures per email in 15 minutes.',
      input: z.strictObject({
        email: email.meta({ description: 'Email address.', examples: ['ada@example.com'] }),
        password: givenPassword,
      }),
      output: z.object({
        token: z.string().describe('Session token. Send it as a Bearer token.'),
        expires_at: timestamp.describe('When the session ends.'),
      }),
    }),
    authenticate: endpoint({
      path: '/user/authenticate',
      access: access.public,
      summary: 'Sign in with an email, a password and, if two-factor sign-in is on, a code.',
      rate: '10 failures per email in 15 minutes.',
      input: z.strictObject({
        email: email.meta({ description: 'Email address.', examples: ['ada@example.com'] }),
        password: givenPassword,
        otp: otp.optional(),
      }),
      output: z.object({
        token: z.string().describe('Session token. Send it as a Bearer token.'),
        expires_at: timestamp.describe('When the session ends.'),
      }),
    }),
    google: endpoint({
      path: '/user/authenticate/google',
      access: access.public,
      summary:
        'Sign in with a Google ID token. Creates the account on first use. `nonce`: the value the token must carry.',
      support: false,
      input: z.strictObject({
        credential: text('credential', 5000).describe('ID token from Google.'),
        aff: text('aff', 200).optional().describe('Affiliate id.'),
        otp: otp.optional(),
        nonce: text('nonce', 200).optional().describe('The nonce that was passed to Google.'),
      }),
      output: z.object({
        token: z.string().describe('Session token. Send it as a Bearer token.'),
        expires_at: timestamp.describe('When the session ends.'),
        is_new: z.boolean().describe('Whether the account was just created.'),
      }),
    }),
    passwordless: endpoint({
      path: '/user/_carnatic',
      access: access.public,
      summary: 'Sign in by email: sends a code and a link, and accepts either. For staff: support access.',
      rate: '100 emails per hour per client IP; 10 wrong codes per email in 15 minutes.',
      example: { email: 'ada@example.com' },
      input: z
        .strictObject({
          email: email.optional().meta({ description: 'Email address.', examples: ['ada@example.com'] }),
          code: text('code', 20).optional().describe('The code from the email.'),
          token: text('token', 200).optional().describe('The token of the link in the email.'),
          otp: otp.optional(),
        })
        .refine((given) => given.token || given.email, {
          path: ['email'],
          error: 'email is missing.',
          params: { reason: 'missing' },
        }),
      output: z.object({
        sent: z.boolean().optional().describe('True if an email was sent.'),
        token: z.string().optional().describe('Session token, once the code or link was accepted.'),
        expires_at: timestamp.optional().describe('When the session ends, once signed in.'),
      }),
    }),
    forgotPassword: endpoint({
      path: '/user/forgotpassword',
      access: access.public,
      summary: 'Email a link to reset the password. The response is the same for an unknown email.',
      rate: '100 emails per hour per client IP.',
      input: z.strictObject({ email: email.meta({ description: 'Email address.', examples: ['ada@example.com'] }) }),
      output: z.object({}),
    }),
    verifyToken: endpoint({
      path: '/user/verifytoken',
      access: access.public,
      summary:
        'Use an emailed link: verify an email, set a new password, accept an invitation or undo an email change.',
      support: false,
      example: { token: 'the-token-of-the-link', purpose: 'reset', new_password: 'correct horse battery' },
      input: z
        .strictObject({
          token: text('token', 200).describe('The token of the link in the email.'),
          purpose: z
            .enum(['email', 'reset', 'invite', 'email_undo'], 'purpose must be email, reset, invite or email_undo.')
            .describe('What the link is for.'),
          new_password: newPassword.optional(),
        })
        .refine((given) => given.purpose !== 'reset' || given.new_password !== undefined, {
          path: ['new_password'],
          error: 'new_password is missing.',
          params: { reason: 'missing' },
        }),
      output: z.object({
        token: z.string().optional().describe('Session token, if the link signs in.'),
        access_reset: accessReset.optional().describe('What was reset with it.'),
        email: z.string().optional().describe('The email address that stays, after an undone change.'),
      }),
    }),
    resendVerification: endpoint({
      path: '/user/resendverification',
      access: access.user,
      summary: 'Resend the link that verifies my email or my new email.',
      rate: '100 emails per hour per client IP.',
      input: nothing,
      output: z.object({}),
    }),
    update: endpoint({
      path: '/user/update',
      access: access.user,
      summary: 'Change my name, email, password, time zone or email preferences.',
      support: false,
      example: { personal: { first_name: 'Ada', last_name: 'Lovelace' } },
      input: z.strictObject({
        personal: z
          .strictObject({
            first_name: text('first_name', 80).meta({ description: 'First name.', examples: ['Ada'] }),
            last_name: text('last_name', 80, 0)
              .optional()
              .meta({ description: 'Last name.', examples: ['Lovelace'] }),
          })
          .optional()
          .describe('Name of the user.'),
        email: email.optional().describe('New email address. It applies once the link sent there is opened.'),
        current_password: passwordAs('current_password')
          .optional()
          .describe('The current password. Required to change the email of an account with a password.'),
        password: z
          .strictObject({
            current: givenPassword.optional().describe('The current password. Omit it if the account has none.'),
            next: newPassword.describe('The new password, at least 10 characters.'),
          })
          .optional()
          .describe('Changes the password.'),
        timezone: timezone
          .nullable()
          .optional()
          .meta({ description: 'IANA time zone name. Null clears it.', examples: ['Europe/Lisbon'] }),
        email_prefs: z
          .strictObject({
            listener_digest: emailPrefs.shape.listener_digest
              .unwrap()
              .optional()
              .describe('Whether to email a digest of new and lost keywords and of unread comments.'),
          })
          .optional()
          .describe('Which emails the user gets.'),
        access_reset_read: z
          .literal(true, 'access_reset_read must be true.')
          .optional()
          .describe('True marks `access_reset` as read.'),
      }),
      output: z.object({ user: user.describe('The signed-in user.') }),
    }),
    twoFactorBegin: endpoint({
      path: '/user/twofactor/begin',
      access: access.user,
      summary: 'Get a secret for an authenticator app and ten recovery codes. Two-factor sign-in is on once confirmed.',
      support: false,
      input: nothing,
      output: z.object({
        otpauth_url: z.string().describe('URL for the authenticator app, usually shown as a QR code.'),
        recovery_codes: z.array(z.string()).describe('Recovery codes. Each works once. They’re returned only once.'),
      }),
    }),
    twoFactorConfirm: endpoint({
      path: '/user/twofactor/confirm',
      access: access.user,
      summary: 'Turn on two-factor sign-in with a first code.',
      support: false,
      input: z.strictObject({
        otp: otp.meta({ description: 'Six-digit code from the authenticator app.', examples: ['492039'] }),
      }),
      output: z.object({}),
    }),
    twoFactorDisable: endpoint({
      path: '/user/twofactor/disable',
      access: access.user,
      summary: 'Turn off two-factor sign-in with a code or the password.',
      support: false,
      input: z.strictObject({
        otp: otp.optional(),
        password: givenPassword
          .optional()
          .meta({ description: 'The current password.', examples: ['correct horse battery'] }),
      }),
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
      input: z.strictObject({
        password: givenPassword.optional().describe('The current password. Omit it if the account has none.'),
      }),
      output: z.object({}),
    }),
    userdata: endpoint({
      path: '/user/userdata',
      access: access.user,
      summary: 'Get my account: plan, usage and workspaces.',
      input: nothing,
      output: z.object({ user: user.describe('The signed-in user.') }),
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
      output: z.object({ items: z.array(session).describe('Active sessions of the user.') }),
    }),
    sessionsRevoke: endpoint({
      path: '/user/sessions/revoke',
      access: access.user,
      summary: 'Sign out of one session, or of all others.',
      support: false,
      example: { _id: exampleId },
      input: z.strictObject({
        _id: id().optional().describe('Id of the session.'),
        all: z
          .boolean('all must be true or false.')
          .optional()
          .describe('True signs out all sessions except this one.'),
      }),
      output: z.object({ revoked: z.number().describe('Number of sessions that were ended.') }),
    }),
    setup: endpoint({
      path: '/user/setup',
      access: access.public,
      summary: 'Create the owner account with the one-time link from the first start.',
      input: z.strictObject({
        token: text('token', 200).describe('The setup token printed when the server starts.'),
        email: email.meta({ description: 'Email address.', examples: ['ada@example.com'] }),
        password: newPassword.meta({
          description: 'Password, at least 10 characters.',
          examples: ['correct horse battery'],
        }),
        first_name: text('first_name', 80).meta({ description: 'First name.', examples: ['Ada'] }),
      }),
      output: z.object({
        token: z.string().describe('Session token. Send it as a Bearer token.'),
        user: user.describe('The signed-in user.'),
      }),
    }),
  },
)
