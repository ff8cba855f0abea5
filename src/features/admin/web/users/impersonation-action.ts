import { data, redirect } from 'react-router'
import { authContract } from '#features/auth/contract.ts'
import type { Call } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import {
  clearedSessionCookie,
  isSecure,
  readCookie,
  sessionCookie,
  staffCookie,
  tokenCookie,
} from '#web/session/session.ts'
import { requireStaff } from '../require-staff.ts'
import type { Route } from './+types/impersonation-action.ts'

const supportSeconds = 30 * 60

/** Support access by cookies: in with the email of an account, and out again to the staff's own session. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const email = form.get('email')
  return typeof email === 'string' ? enter(args, email) : leave(args)
}

/** After the half hour the browser has dropped the cookie of support: what is left leads back as well. */
export const loader = leave

async function enter(args: Route.ActionArgs, email: string) {
  const { request, context } = args
  await requireStaff(args)
  const own = readCookie(request, tokenCookie)
  try {
    const { token } = await context.get(pageContext).call(authContract.passwordless, { email })
    if (!token || !own) throw new AppError('forbidden', 'Only staff can do this.', { reason: 'staff_only' })
    const secure = isSecure(context)
    return redirectWith('/app', [
      sessionCookie(token, { secure, maxAgeSeconds: supportSeconds }),
      sessionCookie(own, { secure, name: staffCookie }),
    ])
  } catch (error) {
    if (error instanceof AppError) throw data(error.toBody(), { status: error.status })
    throw error
  }
}

async function leave({ request, context }: Route.LoaderArgs) {
  const own = readCookie(request, staffCookie)
  // Without support access, this URL must not end the visitor's session.
  if (!own) return redirect('/app')
  const { call, signedIn } = context.get(pageContext)
  const support = signedIn && (await isSupport(call))
  if (support) await call(authContract.logout, {})
  const secure = isSecure(context)
  return redirectWith('/app/admin', [sessionCookie(own, { secure }), clearedSessionCookie(secure, staffCookie)])
}

async function isSupport(call: Call) {
  try {
    return (await call(authContract.userdata, {})).user.support === true
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated') return false
    throw error
  }
}

function redirectWith(to: string, cookies: string[]) {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return redirect(to, { status: 303, headers })
}
