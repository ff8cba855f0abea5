import { AppError } from '#kit/errors.ts'
import type { Metrics } from './metrics.ts'

/** Sends one event; resolves when the reader has room again. Rejects once the reader is gone. */
export type SendEvent = (event: string, data: unknown) => Promise<void>

export type Streams = {
  /** Before anything is taken for a stream. @throws AppError rate_limited when this person has as many open as they may */
  refuseTooMany(owner: string): void
  /** Answers an event stream that `produce` fills. It ends when produce resolves, or with an `error` event when it throws. */
  open(
    produce: (send: SendEvent, signal: AbortSignal) => Promise<void>,
    options: { onError(error: unknown): AppError; owner?: string },
  ): Response
  /** Ends every open stream with an `error` that says to come back. */
  drain(): Promise<void>
}

const heartbeatMs = 15_000
/** One person's, in this process: each holds a connection. */
const mostOfOne = 1000
/** Bytes that may wait for a slow reader before the producer waits too. */
const highWaterBytes = 64 * 1024

export function createStreams(metrics: Metrics): Streams {
  const encoder = new TextEncoder()
  const open = new Set<(reason: AppError) => Promise<void>>()
  const openOf = new Map<string, number>()
  let draining = false

  const count = (owner: string | undefined, by: 1 | -1) => {
    if (owner === undefined) return
    const now = (openOf.get(owner) ?? 0) + by
    if (now > 0) openOf.set(owner, now)
    else openOf.delete(owner)
  }

  return {
    refuseTooMany(owner) {
      if ((openOf.get(owner) ?? 0) >= mostOfOne)
        throw new AppError('rate_limited', `You have ${mostOfOne} streams open: close some, or wait until they end.`, {
          retryAfterSeconds: 5,
        })
    },

    open(produce, { onError, owner }) {
      const gone = new AbortController()
      let wake: (() => void) | null = null
      let controller!: ReadableStreamDefaultController<Uint8Array>
      let ended = false

      const write = (text: string) => {
        if (!ended) controller.enqueue(encoder.encode(text))
      }
      const send: SendEvent = async (event, data) => {
        while (!ended && (controller.desiredSize ?? 0) <= 0)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        if (ended || gone.signal.aborted) throw new AppError('unavailable', 'The reader of this stream is gone.')
        write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      }
      const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
      heartbeat.unref()
      const end = () => {
        if (ended) return
        ended = true
        clearInterval(heartbeat)
        open.delete(close)
        metrics.openStreams.dec()
        count(owner, -1)
        wake?.()
        try {
          controller.close()
        } catch {
          // The reader cancelled first: the stream is closed already.
        }
      }
      const close = async (reason: AppError) => {
        write(`event: error\ndata: ${JSON.stringify(reason.toBody())}\n\n`)
        gone.abort(reason)
        end()
      }

      const body = new ReadableStream<Uint8Array>(
        {
          start(given) {
            controller = given
            open.add(close)
            metrics.openStreams.inc()
            count(owner, 1)
            if (draining) {
              void close(restarting())
              return
            }
            // Some proxies hold an answer back until its first bytes: send them at once.
            write(': open\n\n')
            void produce(send, gone.signal).then(end, (error) => {
              if (ended || gone.signal.aborted) end()
              else void close(onError(error))
            })
          },
          pull() {
            wake?.()
            wake = null
          },
          cancel() {
            gone.abort(new AppError('unavailable', 'The reader of this stream is gone.'))
            end()
          },
        },
        { highWaterMark: highWaterBytes, size: (chunk) => chunk.byteLength },
      )
      return new Response(body, {
        headers: {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-cache, no-transform',
          'X-Accel-Buffering': 'no',
        },
      })
    },
    async drain() {
      draining = true
      await Promise.all([...open].map((close) => close(restarting())))
    },
  }
}

const restarting = () =>
  new AppError('unavailable', 'The server is restarting. What was made so far is kept; try again in a moment.', {
    retryable: true,
  })
