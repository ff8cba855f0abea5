import { createParser } from 'eventsource-parser'
import { readAnswer, requestFor } from '#kit/client.ts'
import type { Endpoint, EventOf } from '#kit/endpoint.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { apiUrl } from '#web/calls/api.ts'
import { withSession } from '#web/session/session-recovery.ts'
import { recordDone, recordFailed } from '#web/tracking/track-actions.ts'

/**
 * Calls an endpoint that returns Server-Sent Events and passes on each event. Resolves when the stream ends.
 * Aborting the signal closes the connection, which stops the work on the server.
 * @throws AppError the server's error, or `unavailable` if it can't be reached or the connection breaks; fetch's own
 * error
 * after an abort
 */
export async function readEvents<E extends Endpoint>(
  endpoint: E,
  input: unknown,
  onEvent: (event: EventOf<E>) => void,
  signal: AbortSignal,
): Promise<void> {
  let failure: AppError | null = null
  try {
    const handleEvent = (event: EventOf<E>) => {
      const { event: name, data } = event as { event: string; data: unknown }
      if (name === 'error') failure = AppError.fromBody(data as ErrorBody)
      onEvent(event)
    }
    await withSession(() => read(endpoint, input, handleEvent, signal), signal)
    if (failure) recordFailed(endpoint.path, failure)
    else recordDone(endpoint.path, input)
  } catch (error) {
    if (!signal.aborted) recordFailed(endpoint.path, error)
    throw error
  }
}

async function read<E extends Endpoint>(
  endpoint: E,
  input: unknown,
  onEvent: (event: EventOf<E>) => void,
  signal: AbortSignal,
): Promise<void> {
  const { path, body, headers } = requestFor(endpoint, input)
  const toConnectionError = (cause: unknown, message: string, reason: string) => {
    if (signal.aborted) throw cause
    return new AppError('unavailable', message, { reason, cause })
  }
  let response: Response
  try {
    response = await fetch(apiUrl(path), {
      method: endpoint.method,
      body,
      headers: { ...headers, Accept: 'text/event-stream' },
      signal,
      credentials: 'same-origin',
    })
  } catch (cause) {
    throw toConnectionError(
      cause,
      'The server couldn’t be reached. Check your connection and try again.',
      'server_unreachable',
    )
  }
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await readAnswer(response)
    throw new AppError('internal', 'The server sent an unexpected response. Try again.', {
      reason: 'unexpected_response',
    })
  }
  const parser = createParser({
    onEvent: ({ event, data }) => onEvent({ event, data: JSON.parse(data) } as EventOf<E>),
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      parser.feed(value)
    }
  } catch (cause) {
    throw toConnectionError(cause, 'The connection was lost. The text so far was saved.', 'connection_lost')
  }
}
