import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Context } from 'hono'
import type { Endpoint, ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import { checkInput } from '#kit/input-issues.ts'
import { storable } from '../sanitize-text.ts'
import type { Call, Env, Middleware, Upload } from './context.ts'
import { readMultipart } from './multipart.ts'
import type { Route } from './route.ts'

/** Reads the input from path, query and body, and checks it with the contract's schema. */
export function parseInput({ endpoint, admit }: Route): Middleware {
  return async (c, next) => {
    const raw = await readInput(c, endpoint, c.get('call'))
    await admit?.(raw)
    c.set('input', toInput(endpoint, raw))
    await next()
  }
}

/** @throws AppError invalid_input naming the field */
function toInput<E extends Endpoint>(endpoint: E, raw: unknown): ParsedInputOf<E> {
  const input = checkInput(endpoint.input, raw)
  return (endpoint.body === 'raw' ? input : storable(input)) as ParsedInputOf<E>
}

async function readInput(c: Context<Env>, endpoint: Endpoint, call: Call): Promise<Record<string, unknown>> {
  if (endpoint.method === 'GET') return { ...c.req.query(), ...c.req.param() }
  if (endpoint.body === 'stream') {
    call.upload = getUpload(c)
    return { ...c.req.query(), ...c.req.param() }
  }
  if (Number(c.req.header('Content-Length') ?? 0) > endpoint.maxBytes) throw tooLarge(endpoint.maxBytes)
  if (endpoint.body === 'multipart') return { ...(await readForm(c, endpoint.maxBytes)), ...c.req.param() }
  call.body = await readBytes(c, endpoint.maxBytes)
  const body = call.body.toString('utf8')
  if (endpoint.body === 'raw') return { raw: body, ...c.req.param() }
  if (body.trim() === '') return { ...c.req.param() }
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (cause) {
    throw new AppError('invalid_input', 'The body isn’t valid JSON.', { reason: 'invalid_json', cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('invalid_input', 'The body must be a JSON object.', { reason: 'not_an_object' })
  return { ...value, ...c.req.param() }
}

function getUpload(c: Context<Env>): Upload {
  const length = c.req.header('Content-Length')
  return {
    stream: c.env?.incoming ?? Readable.fromWeb((c.req.raw.body ?? new Blob([]).stream()) as NodeReadableStream),
    bytes: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
    type: c.req.header('Content-Type') ?? '',
  }
}

/** Straight from the socket; a body without a length is cut off where the limit is. */
async function readBytes(c: Context<Env>, maxBytes: number): Promise<Buffer> {
  const incoming = c.env?.incoming
  if (!incoming) return Buffer.from(await c.req.text())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength
      if (bytes > maxBytes) {
        incoming.pause()
        reject(tooLarge(maxBytes))
      } else chunks.push(chunk)
    })
    incoming.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    incoming.once('error', (cause) =>
      reject(new AppError('invalid_input', 'The body was cut off.', { reason: 'incomplete_body', cause })),
    )
  })
}

function readForm(c: Context<Env>, maxBytes: number): Promise<Record<string, unknown>> {
  const { stream, type } = getUpload(c)
  return readMultipart(stream, type, { maxBytes, tooLarge: () => tooLarge(maxBytes) })
}

const tooLarge = (maxBytes: number) =>
  new AppError('too_large', `The request is too large. This call accepts up to ${sizeInWords(maxBytes)}.`, {
    reason: 'body_too_large',
    params: { max_bytes: maxBytes },
  })

function sizeInWords(bytes: number) {
  return bytes >= 1_000_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${Math.round(bytes / 1000)} kB`
}
