import { data, Form } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { buttonClass } from '#ui/button.tsx'
import { getErrorText } from '#web/error-texts.ts'
import { pageContext } from '#web/page-context.ts'
import { notificationsContract } from '../contract.ts'
import type { Route } from './+types/unsubscribe-page.ts'
import { notificationErrorTexts } from './error-texts.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Listener emails · Earshot' },
  { name: 'robots', content: 'noindex' },
]

/** Loading changes nothing, because mail scanners follow links. */
export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

/** Handles the button below and a mail program's one-click unsubscribe (RFC 8058). */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const token = String(form.get('token') ?? new URL(request.url).searchParams.get('token') ?? '')
  try {
    const answer = await context
      .get(pageContext)
      .call(notificationsContract.unsubscribe, { token, resume: form.get('resume') === 'yes' })
    return { ...answer, token, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data(
      { email_masked: '', subscribed: true, token, error: getErrorText(error.toBody(), notificationErrorTexts) },
      { status: error.status },
    )
  }
}

/** Unsubscribes one address from digests, without signing in and without scripts. */
export default function UnsubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = actionData ?? loaderData
  const done = actionData && actionData.error === null
  const on = !done || actionData.subscribed
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-120 content-center gap-5 px-6 py-10">
      <h1 className="title">{done ? (on ? 'Resubscribed' : 'Unsubscribed') : 'Listener emails'}</h1>
      {actionData?.error && (
        <p role="alert" className="text-bad">
          {actionData.error}
        </p>
      )}
      <p className="text-ink-2">
        {done
          ? on
            ? `${actionData.email_masked} will get listener emails again.`
            : `${actionData.email_masked} won’t get listener emails anymore. Keywords and runs stay in Earshot.`
          : 'Earshot sends your address up to one email a day with new and lost keywords from its listeners.'}
      </p>
      {(done || token !== '') && (
        <Form method="post" action="/unsubscribe" noValidate>
          <input type="hidden" name="token" value={token} />
          {!on && <input type="hidden" name="resume" value="yes" />}
          <button type="submit" className={buttonClass(on ? 'solid' : 'outline')}>
            {on ? 'Unsubscribe' : 'Resubscribe'}
          </button>
        </Form>
      )}
    </main>
  )
}
