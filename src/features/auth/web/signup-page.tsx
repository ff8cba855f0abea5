import { redirect } from 'react-router'
import { affiliateOf } from '#web/affiliate.ts'
import { pageContext } from '#web/page-context.ts'
import { publicLinks } from '#web/public-fonts.ts'
import { publicHandle } from '#web/public-frame.tsx'
import { publicMeta } from '#web/public-meta.ts'
import { findUser, safeRedirect } from '#web/session.ts'
import { authContract } from '../contract.ts'
import type { Route } from './+types/signup-page.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { NewAccountFields } from './new-account-fields.tsx'
import { formFields, refused, signedIn, signInPicture } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'Make an account · Earshot',
    description: 'Make an Earshot account and start your first report.',
    publicUrl: (loaderData as { publicUrl?: string } | undefined)?.publicUrl ?? '',
    path: '/signup',
  })

export async function loader(args: Route.LoaderArgs) {
  const to = new URL(args.request.url).searchParams.get('redirect_to')
  if (await findUser(args)) throw redirect(safeRedirect(to))
  const { publicUrl, google } = args.context.get(pageContext)
  return { redirectTo: to, publicUrl, google: google !== null, picture: await signInPicture(args.context, 'how') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await formFields(request, ['email', 'password', 'first_name', 'redirect_to'])
  const { email, password, first_name } = fields
  try {
    const { call } = context.get(pageContext)
    const { token } = await call(authContract.signup, { email, password, first_name, aff: affiliateOf(request) })
    return signedIn(context, token, fields.redirect_to || new URL(request.url).searchParams.get('redirect_to'))
  } catch (error) {
    return refused(error, fields)
  }
}

export default function SignupPage({ loaderData, actionData }: Route.ComponentProps) {
  const { redirectTo, google, picture } = loaderData
  const onward = redirectTo ? `?redirect_to=${encodeURIComponent(redirectTo)}` : ''
  return (
    <CredentialsForm
      title="Make an account"
      intro="No card, and no mail to wait for: you start at once."
      error={actionData?.error}
      submit="Make my account"
      busy="Making it…"
      picture={picture}
      other={google && <GoogleButton onward={onward} />}
      footer={
        <>
          Have one already? <a href={`/login${onward}`}>Sign in</a>
        </>
      }
    >
      {redirectTo && <input type="hidden" name="redirect_to" value={redirectTo} />}
      <NewAccountFields error={actionData?.error} kept={actionData?.kept} />
    </CredentialsForm>
  )
}
