import { readAffiliateCookie } from '#features/payments/rules/affiliate.ts'
import type { Call } from '#platform/http/context.ts'
import { type Route, serve, serveFile } from '#platform/http/route.ts'
import type { AcceptInvitation } from './accept-invitation.ts'
import type { AccountExport } from './account-export.ts'
import { authContract } from './contract.ts'
import type { DeleteAccount } from './delete-account.ts'
import type { EmailChange } from './email/email-change.ts'
import type { PasswordReset } from './email/reset-password.ts'
import type { EmailVerification } from './email/verify-email.ts'
import type { Auth } from './service.ts'
import type { Passwordless } from './sign-in/email-sign-in.ts'
import type { GoogleSignIn } from './sign-in/google.ts'
import type { Impersonate } from './sign-in/impersonation.ts'
import type { Device } from './sign-in/sessions.ts'
import type { TwoFactor } from './sign-in/two-factor.ts'
import type { UpdateAccount } from './update-account.ts'

const getDevice = (call: Call): Device => ({ userAgent: call.headers.get('user-agent'), address: call.clientAddress })

/** The affiliate from the cookie a page set. */
const getAffiliate = (call: Call) => readAffiliateCookie(call.headers.get('cookie'))

type Services = {
  auth: Auth
  emailVerification: EmailVerification
  passwordReset: PasswordReset
  updateAccount: UpdateAccount
  deleteAccount: DeleteAccount
  acceptInvitation: AcceptInvitation
  emailChange: EmailChange
  passwordless: Passwordless
  impersonate: Impersonate
  twoFactor: TwoFactor
  google: GoogleSignIn
  accountExport: AccountExport
}

export function authRoutes(services: Services): Route[] {
  const { auth, emailVerification, passwordReset, updateAccount, deleteAccount, acceptInvitation } = services
  const { emailChange, passwordless, impersonate, twoFactor, google, accountExport } = services
  return [
    serve(authContract.signup, (call, input) =>
      auth.signUp({ ...input, aff: input.aff ?? getAffiliate(call) }, getDevice(call), call.storeResponse),
    ),
    serve(authContract.login, (call, input) => auth.logIn(input, getDevice(call))),
    serve(authContract.authenticate, (call, input) => auth.logIn(input, getDevice(call))),
    serve(authContract.google, (call, input) =>
      google.signIn(call.actor, { ...input, aff: input.aff ?? getAffiliate(call) }, getDevice(call)),
    ),
    serve(authContract.passwordless, async (call, { email, code, token, otp }) => {
      const device = getDevice(call)
      if (token) return passwordless.redeemLink({ token, otp }, device)
      if (code) return passwordless.redeemCode({ email: email!, code, otp }, device)
      // Only who holds the token itself, not a page with staff's cookie: signing in there must not become support.
      const named = call.headers.get('authorization') !== null
      if (named && call.actor?.staff) return impersonate(call.actor, email!, device)
      await passwordless.request(email!, device)
      return { sent: true }
    }),
    serve(authContract.forgotPassword, async (call, { email }) => {
      await passwordReset.request(email, call.clientAddress)
      return {}
    }),
    serve(authContract.verifyToken, async (call, { token, purpose, new_password }) => {
      if (purpose === 'reset') return passwordReset.complete(token, new_password!, getDevice(call))
      if (purpose === 'email') return emailVerification.verify(call.actor, token, call.clientAddress)
      if (purpose === 'email_undo') return emailChange.undo(token, call.clientAddress)
      await acceptInvitation(call.actor, token, call.clientAddress)
      return {}
    }),
    serve(authContract.resendVerification, async (call) => {
      await emailVerification.resend(call.actor, call.clientAddress)
      return {}
    }),
    serve(authContract.update, async (call, input) => {
      await updateAccount(call.actor, input, call.clientAddress)
      return { user: await auth.getUser(call.actor) }
    }),
    serve(authContract.twoFactorBegin, (call) => twoFactor.begin(call.actor)),
    serve(authContract.twoFactorConfirm, async (call, { otp }) => {
      await twoFactor.confirm(call.actor, otp, call.clientAddress)
      return {}
    }),
    serve(authContract.twoFactorDisable, async (call, input) => {
      await twoFactor.disable(call.actor, input, call.clientAddress)
      return {}
    }),
    serveFile(authContract.export, (call) => accountExport.download(call.actor, call.clientAddress)),
    serve(authContract.deleteAccount, async (call, { password }) => {
      await deleteAccount(call.actor, password, call.clientAddress)
      return {}
    }),
    serve(authContract.userdata, async (call) => ({ user: await auth.getUser(call.actor) })),
    serve(authContract.logout, async (call) => {
      await auth.logOut(call.actor)
      return {}
    }),
    serve(authContract.sessionsList, async (call) => ({ items: await auth.listSessions(call.actor) })),
    serve(authContract.sessionsRevoke, async (call, input) => ({
      revoked: await auth.revokeSessions(call.actor, input),
    })),
    serve(authContract.setup, (call, input) => auth.setUpOwner(input, getDevice(call))),
  ]
}
