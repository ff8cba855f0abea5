/**
 * Batches streamed text and passes it on once per animation frame, so that the screen isn't drawn more often than it's
 * shown.
 * Background tabs have no frames, so a timer replaces them there.
 */
export function createFrameBatch(take: (text: string) => void, schedule: (run: () => void) => () => void = nextFrame) {
  let waiting = ''
  let cancel: (() => void) | null = null
  const flush = () => {
    cancel?.()
    cancel = null
    const text = waiting
    waiting = ''
    if (text !== '') take(text)
  }
  return {
    add(text: string) {
      waiting += text
      cancel ??= schedule(flush)
    },
    /** Passes on buffered text immediately. */
    flush,
    /** Discards buffered text. */
    drop() {
      cancel?.()
      cancel = null
      waiting = ''
    },
  }
}

const hiddenMs = 250

function nextFrame(run: () => void) {
  const frame = requestAnimationFrame(run)
  const timer = setTimeout(run, hiddenMs)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
