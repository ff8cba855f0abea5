import { redirect } from 'react-router'
import { pageContext } from '#web/page-context.ts'
import { publicLinks } from '#web/public-fonts.ts'
import { publicHandle } from '#web/public-frame.tsx'
import { authContract } from '../contract.ts'
import type { Route } from './+types/verify-page.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { mailedMeta, tokenOf } from './mailed-frame.ts'
import { refused } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks
export const meta: Route.MetaFunction = () => mailedMeta('Confirm your email')

export async function action({ request, context }: Route.ActionArgs) {
  try {
    await context.get(pageContext).call(authContract.verifyToken, { token: tokenOf(request), purpose: 'email' })
    return redirect('/app', 303)
  } catch (error) {
    return refused(error, {})
  }
}

/** A button, not the link itself: mail scanners follow links. */
export default function VerifyPage({ actionData }: Route.ComponentProps) {
  const error = actionData?.error
  return (
    <CredentialsForm
      title="Confirm your email"
      intro="One press, and it counts as yours."
      error={error && { ...error, field: undefined }}
      submit="Confirm"
      busy="Confirming…"
    >
      {null}
    </CredentialsForm>
  )
}
