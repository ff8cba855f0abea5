import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Writer } from './language-model-wire.ts'

/** Faults of a model. `times` limits a fault to that many requests. */
export type ModelFault = { times?: number } & (
  | { kind: 'status'; status: number; retryAfter?: number | string; message?: string; body?: unknown }
  /** Takes the request and answers nothing. */
  | { kind: 'hang' }
  /** Ends the connection before it answers. */
  | { kind: 'reset' }
  | { kind: 'html' }
  /** Ends properly, with no text. */
  | { kind: 'empty' }
  /** 200 and not one byte. */
  | { kind: 'nothing' }
  /** A stream by its header, which holds none. */
  | { kind: 'noise' }
  /** Only comments, which keep the connection and say nothing. */
  | { kind: 'comments' }
  /** Answers in one piece although a stream was asked for. */
  | { kind: 'whole' }
  | { kind: 'no-usage' }
  /** Ends its answer without the last mark and leaves the connection open. */
  | { kind: 'lingers' }
  /** Declines after so many tokens. */
  | { kind: 'refused'; after?: number }
  /** Says nothing more after so many tokens. */
  | { kind: 'silent'; after?: number }
  /** The socket dies after so many tokens. */
  | { kind: 'cut'; after?: number }
  /** The answer ends after so many tokens, without its mark of the end. */
  | { kind: 'unfinished'; after?: number }
  | { kind: 'garbage'; after?: number }
  | { kind: 'long-line'; after?: number; bytes?: number }
  | { kind: 'error'; after?: number; type?: string; message?: string }
  /** Sends text forever, whatever length was asked for. */
  | { kind: 'endless'; after?: number }
  /** Thinks forever, whatever length was asked for. */
  | { kind: 'endless-thoughts'; after?: number }
  /** Sends messages forever that hold neither text nor thoughts. */
  | { kind: 'idle'; after?: number }
  /** Ends its answer without the last mark and sends messages without text forever. */
  | { kind: 'idle-after-end'; after?: number }
  /** One JSON answer that never ends. */
  | { kind: 'endless-json' }
  /** White space that never ends. */
  | { kind: 'endless-blank' }
  /** A megabyte of nothing, compressed, although no compression was asked for. */
  | { kind: 'gzip' }
  /** Everything is sent this many bytes at a time. */
  | { kind: 'pieces'; bytes: number }
)

export const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

/** Faults before any token. @returns whether the request was answered by it */
export async function failAtOnce(
  fault: ModelFault,
  writer: Writer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  switch (fault.kind) {
    case 'status': {
      const retryAfter = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
      const body = fault.body ?? writer.failure(fault.status, fault.message ?? `Status ${fault.status}`)
      response.writeHead(fault.status, { 'content-type': 'application/json', ...retryAfter }).end(JSON.stringify(body))
      return true
    }
    case 'hang':
      await closed(request)
      return true
    case 'reset':
      request.socket.resetAndDestroy()
      return true
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end('<!doctype html><html><body><h1>Welcome</h1></body></html>')
      return true
    case 'nothing':
      response.writeHead(200, streamHeaders).end()
      return true
    case 'noise':
      response.writeHead(200, streamHeaders).end('\x01\x02 noise\n\n')
      return true
    case 'empty':
      response.writeHead(200, streamHeaders).end(writer.begin() + writer.finish('stop', { input: 25, output: 0 }))
      return true
    case 'comments': {
      response.writeHead(200, streamHeaders)
      const beat = setInterval(() => response.write(': still here\n\n'), 20)
      await closed(request)
      clearInterval(beat)
      return true
    }
    case 'endless-json':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"choices":[{"message":{"content":"')
      await sendForever(response, () => 'x'.repeat(16_384))
      return true
    case 'endless-blank':
      response.writeHead(200, streamHeaders)
      await sendForever(response, () => ' '.repeat(64))
      return true
    case 'gzip':
      response.writeHead(200, { ...streamHeaders, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)))
      return true
    default:
      return false
  }
}

/** Faults during the text. @returns whether the response has ended */
export async function failAfter(
  fault: ModelFault,
  writer: Writer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  switch (fault.kind) {
    case 'silent':
      await closed(request)
      return true
    case 'cut':
      // Everything written so far has to arrive first.
      await new Promise((resolve) => setTimeout(resolve, 20))
      request.socket.destroy()
      return true
    case 'endless':
      await sendForever(response, () => writer.token(' word').repeat(20))
      return true
    case 'endless-thoughts':
      await sendForever(response, () => writer.thought(' hmm').repeat(20))
      return true
    case 'idle':
    case 'idle-after-end': {
      if (fault.kind === 'idle-after-end')
        response.write(writer.finish('stop', null).replace(/data: \[DONE\]\n\n$|event: message_stop\n.*\n\n$/, ''))
      const beat = setInterval(() => response.write(writer.idle()), 20)
      await closed(request)
      clearInterval(beat)
      return true
    }
    case 'unfinished':
      response.end()
      return true
    case 'refused':
      response.end(writer.finish('refused', { input: 25, output: fault.after ?? 0 }))
      return true
    case 'garbage':
      response.end('data: {"choices":[{"delta":{"cont\n\n')
      return true
    case 'error':
      response.end(writer.error(fault.type ?? 'overloaded_error', fault.message ?? 'Overloaded'))
      return true
    case 'long-line': {
      response.write('data: {"choices":[{"delta":{"content":"')
      const piece = Buffer.alloc(64 * 1024, 'x')
      for (let left = fault.bytes ?? 10_000_000; left > 0 && !response.destroyed; left -= piece.length)
        if (!response.write(piece)) await drained(response)
      response.end('"}}]}\n\n')
      return true
    }
    default:
      return false
  }
}

async function sendForever(response: ServerResponse, next: () => string) {
  while (!response.destroyed) {
    if (!response.write(next())) await drained(response)
    await new Promise(setImmediate)
  }
}

const closed = (request: IncomingMessage) =>
  request.socket.destroyed
    ? Promise.resolve()
    : new Promise<void>((resolve) => request.socket.once('close', () => resolve()))

export const drained = (response: ServerResponse) =>
  response.destroyed
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        const go = () => {
          response.off('drain', go)
          response.off('close', go)
          resolve()
        }
        response.once('drain', go)
        response.once('close', go)
      })
