import type { SendEvent } from '#platform/server-sent-events.ts'

/** Between two deltas of one stream: the eye cannot tell, and each event costs both ends. */
const minGapMs = 50
const maxGapMs = 150
/** Deltas a second that one process sends before they become fewer and longer: beyond it all of them would be late. */
const deltasPerSecond = 3000
const earlyMs = 5
/** Characters that go out at once, however soon. */
const maxWaiting = 4096

/** Milliseconds between two deltas of a stream while so many are written in this process. */
export const gapWith = (streams: number) => Math.min(maxGapMs, Math.max(minGapMs, (streams * 1000) / deltasPerSecond))

/**
 * Joins text that comes in quick succession into one `delta` event; the first goes out at once. `add` resolves when the
 * reader has room again, so that a slow reader slows the model. Other events go through `send`, after the text before them.
 */
export function createDeltaSender(send: SendEvent, gapMs: () => number) {
  let waiting = ''
  let lastSentAt = 0
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()
  /** Events on their way to a reader without room. */
  let unsent = 0
  let failure: unknown = null

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    if (waiting === '') return sending
    const text = waiting
    waiting = ''
    lastSentAt = performance.now()
    unsent++
    sending = sending
      .then(() => send('delta', { text }))
      .finally(() => {
        unsent--
      })
    // Whoever adds next learns of it.
    sending.catch((error) => {
      failure = error
    })
    return sending
  }

  return {
    async add(text: string): Promise<void> {
      if (failure) throw failure
      waiting += text
      if (!timer) {
        // A timer may come a little early: what was gathered for as long is not kept for another moment.
        const isDue = lastSentAt + gapMs() - performance.now() - earlyMs
        if (isDue <= 0) return flush()
        timer = setTimeout(flush, isDue)
      }
      // Backpressure: while an event finds no room, the writer waits with it.
      if (unsent > 0) return sending
      if (waiting.length > maxWaiting) return flush()
    },
    async send(event: string, data: unknown): Promise<void> {
      await flush()
      await send(event, data)
    },
    flush,
    /** Forgets what waits: the reader is gone. */
    drop() {
      if (timer) clearTimeout(timer)
      timer = null
      waiting = ''
    },
  }
}
