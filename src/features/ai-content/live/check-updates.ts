import { AppError } from '#kit/errors.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type isUpdate from './decode-update-thread.ts'

/**
 * Bytes of an update that is decoded on the event loop, as those of typing are. Decoding reads at least a byte for each thing that it
 * makes, so the time is bounded by the length (`check-updates.test.ts`).
 */
export const maxLoopBytes = 16_384

const thread = new URL('./decode-update-thread.ts', import.meta.url)

/** Refuses what Yjs can't read, so that no client gets it. Longer updates are decoded in a worker thread. */
export function createUpdateChecks({ threads }: { threads: Threads }) {
  /** Loaded with the first update: a server where nobody writes together doesn't need Yjs. */
  let decode: typeof isUpdate | null = null

  /** The last update of each session that isn't handed on yet. */
  const waiting = new Map<string, Promise<unknown>>()

  async function canRead(bytes: Buffer, turn: string): Promise<boolean> {
    if (bytes.length > maxLoopBytes)
      return threads.run<boolean>(thread, bytes, { pool: 'texts', turn: `live check ${turn}` })
    decode ??= (await import('./decode-update-thread.ts')).default
    return decode(bytes)
  }

  /** @throws AppError invalid_input; too_large, rate_limited, unavailable for long ones */
  async function check(bytes: Buffer, field: string, turn: string): Promise<void> {
    if (!(await canRead(bytes, turn)))
      throw new AppError('invalid_input', `${field} isn’t a Yjs update.`, { field, reason: 'invalid' })
  }

  return {
    /** The bytes of an update in Base64. `turn`: whose it is. @throws as `check` */
    async read(text: string, field: string, turn: string): Promise<Buffer> {
      const bytes = Buffer.from(text, 'base64')
      await check(bytes, field, turn)
      return bytes
    },

    /** Checks an update and hands it to `store`, after those of the same session that came before it. @throws as `check` */
    async inOrder<Stored>(
      session: string,
      { text, field, turn }: { text: string; field: string; turn: string },
      store: (bytes: Buffer) => Promise<Stored>,
    ): Promise<Stored> {
      const bytes = Buffer.from(text, 'base64')
      const previous = waiting.get(session)
      if (!previous && decode && bytes.length <= maxLoopBytes) {
        await check(bytes, field, turn)
        return store(bytes)
      }
      const checked = check(bytes, field, turn)
      // In an object, so that the next update waits until this one is handed on and not until it is stored.
      const handedOn = (async () => {
        await previous?.catch(() => undefined)
        await checked
        return { stored: store(bytes) }
      })()
      // A failure is reported once, by what is returned here.
      checked.catch(() => undefined)
      waiting.set(session, handedOn)
      try {
        return await (await handedOn).stored
      } finally {
        if (waiting.get(session) === handedOn) waiting.delete(session)
      }
    },
  }
}
