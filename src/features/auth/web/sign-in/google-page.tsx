import { data, redirect } from 'react-router'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { findUser, isSecure, safeRedirect, sessionCookie } from '#web/session/session.ts'
import { getAffiliate } from '#web/tracking/affiliate.ts'
import { authContract } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import { OtpField } from '../security/otp-field.tsx'
import type { Route } from './+types/google-page.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { mailedMeta } from './email-link-page.ts'
import { clearCookies, readAnswer } from './google-cookies.ts'
import { readForm } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks
export const meta: Route.MetaFunction = () => mailedMeta('Sign in with Google')

/** `tie`: the email of a user who is signed in and can link a Google account now. */
type Outcome = { error: ErrorBody | null; to: string; tie: string | null }

const tieAddress = '/login/google/finish?tie=1'

/** Checks Google's response against the sign-in this browser started (state and nonce), then creates the session. */
export async function loader(args: Route.LoaderArgs) {
  return finish(args, undefined)
}

export async function action(args: Route.ActionArgs) {
  const { otp } = await readForm(args.request, ['otp'])
  return finish(args, otp)
}

async function finish(args: Route.LoaderArgs, otp: string | undefined) {
  const { request, context } = args
  const secure = isSecure(context)
  const answer = readAnswer(request, secure)
  if (!answer) {
    const user = await findUser(args)
    if (user && new URL(request.url).searchParams.has('tie')) {
      const outcome: Outcome = { error: null, to: '', tie: user.email }
      return data(outcome, { status: 200, headers: new Headers() })
    }
    // The user returned to this page after signing in here.
    if (user) throw redirect('/app')
    return refusal(notBegunHere(), '', [])
  }
  const { credential, begun } = answer
  try {
    const { token } = await context.get(pageContext).call(authContract.google, {
      credential,
      nonce: begun.nonce,
      aff: getAffiliate(request),
      otp,
    })
    const headers = withCookies([sessionCookie(token, { secure }), ...clearCookies(secure)])
    throw redirect(safeRedirect(begun.to), { status: 303, headers })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const again = error.code === 'otp_required' || error.options.field === 'otp'
    return refusal(error, begun.to, again ? [] : clearCookies(secure))
  }
}

const notBegunHere = () =>
  new AppError('invalid_credentials', 'The Google sign-in wasn’t started in this browser, or it took too long.', {
    reason: 'google_other_browser',
  })

function refusal(error: AppError, to: string, cookies: string[]) {
  const outcome: Outcome = { error: error.toBody(), to, tie: null }
  return data(outcome, { status: error.status, headers: withCookies(cookies) })
}

function withCookies(cookies: string[]) {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return headers
}

export default function GooglePage({ loaderData, actionData }: Route.ComponentProps) {
  const { error, to, tie } = actionData ?? loaderData
  if (!error)
    return (
      <CredentialsForm
        title="Signed in"
        intro={`You’re signed in as ${tie}. Continue with Google to link it, and use it to sign in from now on.`}
        footer={<a href="/app">Not now</a>}
      >
        <Button href="/login/google" className="h-10">
          Continue with Google
        </Button>
      </CredentialsForm>
    )
  const needsOtp = error.code === 'otp_required' || error.field === 'otp'
  const onward = to ? `?redirect_to=${encodeURIComponent(to)}` : ''
  if (needsOtp)
    return (
      <CredentialsForm
        title="One more step"
        intro="Two-factor sign-in is on. Enter a code to continue."
        submit="Sign in"
        busy="Signing in…"
        footer={<a href={`/login/google${onward}`}>Start again</a>}
      >
        <OtpField error={error} autoFocus />
      </CredentialsForm>
    )
  // Not straight to Google: a browser lets no form that was posted to us be sent on to another site.
  const first = error.code === 'conflict' ? `?redirect_to=${encodeURIComponent(tieAddress)}` : onward
  return (
    <CredentialsForm
      title="Not signed in"
      footer={
        <>
          <a href={`/login${first}`}>Sign in with a password</a> · <a href="/login/code">Email me a code</a>
        </>
      }
    >
      <ErrorNote>{getErrorText(error, authErrorTexts)}</ErrorNote>
      <Button href={`/login/google${onward}`} className="h-10">
        Continue with Google again
      </Button>
    </CredentialsForm>
  )
}
