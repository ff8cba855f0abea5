import type { SendEvent } from '#platform/sse.ts'

/** Between two deltas of one stream: the eye cannot tell, and each event costs both ends. */
const shortestGapMs = 50
const longestGapMs = 150
/** Deltas a second that one process sends before they become fewer and longer: beyond it all of them would be late. */
const deltasPerSecond = 3000
const earlyMs = 5

/** Milliseconds between two deltas of a stream while so many are written in this process. */
export const gapWith = (streams: number) =>
  Math.min(longestGapMs, Math.max(shortestGapMs, (streams * 1000) / deltasPerSecond))

/**
 * Joins text that comes in quick succession into one `delta` event; the first goes out at once. `add` resolves when the
 * reader has room again, so that a slow reader slows the model. Other events go through `send`, after the text before them.
 */
export function createDeltaSender(send: SendEvent, gapMs: () => number) {
  let waiting = ''
  let lastSentAt = 0
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()
  let failure: unknown = null

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    if (waiting === '') return sending
    const text = waiting
    waiting = ''
    lastSentAt = performance.now()
    sending = sending.then(() => send('delta', { text }))
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
      if (timer) return
      // A timer may come a little early: what was gathered for as long is not kept for another moment.
      const due = lastSentAt + gapMs() - performance.now() - earlyMs
      if (due <= 0) return flush()
      timer = setTimeout(flush, due)
      // What waits grows no further while the reader has no room.
      if (waiting.length > 4096) return flush()
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
