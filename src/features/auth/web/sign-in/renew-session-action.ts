import { redirect } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { findUser, isSecure, sessionCookie } from '#web/session/session.ts'
import { authContract } from '../../contract.ts'
import type { Route } from './+types/renew-session-action.ts'
import { readForm } from './sign-in.ts'

export const loader = () => redirect('/login')

/**
 * The sign-in without a redirect: the dialog that opens where a session ended posts here and the page stays. Only the person
 * whose page it is gets a session, so that nobody continues what somebody else began. Without a password or code it
 * mails a code.
 */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const fields = await readForm(request, ['user_id', 'email', 'password', 'code', 'otp'])
  try {
    const now = await findUser(args)
    // Signed in again in another tab.
    if (now?.id === fields.user_id) return answer({ success: true, signed_in: true })
    if (now) throw otherPerson()
    const token = await signIn(context, fields)
    if (!token) return answer({ success: true, signed_in: false })
    await refuseOtherPerson(context, token, fields.user_id)
    return answer(
      { success: true, signed_in: true },
      { headers: { 'Set-Cookie': sessionCookie(token, { secure: isSecure(context) }) } },
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const wait = error.options.retryAfterSeconds
    return answer(
      { success: false, error: error.toBody() },
      { status: error.status, headers: wait ? { 'Retry-After': String(wait) } : {} },
    )
  }
}

const answer = (body: object, init?: ResponseInit) =>
  Response.json(body, { ...init, headers: { 'Cache-Control': 'no-store', ...init?.headers } })

type Fields = Record<'email' | 'password' | 'code' | 'otp', string>

/** The token of a new session; null when a code was mailed. */
async function signIn(
  context: Route.ActionArgs['context'],
  { email, password, code, otp }: Fields,
): Promise<string | null> {
  const { call } = context.get(pageContext)
  const second = otp ? { otp } : {}
  if (password) return (await call(authContract.authenticate, { email, password, ...second })).token
  const { token } = await call(authContract.passwordless, { email, ...(code && { code, ...second }) })
  return token ?? null
}

async function refuseOtherPerson(context: Route.ActionArgs['context'], token: string, userId: string) {
  const { call } = context.get(pageContext)
  const as = { headers: { Authorization: `Bearer ${token}` } }
  const { user } = await call(authContract.userdata, {}, as)
  if (user.id === userId) return
  await call(authContract.logout, {}, as)
  throw otherPerson()
}

const otherPerson = () =>
  new AppError(
    'forbidden',
    'This is a different account. Sign in with the account this page belongs to, or cancel and switch accounts.',
    { reason: 'other_account' },
  )
