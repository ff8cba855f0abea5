import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { AppError } from '#kit/errors.ts'
import type { Metrics } from './metrics.ts'

/** Sends one event with backpressure: resolves when the reader has room again. Rejects once the reader disconnected. */
export type SendEvent = (event: string, data: unknown) => Promise<void>

export type Streams = {
  /** To be called before a stream costs anything. @throws AppError rate_limited when this user has too many open */
  refuseTooMany(owner: string): void
  /** Answers an event stream that `produce` fills. It ends when produce resolves, or with an `error` event when it throws. */
  open(produce: (send: SendEvent, signal: AbortSignal) => Promise<void>, options: StreamOptions): Response
  /**
   * Relays another process's event stream. Ends it with an `error` event when this process shuts down or the other one breaks
   * off.
   */
  relay(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>
  /** Ends every open stream with a retryable `error` event, after its partial result was saved. */
  drain(): Promise<void>
}

export type StreamOptions = {
  onError(error: unknown): AppError
  owner?: string
  /** Response headers besides the stream's own. */
  headers?: Record<string, string>
  /** The connection, where no middleware reads the response: events are written straight to it. */
  outgoing?: ServerResponse
}

type Sink = { write(text: string): void; hasRoom(): boolean; end(): void }
type SinkEvents = { onRoom(): void; onLeft(): void }

const heartbeatMs = 15_000
/** For one user in this process: each stream holds a connection. */
const maxPerStream = 1000
/** The last event of a stream. */
const endings = new Set(['done', 'failed'])
/** Partial results are saved before the stream ends, so an immediate retry finds them. */
const maxSaveMs = 1500
/** The same for a relayed stream, which another process saves. */
const relaySaveMs = 250
/** Bytes that may wait for a slow reader before the producer waits too. */
const highWaterBytes = 64 * 1024

export function createStreams(metrics: Metrics): Streams {
  /** Ends each open stream at shutdown. */
  const open = new Set<(reason: AppError) => Promise<void>>()
  const openByOwner = new Map<string, number>()
  let draining = false

  const count = (owner: string | undefined, by: 1 | -1) => {
    if (owner === undefined) return
    const now = (openByOwner.get(owner) ?? 0) + by
    if (now > 0) openByOwner.set(owner, now)
    else openByOwner.delete(owner)
  }

  return {
    refuseTooMany(owner) {
      if ((openByOwner.get(owner) ?? 0) >= maxPerStream)
        throw new AppError(
          'rate_limited',
          `You have ${maxPerStream} streams open. Close some or wait until they end.`,
          { reason: 'too_many_streams', params: { max: maxPerStream }, retryAfterSeconds: 5 },
        )
    },

    open(produce, { onError, owner, headers, outgoing }) {
      const aborted = new AbortController()
      let room: PromiseWithResolvers<void> | null = null
      let ended = false
      let last = ''

      const events: SinkEvents = {
        onRoom() {
          room?.resolve()
          room = null
        },
        onLeft() {
          if (ended) return
          aborted.abort(readerLeft())
          end()
        },
      }
      const allHeaders = { ...streamHeaders, ...headers }
      const { sink, response } = outgoing
        ? connectionSink(outgoing, allHeaders, events)
        : responseSink(allHeaders, events)
      const write = (text: string) => {
        if (!ended) sink.write(text)
      }
      const send: SendEvent = async (event, data) => {
        while (!ended && !aborted.signal.aborted && !sink.hasRoom()) {
          room ??= Promise.withResolvers()
          await room.promise
        }
        // While shutting down, the last result is still sent.
        if (ended) throw readerLeft()
        last = event
        write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      }
      const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
      heartbeat.unref()
      const end = () => {
        if (ended) return
        ended = true
        clearInterval(heartbeat)
        open.delete(leave)
        metrics.openStreams.dec()
        count(owner, -1)
        events.onRoom()
        sink.end()
      }
      const close = (reason: AppError) => {
        write(errorEvent(reason))
        aborted.abort(reason)
        end()
      }
      const leave = async (reason: AppError) => {
        aborted.abort(reason)
        events.onRoom()
        await Promise.race([over, sleep(maxSaveMs, null, { ref: false })])
        if (endings.has(last)) end()
        else close(reason)
      }

      open.add(leave)
      metrics.openStreams.inc()
      count(owner, 1)
      // Some proxies hold a response back until its first bytes.
      write(': open\n\n')
      if (outgoing?.destroyed) events.onLeft()
      // Also for a reader that disconnected already: its work has to be ended.
      const over = produce(send, aborted.signal).catch((error) => {
        if (!aborted.signal.aborted) close(onError(error))
      })
      void over.then(() => {
        if (!aborted.signal.aborted) end()
      })
      if (draining) void leave(restarting())
      return response
    },

    relay(body) {
      const { stream, leave } = relayStream(body, () => {
        open.delete(leave)
        metrics.openStreams.dec()
      })
      open.add(leave)
      metrics.openStreams.inc()
      if (draining) void leave(restarting())
      return stream
    },

    async drain() {
      draining = true
      await Promise.all([...open].map((leave) => leave(restarting())))
    },
  }
}

/** Passes another process's events on. `leave` ends it early; `onEnd` is called once it's over, however it ended. */
function relayStream(body: ReadableStream<Uint8Array>, onEnd: () => void) {
  const reader = body.getReader()
  const seam = createEventSeam()
  let ended = false
  let leaving = false
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const finish = (last: Uint8Array | null) => {
    if (ended) return
    ended = true
    onEnd()
    if (last) controller.enqueue(last)
    controller.close()
  }
  const sendError = (reason: AppError) => finish(Buffer.from(errorEvent(reason)))
  const leave = async (reason: AppError) => {
    leaving = true
    await reader.cancel(reason).catch(() => undefined)
    await sleep(relaySaveMs)
    sendError(reason)
  }
  const stream = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    async pull() {
      // Reads until there is a whole event: a pull that enqueues nothing isn’t repeated.
      for (let whole: Uint8Array | null = null; !ended && !whole; ) {
        const read = await reader.read().catch(() => null)
        if (ended) return
        if (!read) return sendError(brokenOff())
        // `leave` cancelled it and sends the last event.
        if (read.done) return leaving ? undefined : finish(seam.rest())
        whole = seam.push(read.value)
        if (whole) controller.enqueue(whole)
      }
    },
    async cancel(reason) {
      ended = true
      onEnd()
      await reader.cancel(reason)
    },
  })
  return { stream, leave }
}

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

