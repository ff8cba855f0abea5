import type { SendEvent } from '#platform/server-sent-events.ts'

/**
 * Minimum gap between two deltas of a stream. Readers can't see the difference, and each event costs work on both ends.
 */
const minGapMs = 50
const maxGapMs = 150
/** Deltas per second that one process sends. Above this rate, deltas become fewer and longer instead of late. */
const deltasPerSecond = 3000
const earlyMs = 5
/** Characters that are sent at once, regardless of the gap. */
const maxWaiting = 4096

/** Returns the milliseconds between two deltas of a stream, given the number of streams in this process. */
export const gapWith = (streams: number) => Math.min(maxGapMs, Math.max(minGapMs, (streams * 1000) / deltasPerSecond))

/**
 * Coalesces text into `delta` events. The first is sent at once. `add` resolves when the reader has room again, so that
 * a slow reader slows down the model (backpressure). Other events go through `send`, after the text before them.
 */
export function createDeltaSender(send: SendEvent, gapMs: () => number) {
  let waiting = ''
  let lastSentAt = 0
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()
  /** Events sent but not yet accepted by the reader. */
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
    // The next call of `add` throws the error.
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
        // A timer may fire a little early. Waiting again for the rest would delay the text.
        const isDue = lastSentAt + gapMs() - performance.now() - earlyMs
        if (isDue <= 0) return flush()
        timer = setTimeout(flush, isDue)
      }
      // Backpressure: the writer waits until the reader accepts the event.
      if (unsent > 0) return sending
      if (waiting.length > maxWaiting) return flush()
    },
    async send(event: string, data: unknown): Promise<void> {
      await flush()
      await send(event, data)
    },
    flush,
    /** Discards buffered text after the reader has disconnected. */
    drop() {
      if (timer) clearTimeout(timer)
      timer = null
      waiting = ''
    },
  }
}
