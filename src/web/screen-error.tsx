import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ScreenHead } from './screen-head.tsx'

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
        <Button href="/app/reports">All reports</Button>
        <Button href="/app">Overview</Button>
      </p>
    </>
  )
}

function tell(error: unknown): Told {
  if (!isRouteErrorResponse(error))
    return {
      title: 'This screen broke',
      message: 'It is our fault and has been logged. Trying again often helps; nothing you made is lost.',
      retryable: true,
    }
  const body = error.data as { message?: string; retryable?: boolean; field?: string } | string | null
  const message = typeof body === 'string' ? body : body?.message
  if (error.status === 400 && typeof body === 'object' && ['id', '_id', 'a', 'b'].includes(body?.field ?? ''))
    return { title: 'Not here', message: 'This address names no report. It may have been cut off.', retryable: false }
  if (error.status === 404)
    return { title: 'Not here', message: message || 'There is nothing at this address.', retryable: false }
  if (error.status === 403)
    return { title: 'Not for you', message: message || 'Your role does not open this.', retryable: false }
  if (error.status >= 500 || (typeof body === 'object' && body?.retryable))
    return {
      title: 'The server did not manage',
      message: message || 'Something behind this screen is not working. Try again in a moment.',
      retryable: true,
    }
  return { title: 'That did not work', message: message || 'Check the address and try again.', retryable: false }
}
