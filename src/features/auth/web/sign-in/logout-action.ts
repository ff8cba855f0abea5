import { redirect } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { clearedSessionCookie, isSecure, readCookie, staffCookie } from '#web/session/session.ts'
import { authContract } from '../../contract.ts'
import type { Route } from './+types/logout-action.ts'

export const loader = () => redirect('/')

/** Ends the session and goes to the site's root; after a deletion, which ended it already, that page says so. */
export async function action({ request, context }: Route.ActionArgs) {
  const { call, signedIn } = context.get(pageContext)
  const deleted = new URL(request.url).searchParams.get('account') === 'deleted'
  // Signing out of support access also ends the staff session it was started from.
  const staff = readCookie(request, staffCookie)
  if (signedIn) await end(() => call(authContract.logout, {}))
  if (staff) await end(() => call(authContract.logout, {}, { headers: { Authorization: `Bearer ${staff}` } }))
  const headers = new Headers({ 'Set-Cookie': clearedSessionCookie(isSecure(context)) })
  if (staff) headers.append('Set-Cookie', clearedSessionCookie(isSecure(context), staffCookie))
  return redirect(deleted ? '/?account=deleted' : '/', { status: 303, headers })
}

async function end(logOut: () => Promise<unknown>) {
  try {
    await logOut()
  } catch (error) {
    // The session is over already: then there is nothing left but the cookie.
    if (!(error instanceof AppError && error.code === 'unauthenticated')) throw error
  }
}
