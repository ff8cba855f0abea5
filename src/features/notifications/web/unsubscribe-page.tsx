import { data, Form } from 'react-router'
import { sharingContract } from '#features/sharing/contract.ts'
import { AppError } from '#kit/errors.ts'
import { buttonClass } from '#ui/button.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { notificationsContract } from '../contract.ts'
import type { Route } from './+types/unsubscribe-page.ts'
import { notificationErrorTexts } from './error-texts.ts'

export const handle = publicHandle

export const meta: Route.MetaFunction = () => [{ title: 'Emails · Earshot' }, { name: 'robots', content: 'noindex' }]

/** Loading changes nothing, because mail scanners follow links. */
export function loader({ request }: Route.LoaderArgs) {
  return readLink(new URL(request.url).searchParams)
}

/** `?token=` is of a digest, `?report=` of a report that is emailed. */
function readLink(params: URLSearchParams) {
  const report = params.get('report')
  return report === null
    ? { kind: 'listeners' as const, token: params.get('token') ?? '' }
    : { kind: 'report' as const, token: report }
}

/** Handles the button below and a mail program's one-click unsubscribe (RFC 8058). */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const link = readLink(new URL(request.url).searchParams)
  const { call } = context.get(pageContext)
  const input = { token: link.token, resume: form.get('resume') === 'yes' }
  try {
    const answer = await (link.kind === 'report'
      ? call(sharingContract.unsubscribeMailing, input)
      : call(notificationsContract.unsubscribe, input))
    return { ...answer, ...link, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data(
      { email_masked: '', subscribed: true, ...link, error: getErrorText(error.toBody(), notificationErrorTexts) },
      { status: error.status },
    )
  }
}

const texts = {
  listeners: {
    title: 'Digest emails',
    about:
      'Earshot sends your address up to one email a day with new and lost keywords from its listeners, and comments you haven’t read.',
    what: 'digest emails',
    rest: ' Keywords and runs stay in Earshot.',
  },
  report: {
    title: 'Report emails',
    about: 'Someone you work with has a report emailed to your address.',
    what: 'this report',
    rest: '',
  },
}

/** Unsubscribes one address, without signing in and without scripts. */
export default function UnsubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, kind } = actionData ?? loaderData
  const { title, about, what, rest } = texts[kind]
  const done = actionData && actionData.error === null
  const on = !done || actionData.subscribed
  const query = new URLSearchParams({ [kind === 'report' ? 'report' : 'token']: token })
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-120 content-center gap-5 px-6 py-10">
      <h1 className="title">{done ? (on ? 'Resubscribed' : 'Unsubscribed') : title}</h1>
      {actionData?.error && (
        <p role="alert" className="text-bad">
          {actionData.error}
        </p>
      )}
      <p className="text-ink-2">
        {done
          ? on
            ? `${actionData.email_masked} will get ${what} again.`
            : `${actionData.email_masked} won’t get ${what} anymore.${rest}`
          : about}
      </p>
      {(done || token !== '') && (
        <Form method="post" action={`/unsubscribe?${query}`} noValidate>
          {!on && <input type="hidden" name="resume" value="yes" />}
          <button type="submit" className={buttonClass(on ? 'solid' : 'outline')}>
            {on ? 'Unsubscribe' : 'Resubscribe'}
          </button>
        </Form>
      )}
    </main>
  )
}
