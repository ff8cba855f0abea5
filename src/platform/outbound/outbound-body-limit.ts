import type { Response as UndiciResponse } from 'undici'
import { OutboundError } from './outbound-error.ts'

/** What bounds one request, from its start to the last byte of its body. */
export type Limits = {
  /** The host asked at present. */
  host: string
  maxBytes: number | undefined
  signal: AbortSignal
  abort(error: OutboundError): void
  explain(error: unknown): OutboundError
  stop(): void
}

const bodiless = new Set([101, 103, 204, 205, 304])

/** The response as the platform's own class, its body counted, its failures as OutboundErrors. */
export function guardBody(response: UndiciResponse, url: URL, limits: Limits): Response {
  const { status, statusText, headers } = response
  const announced = headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0)
  if (response.body && limits.maxBytes !== undefined && announced > limits.maxBytes) throw refuse(limits)
  const body = response.body && !bodiless.has(status) ? guarded(response.body, limits) : null
  if (!body) limits.stop()
  // Some hosts answer with numbers outside HTTP's (999), which the class refuses to be made with.
  const proper = status >= 200 && status <= 599
  const made = new Response(body, { status: proper ? status : 200, statusText, headers: [...headers] })
  Object.defineProperty(made, 'url', { value: url.href })
  if (!proper) Object.defineProperties(made, { status: { value: status }, ok: { value: false } })
  return made
}

function refuse(limits: Limits) {
  const error = tooLarge(limits.host, limits.maxBytes!)
  limits.abort(error)
  return error
}

function guarded(body: NonNullable<UndiciResponse['body']>, limits: Limits): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let received = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            limits.stop()
            return controller.close()
          }
          received += value.byteLength
          if (limits.maxBytes !== undefined && received > limits.maxBytes) throw refuse(limits)
          controller.enqueue(value)
        } catch (error) {
          limits.stop()
          controller.error(limits.explain(error))
        }
      },
      async cancel(reason) {
        limits.stop()
        await reader.cancel(reason)
      },
    },
    // Backpressure: reads nothing before the consumer pulls.
    { highWaterMark: 0 },
  )
}

function tooLarge(host: string, maxBytes: number) {
  const limit =
    maxBytes >= 1e6 ? `${maxBytes / 1e6} MB` : maxBytes >= 1e3 ? `${maxBytes / 1e3} kB` : `${maxBytes} bytes`
  return new OutboundError('too_large', host, `returned more than ${limit}`)
}

/**
 * A body's bytes. With `truncate` what is over `maxBytes` is left unread, else it is an error.
 * @throws OutboundError `too_large`
 */
export async function readBytes(
  response: Response,
  maxBytes: number,
  { truncate = false }: { truncate?: boolean } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop early cancels the body.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.byteLength
    if (length <= maxBytes) continue
    if (!truncate) throw tooLarge(URL.parse(response.url)?.hostname ?? 'The host', maxBytes)
    break
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, maxBytes))
}

/** A body as UTF-8 text. @throws OutboundError `too_large` */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, maxBytes))
}
