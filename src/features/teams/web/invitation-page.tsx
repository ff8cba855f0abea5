import { data, redirect } from 'react-router'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { buttonClass } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDay } from '#ui/format/format.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { orNull } from '#web/calls/loader-calls.ts'
import { workspaceCookieFor } from '#web/layout/app-state.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle, Wordmark } from '#web/public-pages/public-frame.tsx'
import { PublicScript } from '#web/public-pages/public-script.tsx'
import { findUser, isSecure } from '#web/session/session.ts'
import { teamsContract } from '../contract.ts'
import { roleAbilities } from '../rules/invitation-text.ts'
import type { Route } from './+types/invitation-page.ts'
import { teamErrorTexts } from './error-texts.ts'
import { roleLabels } from './role-labels.ts'

export const handle = publicHandle
export const links = publicLinks

export const meta: Route.MetaFunction = () => [
  { title: 'Invitation · Earshot' },
  { name: 'robots', content: 'noindex' },
  // The address holds the invitation's token.
  { name: 'referrer', content: 'same-origin' },
]

const getToken = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

export async function loader(args: Route.LoaderArgs) {
  const token = getToken(args.request)
  const { call } = args.context.get(pageContext)
  const [user, found] = await Promise.all([findUser(args), orNull(call(teamsContract.invitation, { token }))])
  const shown = { token, email: user?.email ?? null, invitation: found?.invitation ?? null }
  return data(shown, { status: shown.invitation ? 200 : 404 })
}

export async function action({ request, context }: Route.ActionArgs) {
  try {
    const { call } = context.get(pageContext)
    const { workspace } = await call(teamsContract.accept, { token: getToken(request) })
    return redirect('/app', {
      status: 303,
      headers: { 'Set-Cookie': workspaceCookieFor(workspace._id, isSecure(context)) },
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ error: error.toBody() as ErrorBody }, { status: error.status })
  }
}

/** Where an invitation's link leads: what it is for, and one button. Works without scripts. */
export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email, invitation } = loaderData
  const here = `?redirect_to=${encodeURIComponent(`/invite?token=${token}`)}`
  return (
    <main className="flex min-h-dvh flex-col px-6 py-8 sm:px-12">
      <a href="/" className="w-fit no-underline">
        <Wordmark />
      </a>
      <div className="mx-auto my-auto w-full max-w-[400px] py-10">
        {invitation ? (
          <>
            <p className="flex items-center gap-2.5 text-ink-2 text-s">
              <span
                aria-hidden
                className="size-[18px] rounded-[5px]"
                style={{ background: invitation.workspace.color }}
              />
              You’re invited to
            </p>
            <h1 className="title mt-1.5 [overflow-wrap:anywhere]">{invitation.workspace.name}</h1>
            <p className="mt-3 text-ink-2 text-m [overflow-wrap:anywhere]">
              {invitation.invited_by ? `${invitation.invited_by} invited` : 'Its team invited'} {invitation.email} as{' '}
              {roleLabels[invitation.role].toLowerCase()}: to {roleAbilities[invitation.role]}. The invitation expires
              on {formatDay(invitation.expires_at)}.
            </p>
            {actionData?.error && (
              <ErrorNote className="mt-5">
                <span className="whitespace-pre-line">{getErrorText(actionData.error, teamErrorTexts)}</span>
              </ErrorNote>
            )}
            <Onward email={email} invited={invitation.email} here={here} />
          </>
        ) : (
          <>
            <h1 className="title">This invitation is no longer valid</h1>
            <p className="mt-3 text-ink-2 text-m">
              It was used, withdrawn or has expired. Ask for a new one. If you already accepted it, sign in.
            </p>
            <p className="mt-6">
              <a href="/app" className={buttonClass('outline')}>
                {email ? 'Open workspace' : 'Sign in'}
              </a>
            </p>
          </>
        )}
      </div>
      <PublicScript />
    </main>
  )
}

/** The next step, depending on which account is signed in. */
function Onward({ email, invited, here }: { email: string | null; invited: string; here: string }) {
  if (email === invited)
    return (
      <form method="post" className="mt-7">
        <button type="submit" className={buttonClass('solid', 'm', 'h-10 w-full')} data-busy="Joining…">
          Join workspace
        </button>
      </form>
    )
  if (email)
    return (
      <div className="mt-7 grid gap-3">
        <p className="text-s [overflow-wrap:anywhere]">
          You’re signed in as {email}, but the invitation is for {invited}. Sign out and open the link again.
        </p>
        <form method="post" action="/logout">
          <button type="submit" className={buttonClass('outline', 'm', 'h-10 w-full')}>
            Sign out
          </button>
        </form>
      </div>
    )
  return (
    <div className="mt-7 grid gap-3">
      <a href={`/login${here}`} className={buttonClass('solid', 'm', 'h-10 w-full')}>
        Sign in to accept
      </a>
      <a href={`/signup${here}`} className={buttonClass('outline', 'm', 'h-10 w-full')}>
        <span className="min-w-0 whitespace-normal text-center leading-tight [overflow-wrap:anywhere]">
          Create account with {invited}
        </span>
      </a>
    </div>
  )
}
