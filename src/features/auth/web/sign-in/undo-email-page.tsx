import { data } from 'react-router'
import { Button } from '#ui/button.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { authContract } from '../../contract.ts'
import { describeRevokedAccess } from '../../rules/access-reset-text.ts'
import type { Route } from './+types/undo-email-page.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { getToken, mailedMeta } from './email-link-page.ts'
import { toFormError } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks
export const meta: Route.MetaFunction = () => mailedMeta('Keep your email')

export async function action({ request, context }: Route.ActionArgs) {
  try {
    const given = { token: getToken(request), purpose: 'email_undo' as const }
    const { email, access_reset } = await context.get(pageContext).call(authContract.verifyToken, given)
    return data({ error: null, values: {}, email, reset: access_reset })
  } catch (error) {
    return toFormError(error, {})
  }
}

/** Where the former address undoes a change of email. A button, not the link itself: mail scanners follow links. */
export default function UndoEmailPage({ actionData }: Route.ComponentProps) {
  if (actionData && 'reset' in actionData && actionData.reset)
    return (
      <CredentialsForm
        title="Your email was kept"
        intro={`Your account uses ${actionData.email}. We removed ${describeRevokedAccess(actionData.reset)}. Check your API keys: those created before the change still work.`}
        footer={<a href="/login/code">Email me a code</a>}
      >
        <Button href="/forgot" variant="solid" className="h-10">
          Set a new password
        </Button>
      </CredentialsForm>
    )
  const error = actionData?.error
  return (
    <CredentialsForm
      title="Keep your email"
      intro="This undoes the change of email on your account. Every session is signed out and the password is removed, because the person who asked for the change used them."
      error={error && { ...error, field: undefined }}
      submit="Undo email change"
      busy="Undoing…"
      footer={<a href="/login">Back to sign in</a>}
    >
      {null}
    </CredentialsForm>
  )
}
