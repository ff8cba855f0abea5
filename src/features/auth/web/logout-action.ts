import { redirect } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { pageContext } from '#web/page-context.ts'
import { clearedSessionCookie, isSecure } from '#web/session.ts'
import { authContract } from '../contract.ts'
import type { Route } from './+types/logout-action.ts'

export const loader = () => redirect('/')

/** Ends the session and goes to the site's root; after a deletion, which ended it already, that page says so. */
export async function action({ request, context }: Route.ActionArgs) {
  const { call, signedIn } = context.get(pageContext)
  const deleted = new URL(request.url).searchParams.get('account') === 'deleted'
  try {
    if (signedIn) await call(authContract.logout, {})
  } catch (error) {
    // The session is over already: then there is nothing left but the cookie.
    if (!(error instanceof AppError && error.code === 'unauthenticated')) throw error
  }
  const headers = { 'Set-Cookie': clearedSessionCookie(isSecure(context)) }
  return redirect(deleted ? '/?account=deleted' : '/', { status: 303, headers })
}
