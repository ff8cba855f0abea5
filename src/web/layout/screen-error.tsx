import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { Button } from '#ui/button.tsx'
import { StaffDetails } from '../calls/call-error.tsx'
import { getErrorText } from '../calls/error-texts.ts'
import type { LoaderError } from '../calls/loader-calls.ts'
import { ScreenHead } from './screen-header.tsx'

/** For a screen inside the app: the sidebar stays, and the error shows where the screen would. */
export function ScreenError() {
  const thrown = useRouteError()
  const { title, text, retryable } = getScreenText(thrown)
  const error = isRouteErrorResponse(thrown) ? readLoaderError(thrown.data) : null
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <ScreenHead title={title} />
      <p role="alert" className="max-w-160 text-m text-ink-2">
        {text}
      </p>
      {error && <StaffDetails error={error} />}
      <p className="mt-5 flex flex-wrap gap-2">
        {retryable && (
          <Button variant="solid" busy={state === 'loading'} onClick={() => void revalidate()}>
            Try again
          </Button>
        )}
        <Button href="/app/reports">View reports</Button>
        <Button href="/app">Home</Button>
      </p>
    </>
  )
}

/** An error of the API as a loader passed it on. */
function readLoaderError(body: unknown): LoaderError | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null
  const error = body as LoaderError
  return { ...error, text: error.text ?? getErrorText(error) }
}

function getScreenText(thrown: unknown): { title: string; text: string; retryable: boolean } {
  if (!isRouteErrorResponse(thrown))
    return {
      title: 'Something went wrong',
      text: 'This is our fault, and the error was logged. Try again. Your saved work isn’t affected.',
      retryable: true,
    }
  const { status, data: body } = thrown
  const error = readLoaderError(body)
  // Loaders that throw a text of their own write it for people.
  const text = error?.text || (typeof body === 'string' ? body : (body as { message?: string } | null)?.message)
  if (status === 400 && ['id', '_id', 'a', 'b'].includes(error?.field ?? ''))
    return {
      title: 'Page not found',
      text: 'There’s no report at this URL. It may be incomplete.',
      retryable: false,
    }
  if (status === 404) return { title: 'Page not found', text: text || 'This page doesn’t exist.', retryable: false }
  if (status === 403)
    return { title: 'No access', text: text || 'Your role in this workspace doesn’t allow this.', retryable: false }
  if (status >= 500 || error?.retryable)
    return {
      title: 'The server couldn’t load this page',
      text: text || 'Something isn’t working on our side. Try again in a moment.',
      retryable: true,
    }
  return { title: 'This page couldn’t be loaded', text: text || 'Check the URL and try again.', retryable: false }
}
