import { createParser } from 'eventsource-parser'
import { requestFor } from '../../src/kit/client.ts'
import type { Endpoint } from '../../src/kit/endpoint.ts'

export type ReadEvent = { event: string; data: Record<string, unknown>; at: number }

/** A client for Server-Sent Events (SSE). `next` resolves with the first event of a name, waiting for it; `all` when it ends. */
export async function openEvents(
  url: string,
  endpoint: Endpoint,
  input: unknown,
  token: string,
  send: typeof fetch = fetch,
) {
  const { path, body, headers } = requestFor(endpoint, input)
  const leaving = new AbortController()
  const response = await send(`${url}${path}`, {
    method: endpoint.method,
    body: body as BodyInit,
    headers: { ...headers, Authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const events: ReadEvent[] = []
  let wake = () => {}
  const parser = createParser({
    onEvent: ({ event, data }) => {
      events.push({ event: event ?? '', data: JSON.parse(data), at: performance.now() })
      wake()
    },
  })
  let over = false
  const all = (async () => {
    if (!isStream) return events
    try {
      for await (const text of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(text)
    } catch (error) {
      if (!leaving.signal.aborted) throw error
    } finally {
      over = true
      wake()
    }
    return events
  })()
  all.catch(() => undefined)
  return {
    status: response.status,
    refusal: isStream
      ? null
      : ((await response.json()) as { error: { code: string; message: string; field?: string } }).error,
    events,
    all,
    leave: () => leaving.abort(),
    text: () => events.map(({ event, data }) => (event === 'delta' ? data.text : '')).join(''),
    async next(name: string): Promise<ReadEvent> {
      for (;;) {
        const found = events.find(({ event }) => event === name)
        if (found) return found
        if (over) throw new Error(`The stream ended without ${name}: ${JSON.stringify(events.slice(-3))}`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
