import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { Endpoint } from '#kit/endpoint.ts'
import type { Log } from '../log.ts'
import type { SendEvent, Streams } from '../server-sent-events.ts'
import type { Env } from './context.ts'
import { asAppError } from './errors.ts'
import type { Route } from './route.ts'

/** Calls the handler and answers with what it returns: JSON, a file or an event stream. */
export function respond(
  { endpoint, handle }: Route,
  settings: { streams: Streams; log: Log; checkOutputs: boolean },
): (c: Context<Env>) => Promise<Response> {
  return async (c) => {
    const call = c.get('call')
    if (endpoint.kind === 'events' && call.actor) settings.streams.refuseTooMany(call.actor.userId)
    const result = await handle(call, c.get('input') as never, c.get('found') as never)
    if (endpoint.kind === 'file') {
      const response = result as Response
      response.headers.set('X-Request-Id', call.requestId)
      return response
    }
    if (endpoint.kind === 'events') {
      const produce = result as (send: SendEvent, signal: AbortSignal) => Promise<void>
      return settings.streams.open(produce, {
        onError: (error) => asAppError(error, settings.log, call.requestId),
        owner: call.actor?.userId,
        headers: { 'X-Request-Id': call.requestId },
        outgoing: c.get('isRecorded') ? undefined : (c.env?.outgoing as ServerResponse | undefined),
      })
    }
    return c.json(toSuccess(endpoint, result, settings), endpoint.successStatus)
  }
}

/** The body of a JSON answer. `checkOutputs`: check our own answers against their schemas, in tests and development. */
export function toSuccess(endpoint: Endpoint, output: unknown, { checkOutputs }: { checkOutputs: boolean }) {
  if (checkOutputs) {
    const checked = endpoint.output.safeParse(output)
    if (!checked.success)
      throw new Error(
        `${endpoint.path} doesn’t match its contract: ${JSON.stringify(checked.error.issues.slice(0, 3))}`,
      )
  }
  return { success: true, ...(output as object) }
}
