import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { authContract } from '../../contract.ts'
import type { Route } from './+types/setup-page.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { getSignInExample, readForm, redirectSignedIn, toFormError } from './sign-in.ts'
import { NewAccountFields } from './signup-fields.tsx'

export const handle = publicHandle
export const links = publicLinks

export const meta: Route.MetaFunction = () => [
  { title: 'Set up · Earshot' },
  { name: 'robots', content: 'noindex' },
  // The address holds the one-time link.
  { name: 'referrer', content: 'same-origin' },
]

export function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { token, example: getSignInExample('what') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await readForm(request, ['token', 'email', 'password', 'first_name'])
  try {
    const { token } = await context.get(pageContext).call(authContract.setup, fields)
    return redirectSignedIn(context, token, '/app/admin/health?welcome')
  } catch (error) {
    return toFormError(error, fields)
  }
}

export default function SetupPage({ loaderData, actionData }: Route.ComponentProps) {
  const error = actionData?.error
  return (
    <CredentialsForm
      title="Set up Earshot"
      intro="This account owns the server. It has full access and can invite others."
      error={error?.field === 'token' ? { ...error, field: undefined } : error}
      submit="Create owner account"
      busy="Creating…"
      example={loaderData.example}
    >
      <input type="hidden" name="token" value={loaderData.token} />
      <NewAccountFields error={error} values={actionData?.values} />
    </CredentialsForm>
  )
}
