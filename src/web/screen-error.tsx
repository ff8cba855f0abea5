import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ScreenHead } from './screen-header.tsx'

type Told = { title: string; message: string; retryable: boolean }

/** For a screen inside the shell: the rail stays, and what happened stands where the screen would. */
export function ScreenError() {
  const { title, message, retryable } = tell(useRouteError())
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <ScreenHead title={title} />
      <p role="alert" className="max-w-160 text-m text-ink-2">
        {message}
      </p>
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

function tell(error: unknown): Told {
  if (!isRouteErrorResponse(error))
    return {
      title: 'Something went wrong',
      message: 'This is our fault, and the error was logged. Try again. Your saved work isn’t affected.',
      retryable: true,
    }
  const body = error.data as { message?: string; retryable?: boolean; field?: string } | string | null
  const message = typeof body === 'string' ? body : body?.message
  if (error.status === 400 && typeof body === 'object' && ['id', '_id', 'a', 'b'].includes(body?.field ?? ''))
    return {
      title: 'Page not found',
      message: 'There’s no report at this URL. It may be incomplete.',
      retryable: false,
    }
  if (error.status === 404)
    return { title: 'Page not found', message: message || 'This page doesn’t exist.', retryable: false }
  if (error.status === 403)
    return {
      title: 'No access',
      message: message || 'Your role in this workspace doesn’t allow this.',
      retryable: false,
    }
  if (error.status >= 500 || (typeof body === 'object' && body?.retryable))
    return {
      title: 'The server couldn’t load this page',
      message: message || 'Something isn’t working on our side. Try again in a moment.',
      retryable: true,
    }
  return { title: 'This page couldn’t be loaded', message: message || 'Check the URL and try again.', retryable: false }
}
