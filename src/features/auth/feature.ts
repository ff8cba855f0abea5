import type { Audit } from '#features/audit/service.ts'
import type { Payments } from '#features/payments/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { TeamsFeature } from '#features/teams/feature.ts'
import type { WorkspacesFeature } from '#features/workspaces/feature.ts'
import type { ExportPart } from '#kit/account-export-part.ts'
import { runUntilCommit } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Db } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { createInvitationAcceptance } from './accept-invitation.ts'
import { createAccountExport } from './account-export.ts'
import { createAccountDeletion } from './delete-account.ts'
import { createEmailChange } from './email/email-change.ts'
import { createEmailProof } from './email/email-proof.ts'
import { createLinkSender } from './email/emailed-link.ts'
import { createPasswordReset } from './email/reset-password.ts'
import { createEmailVerification } from './email/verify-email.ts'
import { deleteExpired, revokeTokens } from './revoke-tokens.ts'
import { authRoutes } from './routes.ts'
import { accountEmailSamples } from './rules/email-samples.ts'
import { createAuth } from './service.ts'
import { createPasswordless } from './sign-in/email-sign-in.ts'
import { createGoogleSignIn } from './sign-in/google.ts'
import { createImpersonation } from './sign-in/impersonation.ts'
import { createReauthentication } from './sign-in/reauthenticate.ts'
import { createTwoFactor } from './sign-in/two-factor.ts'
import { createAccountUpdate } from './update-account.ts'

type Dependencies = {
  plans: Plans
  audit: Audit
  workspaces: WorkspacesFeature
  teams: TeamsFeature
  payments: Payments
  /** Fetches Google's keys. */
  fetch: OutboundFetch
  /** Ends consents of a person whose account is about to be deleted. Returns what tells others after the commit. */
  endConnections(tx: Db, userId: string): Promise<() => Promise<void>>
  /** What the other features add to an account's data export. */
  accountExport: ExportPart[]
}

export function createAuthFeature(core: Core, dependencies: Dependencies) {
  const { config, db, secrets, rates, mailer, background, log, publicUrl } = core
  const { plans, audit, workspaces, teams, payments, fetch, endConnections, accountExport } = dependencies
  const claim: typeof payments.claim = (tx, userId) => payments.claim(tx, userId)
  const twoFactor = createTwoFactor({ db, secrets, rates, audit, mailer, background, publicUrl })
  const proof = createEmailProof({ audit, mailer, background, publicUrl, claim })
  const emailing = { db, audit, mailer, rates, background, twoFactor, proof, publicUrl }
  const emailChange = createEmailChange({ ...emailing, claim })
  const sendLink = createLinkSender({ db, mailer, publicUrl })
  const emailVerification = createEmailVerification({ db, rates, background, proof, emailChange, sendLink })
  const reauthentication = createReauthentication({ db, rates })
  const passwordless = createPasswordless(emailing)
  const auth = createAuth({
    db,
    plans,
    workspaces: workspaces.service,
    rates,
    twoFactor,
    sendVerification: emailVerification.send,
    defaultPlan: config.DEFAULT_PLAN,
    identitySecret: config.MESSENGER_SECRET ?? secrets.sign('identity', 'user_hash'),
  })
  const google = createGoogleSignIn({
    db,
    auth,
    audit,
    twoFactor,
    rates,
    fetch,
    clientId: config.GOOGLE_CLIENT_ID,
    keysUrl: `${config.GOOGLE_IDENTITY_URL ?? 'https://www.googleapis.com'}/oauth2/v3/certs`,
    proof,
  })
  teams.hooks.invitationAccepted.on(
    async (tx, actor, address) =>
      (await proof.prove(tx, { userId: actor.userId, actor, method: 'invitation', address })).afterCommit,
  )
  // After the rows that creating a key locks, so that a key created meanwhile is seen.
  workspaces.hooks.removed.on(async (tx, workspaceId) => void (await revokeTokens(tx, { workspaceId })))
  teams.hooks.memberRemoved.on(
    async (tx, workspaceId, _email, userId) => void (await revokeTokens(tx, { workspaceId, userId })),
  )
  const exporter = createAccountExport({ db, audit, rates, log, publicUrl, parts: accountExport })
  return {
    service: auth,
    cleanup: [() => deleteExpired(db)],
    routes: authRoutes({
      auth,
      emailVerification,
      passwordReset: createPasswordReset({ ...emailing, sendLink }),
      updateAccount: createAccountUpdate({ ...emailing, reauthentication, emailChange }),
      deleteAccount: createAccountDeletion({
        ...emailing,
        reauthentication,
        endWork: (tx, workspaceId) => runUntilCommit(workspaces.hooks.removing, tx, workspaceId),
        endSubscriptions: (tx, userId) => payments.leave(tx, userId),
        endConnections,
      }),
      acceptInvitation: createInvitationAcceptance((actor, token, address) =>
        teams.service.acceptInvite(actor, token, address),
      ),
      emailChange,
      passwordless,
      impersonate: createImpersonation({ db, audit }),
      twoFactor,
      google,
      accountExport: exporter,
    }),
    emails: accountEmailSamples(publicUrl),
  } satisfies Feature
}
