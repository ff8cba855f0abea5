import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { AppError } from '#kit/errors.ts'
import type { Metrics } from './metrics.ts'

/** Sends one event; resolves when the reader has room again. Rejects once the reader is gone. */
export type SendEvent = (event: string, data: unknown) => Promise<void>

export type Streams = {
  /** Before anything is taken for a stream. @throws AppError rate_limited when this person has as many open as they may */
  refuseTooMany(owner: string): void
  /** Answers an event stream that `produce` fills. It ends when produce resolves, or with an `error` event when it throws. */
  open(produce: (send: SendEvent, signal: AbortSignal) => Promise<void>, options: StreamOptions): Response
  /**
   * Passes another process's event stream on, so that its reader hears of the end too: with an `error` when this process goes,
   * and when the other broke off.
   */
  relay(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>
  /** Ends every open stream with an `error` that says to come back, once what it made is kept. */
  drain(): Promise<void>
}

export type StreamOptions = {
  onError(error: unknown): AppError
  owner?: string
  /** Of the answer, besides the stream's own. */
  headers?: Record<string, string>
  /** The connection, when nobody else wants to read the answer on its way: events go straight to it. */
  outgoing?: ServerResponse
}

/** Where the events go. */
type Sink = { write(text: string): void; hasRoom(): boolean; end(): void }
type SinkEvents = { onRoom(): void; onLeft(): void }

const heartbeatMs = 15_000
/** One person's, in this process: each holds a connection. */
const maxPerStream = 1000
/** Events after which nothing comes. */
const endings = new Set(['done', 'failed'])
/** What a stream made is to be kept before its reader hears of the end: to come back at once finds it. */
const maxKeepingMs = 1500
/** The same where another process keeps it. */
const keptElsewhereMs = 250
/** Bytes that may wait for a slow reader before the producer waits too. */
const highWaterBytes = 64 * 1024

export function createStreams(metrics: Metrics): Streams {
  /** How each open stream is ended from outside. */
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
      if ((openOf.get(owner) ?? 0) >= maxPerStream)
        throw new AppError(
          'rate_limited',
          `You have ${maxPerStream} streams open. Close some or wait until they end.`,
          { reason: 'too_many_streams', params: { max: maxPerStream }, retryAfterSeconds: 5 },
        )
    },

    open(produce, { onError, owner, headers, outgoing }) {
      const gone = new AbortController()
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
          gone.abort(readerLeft())
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
        while (!ended && !gone.signal.aborted && !sink.hasRoom()) {
          room ??= Promise.withResolvers()
          await room.promise
        }
        // On the way out what was just finished is still told.
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
        gone.abort(reason)
        end()
      }
      const leave = async (reason: AppError) => {
        gone.abort(reason)
        events.onRoom()
        await Promise.race([over, sleep(maxKeepingMs, null, { ref: false })])
        if (endings.has(last)) end()
        else close(reason)
      }

      open.add(leave)
      metrics.openStreams.inc()
      count(owner, 1)
      // Some proxies hold an answer back until its first bytes: send them at once.
      write(': open\n\n')
      if (outgoing?.destroyed) events.onLeft()
      // Also for a reader that has left already: what was begun for it is to be ended.
      const over = produce(send, gone.signal).catch((error) => {
        if (!gone.signal.aborted) close(onError(error))
      })
      void over.then(() => {
        if (!gone.signal.aborted) end()
      })
      if (draining) void leave(restarting())
      return response
    },

    relay(body) {
      const reader = body.getReader()
      const seam = createEventSeam()
      let ended = false
      let leaving = false
      let controller!: ReadableStreamDefaultController<Uint8Array>
      const finish = (last: Uint8Array | null) => {
        if (ended) return
        ended = true
        open.delete(leave)
        metrics.openStreams.dec()
        if (last) controller.enqueue(last)
        controller.close()
      }
      const sayError = (reason: AppError) => finish(Buffer.from(errorEvent(reason)))
      const leave = async (reason: AppError) => {
        leaving = true
        await reader.cancel(reason).catch(() => undefined)
        await sleep(keptElsewhereMs)
        sayError(reason)
      }
      open.add(leave)
      metrics.openStreams.inc()
      return new ReadableStream<Uint8Array>({
        start(given) {
          controller = given
          if (draining) void leave(restarting())
        },
        async pull() {
          // Until there is a whole event: a pull that brings nothing is not repeated.
          for (let whole: Uint8Array | null = null; !ended && !whole; ) {
            const read = await reader.read().catch(() => null)
            if (ended) return
            if (!read) return sayError(brokenOff())
            // Where `leave` cancelled it, that has the last word.
            if (read.done) return leaving ? undefined : finish(seam.rest())
            whole = seam.push(read.value)
            if (whole) controller.enqueue(whole)
          }
        },
        async cancel(reason) {
          ended = true
          open.delete(leave)
          metrics.openStreams.dec()
          await reader.cancel(reason)
        },
      })
    },

    async drain() {
      draining = true
      await Promise.all([...open].map((leave) => leave(restarting())))
    },
  }
}

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

/** Without a web stream on the way, whose promises each event would pay for, and without the adapter's timer before the first. */
function connectionSink(outgoing: ServerResponse, headers: Record<string, string>, events: SinkEvents) {
  outgoing.on('drain', events.onRoom)
  outgoing.on('close', events.onLeft)
  // What is written into a connection that just broke fails; that it broke is told by `close`.
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

/** Cuts bytes where an event ends, and keeps what is not whole. */
function createEventSeam() {
  let kept: Buffer = Buffer.alloc(0)
  return {
    push(bytes: Uint8Array): Uint8Array | null {
      const all = kept.length > 0 ? Buffer.concat([kept, bytes]) : Buffer.from(bytes)
      const end = all.lastIndexOf('\n\n') + 2
      kept = end < 2 ? all : all.subarray(end)
      return end < 2 ? null : all.subarray(0, end)
    },
    rest: () => (kept.length > 0 ? kept : null),
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
