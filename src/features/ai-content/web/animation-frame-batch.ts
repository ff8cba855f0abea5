/**
 * Joins text that comes in many small pieces and hands it on once a frame, so that the screen is drawn as often as it can
 * be seen and no more. In a tab nobody sees frames stand still: there a timer takes their place.
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
    /** Hands on what waits, now. */
    flush,
    /** Forgets what waits. */
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
