import type { z } from 'zod'
import type { Endpoint, InputOf, OutputOf } from './endpoint.ts'
import { AppError, type ErrorBody } from './errors.ts'

export type CallOptions = { signal?: AbortSignal; idempotencyKey?: string; headers?: Record<string, string> }
export type Call = <E extends Endpoint<z.ZodType, z.ZodType, 'json'>>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
) => Promise<OutputOf<E>>

/**
 * The typed client: `call(reportsContract.find, {workspace_id})`.
 * @throws AppError as the server answered it, or `unavailable` when the server was not reached.
 */
export function createClient(settings: {
  baseUrl: string
  fetch?: typeof fetch
  headers?: () => Record<string, string>
}): Call {
  const send = settings.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  return async (endpoint, input, options = {}) => {
    const request = requestFor(endpoint, input)
    const headers = { ...request.headers, ...settings.headers?.(), ...options.headers }
    if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
    let response: Response
    try {
      response = await send(settings.baseUrl + request.path, {
        method: endpoint.method,
        body: request.body,
        headers,
        signal: options.signal,
        credentials: settings.baseUrl === '' ? 'same-origin' : 'include',
      })
    } catch (cause) {
      if (options.signal?.aborted) throw cause
      throw new AppError('unavailable', 'Couldn’t reach the server. Check your connection and try again.', {
        reason: 'server_unreachable',
        cause,
      })
    }
    return readAnswer(response) as Promise<never>
  }
}

/** The JSON of an answer without `success`, or the AppError it carries. */
export async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  let body: unknown
  try {
    body = await response.json()
  } catch (cause) {
    throw new AppError('internal', `The server returned ${response.status} without valid JSON.`, {
      reason: 'unreadable_response',
      cause,
    })
  }
  const { success, ...answer } = body as { success?: boolean } & Record<string, unknown>
  if (success !== true) {
    const error = answer.error as ErrorBody | undefined
    throw error
      ? AppError.fromBody(error, retryAfter)
      : new AppError('internal', `The server returned ${response.status}.`, { reason: 'unreadable_response' })
  }
  return answer
}

/** Path, body and headers of a call: path parameters filled, a GET's other fields in the query string. */
export function requestFor(endpoint: Endpoint, input: unknown) {
  const fields = { ...(input as Record<string, unknown>) }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return encodeURIComponent(String(value))
  })
  if (endpoint.method === 'GET') {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
    const tail = query.size ? `?${query}` : ''
    return { path: path + tail, body: undefined, headers: {} as Record<string, string> }
  }
  if (endpoint.body === 'multipart') {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
    }
    return { path, body: form, headers: {} as Record<string, string> }
  }
  return {
    path,
    body: endpoint.body === 'raw' ? String(fields.raw) : JSON.stringify(fields),
    headers: { 'Content-Type': 'application/json' } as Record<string, string>,
  }
}