/** Writes to the connection directly, without a web stream's promises for each event and the adapter's timer before the first. */
function connectionSink(outgoing: ServerResponse, headers: Record<string, string>, events: SinkEvents) {
  outgoing.on('drain', events.onRoom)
  outgoing.on('close', events.onLeft)
  // Writing to a broken connection fails; `close` reports that it broke.
  outgoing.on('error', () => undefined)
  if (!outgoing.destroyed) outgoing.writeHead(200, headers)
  const sink: Sink = {
    write(text) {
      if (!outgoing.destroyed) outgoing.write(text)
    },
    hasRoom: () => !outgoing.writableNeedDrain,
    end() {
      if (!outgoing.destroyed) outgoing.end()
    },
  }
  return { sink, response: RESPONSE_ALREADY_SENT }
}

function responseSink(headers: Record<string, string>, events: SinkEvents) {
  const encoder = new TextEncoder()
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      pull: events.onRoom,
      cancel: events.onLeft,
    },
    { highWaterMark: highWaterBytes, size: (chunk) => chunk.byteLength },
  )
  const sink: Sink = {
    write: (text) => controller.enqueue(encoder.encode(text)),
    hasRoom: () => (controller.desiredSize ?? 0) > 0,
    end() {
      try {
        controller.close()
      } catch {
        // The reader cancelled first: the stream is closed already.
      }
    },
  }
  return { sink, response: new Response(body, { headers }) }
}

const errorEvent = (reason: AppError) => `event: error\ndata: ${JSON.stringify(reason.toBody())}\n\n`

/** Splits bytes at the end of an event and buffers the rest. */
function createEventSeam() {
  let partial: Buffer = Buffer.alloc(0)
  return {
    push(bytes: Uint8Array): Uint8Array | null {
      const all = partial.length > 0 ? Buffer.concat([partial, bytes]) : Buffer.from(bytes)
      const end = all.lastIndexOf('\n\n') + 2
      partial = end < 2 ? all : all.subarray(end)
      return end < 2 ? null : all.subarray(0, end)
    },
    rest: () => (partial.length > 0 ? partial : null),
  }
}

const brokenOff = () =>
  new AppError(
    'unavailable',
    'The server stopped before this finished. Partial results were saved. Try again in a moment.',
    { reason: 'stream_broke_off', retryable: true },
  )

const restarting = () =>
  new AppError('unavailable', 'The server is restarting. Partial results were saved. Try again in a moment.', {
    reason: 'server_restarting',
    retryable: true,
  })

const readerLeft = () =>
  new AppError('unavailable', 'The reader of this stream disconnected.', { reason: 'reader_disconnected' })
