import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { retryWhileUnavailable } from '../database/database-retry.ts'
import type { Secrets } from '../secrets.ts'
import type { Call, Middleware, StoreResponse } from './context.ts'
import { toSuccess } from './respond.ts'
import type { Route } from './route.ts'

export type IdempotencyTable = {
  caller: string
  key: string
  /** Keyed: a plain digest of a body with a password in it could be guessed at. */
  request_hash: Buffer
  /** Null while the first call is still at work. */
  status: number | null
  /** Sealed: an answer may carry a key, a code or a token. */
  answer: string | null
  created_at: Date
}

declare module '../database/database.ts' {
  interface Tables {
    idempotency_keys: IdempotencyTable
  }
}

export type Idempotency = {
  /**
   * Performs once for the same caller and key within 24 hours; afterwards replays the first answer. An event stream is
   * replayed whole: one that was closed by its reader or ended with an error leaves the key free, as a failed call does.
   * @throws AppError conflict: the key was used with another body, or its first call is still at work.
   */
  once(
    caller: string,
    key: string,
    path: string,
    input: unknown,
    perform: (storeResponse: StoreResponse) => Promise<Response>,
  ): Promise<Response>
  /** Frees the keys of calls that never answered. For the only process on its database, before it listens. */
  freeAbandoned(): Promise<void>
}

/** Performs a call with an `Idempotency-Key` once, and answers its repetitions with the first answer. */
export function idempotency(
  { endpoint }: Route,
  settings: { idempotency: Idempotency; checkOutputs: boolean },
): Middleware {
  return async (c, next) => {
    const key = c.req.header('Idempotency-Key')
    if (key === undefined) return next()
    const call = c.get('call')
    c.set('isRecorded', true)
    const perform = async (storeResponse: StoreResponse) => {
      call.storeResponse = (tx, output) => storeResponse(tx, toSuccess(endpoint, output, settings))
      await next()
      return c.res
    }
    const response = await settings.idempotency.once(getCaller(call), key, endpoint.path, c.get('input'), perform)
    // Taken off first: setting a second response adds the headers of the first to it.
    c.res = undefined
    c.res = response
  }
}

const getCaller = ({ actor, clientAddress }: Call) =>
  actor ? `${actor.userId}:${actor.key ? actor.tokenId : ''}` : `address:${clientAddress}`

/** A call that has not answered by then died with its process: its key is free again. */
const abandonedAfter = '5 minutes'

const purpose = 'idempotency'

/** How long a call whose database went away waits to free its key, or to learn that it was done. */
const maxReleaseMs = 3000

