import { data, redirect } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { findUser } from '#web/session/session.ts'
import { type AccessReset, authContract } from '../../contract.ts'
import { describeRevokedAccess } from '../../rules/access-reset-text.ts'
import type { Route } from './+types/verify-page.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { getToken, mailedMeta } from './email-link-page.ts'
import { toFormError } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks
export const meta: Route.MetaFunction = () => mailedMeta('Confirm your email')

/** The visitor's session: only the account itself can confirm a change of its email. */
async function openedBy(args: Route.LoaderArgs) {
  const url = new URL(args.request.url)
  const user = await findUser(args)
  const changes = url.searchParams.has('change')
  const back = `/verify?token=${encodeURIComponent(getToken(args.request))}&change=1`
  return { email: user?.email ?? null, mayConfirm: !changes || Boolean(user?.pending_email), changes, back }
}

export const loader = (args: Route.LoaderArgs) => openedBy(args)

export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  try {
    if (!(await openedBy(args)).mayConfirm)
      throw new AppError(
        'unauthenticated',
        'Sign in to the account that asked for this change, then open the link again.',
        { reason: 'sign_in_to_confirm' },
      )
    const given = { token: getToken(request), purpose: 'email' as const }
    const { access_reset: reset } = await context.get(pageContext).call(authContract.verifyToken, given)
    if (!reset || (await findUser(args))) return redirect('/app', 303)
    return data({ error: null, values: {}, reset: reset as AccessReset | undefined })
  } catch (error) {
    return toFormError(error, {})
  }
}

/** A button, not the link itself: mail scanners follow links. */
export default function VerifyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, mayConfirm, changes, back } = loaderData
  const reset = actionData && 'reset' in actionData ? actionData.reset : undefined
  if (reset) return <Confirmed reset={reset} />
  if (!mayConfirm) return <SignInFirst email={email} back={back} />
  const error = actionData?.error
  return (
    <CredentialsForm
      title={changes ? 'Confirm your new email' : 'Confirm your email'}
      intro={changes ? `Your account changes from ${email} to the address this link was sent to.` : undefined}
      error={error && { ...error, field: undefined }}
      submit="Confirm email"
      busy="Confirming…"
    >
      {null}
    </CredentialsForm>
  )
}

function Confirmed({ reset }: { reset: AccessReset }) {
  return (
    <CredentialsForm
      title="Email confirmed"
      intro={`The account was created in another session. To keep it yours, we removed ${describeRevokedAccess(reset)}. Your reports and workspaces are unchanged.`}
      footer={<a href="/forgot">Set a password</a>}
    >
      <Button href="/login/code" variant="solid" className="h-10">
        Email me a code
      </Button>
    </CredentialsForm>
  )
}

function SignInFirst({ email, back }: { email: string | null; back: string }) {
  return (
    <CredentialsForm
      title="Confirm your new email"
      intro={
        email
          ? `You’re signed in as ${email}, which isn’t waiting for a new email. Sign out, then open the link again.`
          : 'Sign in with your current email to confirm the new one. If you didn’t ask for this change, close this page.'
      }
    >
      <Button href={email ? '/app' : `/login?redirect_to=${encodeURIComponent(back)}`} variant="solid" className="h-10">
        {email ? 'Open Earshot' : 'Sign in'}
      </Button>
    </CredentialsForm>
  )
}
