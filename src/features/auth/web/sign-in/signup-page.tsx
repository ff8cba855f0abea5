import { redirect } from 'react-router'
import { teamsContract } from '#features/teams/contract.ts'
import type { Call } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { publicMeta } from '#web/public-pages/public-meta.ts'
import { findUser, safeRedirect } from '#web/session/session.ts'
import { getAffiliate } from '#web/tracking/affiliate.ts'
import { authContract } from '../../contract.ts'
import type { Route } from './+types/signup-page.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { getSignInExample, readForm, redirectSignedIn, toFormError } from './sign-in.ts'
import { NewAccountFields } from './signup-fields.tsx'

export const handle = publicHandle
export const links = publicLinks

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'Create account · Earshot',
    description: 'Create an Earshot account and run your first report.',
    publicUrl: (loaderData as { publicUrl?: string } | undefined)?.publicUrl ?? '',
    path: '/signup',
  })

export async function loader(args: Route.LoaderArgs) {
  const to = new URL(args.request.url).searchParams.get('redirect_to')
  if (await findUser(args)) throw redirect(safeRedirect(to))
  const { publicUrl, google, call } = args.context.get(pageContext)
  const email = await invitedEmail(call, to)
  return {
    redirectTo: to,
    email,
    publicUrl,
    google: google !== null,
    example: getSignInExample('how'),
  }
}

/** The address an invitation is for, where the visitor comes from one. */
async function invitedEmail(call: Call, to: string | null) {
  const url = new URL(safeRedirect(to), 'http://ours.invalid')
  const token = url.pathname === '/invite' && url.searchParams.get('token')
  if (!token) return undefined
  const found = await call(teamsContract.invitation, { token }).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  return found?.invitation.email
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await readForm(request, ['email', 'password', 'first_name', 'redirect_to'])
  const { email, password, first_name } = fields
  try {
    const { call } = context.get(pageContext)
    const { token } = await call(authContract.signup, { email, password, first_name, aff: getAffiliate(request) })
    return redirectSignedIn(context, token, fields.redirect_to || new URL(request.url).searchParams.get('redirect_to'))
  } catch (error) {
    return toFormError(error, fields)
  }
}

export default function SignupPage({ loaderData, actionData }: Route.ComponentProps) {
  const { redirectTo, email, google, example } = loaderData
  const onward = redirectTo ? `?redirect_to=${encodeURIComponent(redirectTo)}` : ''
  return (
    <CredentialsForm
      title="Create account"
      intro="No credit card required."
      error={actionData?.error}
      submit="Create account"
      busy="Creating…"
      example={example}
      other={google && <GoogleButton onward={onward} />}
      footer={
        <>
          Already have an account? <a href={`/login${onward}`}>Sign in</a>
        </>
      }
    >
      {redirectTo && <input type="hidden" name="redirect_to" value={redirectTo} />}
      <NewAccountFields error={actionData?.error} values={actionData?.values ?? { email }} />
    </CredentialsForm>
  )
}
