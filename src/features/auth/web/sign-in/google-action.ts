import { redirect } from 'react-router'
import { pageContext } from '#web/public-pages/page-context.ts'
import { isSecure } from '#web/session/session.ts'
import type { Route } from './+types/google-action.ts'
import { startSignIn, toAnswerCookie } from './google-cookies.ts'

const maxFormLength = 16_000

/** Redirects to Google with a state and nonce to check its response against. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { google, publicUrl } = context.get(pageContext)
  if (!google) return redirect('/login')
  const to = new URL(request.url).searchParams.get('redirect_to') ?? ''
  const { begun, setCookie } = startSignIn(to.slice(0, 1000), isSecure(context))
  const address = new URL(google.authorizeUrl)
  address.search = new URLSearchParams({
    client_id: google.clientId,
    redirect_uri: `${publicUrl}/login/google`,
    response_type: 'id_token',
    response_mode: 'form_post',
    scope: 'openid email profile',
    state: begun.state,
    nonce: begun.nonce,
    prompt: 'select_account',
  }).toString()
  return redirect(address.href, { headers: { 'Set-Cookie': setCookie } })
}

/**
 * Google's form, posted from Google's page: our cookies do not come with it. It is only kept, and judged by the page it
 * sends on to, with which they come.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const length = Number(request.headers.get('Content-Length') ?? Number.NaN)
  // NaN fails this comparison, so a missing length is refused too.
  if (!(length <= maxFormLength)) return new Response('This form is too large.', { status: 413 })
  const form = await request.formData().catch(() => new FormData())
  const cookie = toAnswerCookie(String(form.get('state') ?? ''), String(form.get('id_token') ?? ''), isSecure(context))
  return redirect('/login/google/finish', { status: 303, headers: cookie ? { 'Set-Cookie': cookie } : {} })
}