export function createIdempotency(db: Database, secrets: Secrets): Idempotency {
  return {
    async once(caller, key, path, input, perform) {
      if (key.length === 0 || key.length > 255)
        throw new AppError('invalid_input', 'Idempotency-Key must have 1 to 255 characters.', {
          field: 'Idempotency-Key',
          reason: 'invalid_idempotency_key',
        })
      const hash = await digest(path, input)
      const claimedAt = new Date()
      const taken = await db
        .insertInto('idempotency_keys')
        .values({ caller, key, request_hash: hash, status: null, answer: null, created_at: claimedAt })
        .onConflict((conflict) =>
          conflict
            .columns(['caller', 'key'])
            .doUpdateSet({ request_hash: hash, status: null, answer: null, created_at: claimedAt })
            .where(
              sql<boolean>`idempotency_keys.created_at < now() - interval '24 hours' or (idempotency_keys.status is null and idempotency_keys.created_at < now() - interval '${sql.raw(abandonedAfter)}')`,
            ),
        )
        .returning('caller')
        .executeTakeFirst()
      if (!taken) return replay(caller, key, hash)
      const settle = async (at: Db, status: number, body: string) => {
        const settled = await at
          .updateTable('idempotency_keys')
          .set({ status, answer: secrets.seal(purpose, body, getContext(caller, key)) })
          .where('caller', '=', caller)
          .where('key', '=', key)
          .where('created_at', '=', claimedAt)
          .where('status', 'is', null)
          .returning('key')
          .executeTakeFirst()
        return settled !== undefined
      }
      // Nothing was done, unless its answer was kept: the same key may try again.
      const release = async () => {
        await db
          .deleteFrom('idempotency_keys')
          .where('caller', '=', caller)
          .where('key', '=', key)
          .where('created_at', '=', claimedAt)
          .where('status', 'is', null)
          .execute()
      }
      const releaseOrReplay = () =>
        retryWhileUnavailable(
          async () => {
            await release()
            const left = await replay(caller, key, hash).catch((error: unknown) => {
              if (error instanceof AppError) return null
              throw error
            })
            return left
          },
          { signal: AbortSignal.timeout(maxReleaseMs) },
        )
      let response: Response
      try {
        response = await perform(async (tx, body) => {
          if (!(await settle(tx, 200, JSON.stringify(body)))) throw takenOver()
        })
      } catch (error) {
        if (!isDatabaseUnavailable(error)) {
          await release()
          throw error
        }
        // Whether the work was committed is not known: if it was, its answer was kept with it.
        const replayed = await releaseOrReplay().catch(() => null)
        if (replayed) return replayed
        throw error
      }
      if (isEventStream(response)) {
        const body = recordStream(response.body!, (whole) =>
          whole === null || failed.test(whole) ? release() : settle(db, response.status, whole).then(() => undefined),
        )
        return new Response(body, { status: response.status, headers: response.headers })
      }
      await settle(db, response.status, await response.clone().text())
      return response
    },

    async freeAbandoned() {
      await db.deleteFrom('idempotency_keys').where('status', 'is', null).execute()
    },
  }

  async function digest(path: string, input: unknown): Promise<Buffer> {
    const files: string[] = []
    for (const value of Object.values(input as object))
      if (value instanceof Blob)
        files.push(
          createHash('sha256')
            .update(await value.bytes())
            .digest('base64url'),
        )
    return Buffer.from(secrets.sign(purpose, `${path}\n${JSON.stringify(input)}\n${files}`), 'base64url')
  }

  function openAnswer(sealed: string, caller: string, key: string): string {
    try {
      return secrets.open(purpose, sealed, getContext(caller, key))
    } catch (cause) {
      throw new AppError(
        'conflict',
        'This Idempotency-Key was used before the server’s secret changed, so its response can’t be read. Check whether the call was done, and use a new key.',
        { field: 'Idempotency-Key', reason: 'idempotency_key_unreadable', cause },
      )
    }
  }

  async function replay(caller: string, key: string, hash: Buffer): Promise<Response> {
    const first = await db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'status', 'answer'])
      .where('caller', '=', caller)
      .where('key', '=', key)
      .executeTakeFirst()
    if (first && !first.request_hash.equals(hash))
      throw new AppError('conflict', 'This Idempotency-Key was used with another request. Use a new one.', {
        field: 'Idempotency-Key',
        reason: 'idempotency_key_reused',
      })
    if (!first || first.status === null)
      throw new AppError(
        'conflict',
        'The first call with this Idempotency-Key is still running. Try again in a moment.',
        { reason: 'already_running', retryable: true, retryAfterSeconds: 1 },
      )
    const answer = openAnswer(first.answer ?? '', caller, key)
    return new Response(answer, {
      status: first.status,
      headers: {
        'Content-Type': answer.startsWith('{') ? 'application/json' : 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-cache, no-transform',
        'Idempotency-Replayed': 'true',
      },
    })
  }
}

const isEventStream = (response: Response) => response.headers.get('Content-Type')?.startsWith('text/event-stream')
const failed = /^event: error$/m

/** The same stream; `ended` hears all that was sent before its reader sees the end, or null when the reader went first. */
function recordStream(body: ReadableStream<Uint8Array>, ended: (whole: string | null) => Promise<void>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let recorded = ''
  let left = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      // What is being read ends too when its reader leaves.
      if (left) return
      if (done) {
        await ended(recorded + decoder.decode())
        controller.close()
      } else {
        recorded += decoder.decode(value, { stream: true })
        controller.enqueue(value)
      }
    },
    async cancel(reason) {
      left = true
      await reader.cancel(reason)
      await ended(null)
    },
  })
}

const getContext = (caller: string, key: string) => `${caller}\n${key}`

const takenOver = () =>
  new AppError('conflict', 'This call took too long, so another call with the same Idempotency-Key went ahead.', {
    reason: 'replaced_by_retry',
    retryable: true,
  })
