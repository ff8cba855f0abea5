import { useEffect, useRef } from 'react'

export type PollingOptions = {
  everyMs: number | (() => number)
  /** Polls right away too, instead of only after the first interval. */
  immediately?: boolean
}

/**
 * Calls `poll` again and again while the page is visible, and right away when it becomes visible again. One call at a
 * time: the interval starts when the previous call ended.
 *
 * @returns stops the polling and aborts the call under way
 */
export function startPolling(
  poll: (signal: AbortSignal) => unknown,
  { everyMs, immediately = false }: PollingOptions,
): () => void {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPolling = false
  const schedule = () => {
    timer = setTimeout(run, typeof everyMs === 'number' ? everyMs : everyMs())
  }
  const run = async () => {
    clearTimeout(timer)
    if (isPolling || document.visibilityState !== 'visible') return
    isPolling = true
    try {
      await poll(stop.signal)
    } catch {
      // The next poll retries.
    }
    isPolling = false
    if (!stop.signal.aborted) schedule()
  }
  const onVisibilityChange = () => void run()
  document.addEventListener('visibilitychange', onVisibilityChange)
  if (immediately) void run()
  else schedule()
  return () => {
    stop.abort()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

/** Polls while `active`. Another `key` starts over. */
export function usePolling(
  active: boolean,
  poll: (signal: AbortSignal) => unknown,
  { everyMs, immediately, key = '' }: { everyMs: number; immediately?: boolean; key?: string },
) {
  const latest = useRef(poll)
  latest.current = poll
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key starts over
  useEffect(() => {
    if (!active) return
    return startPolling((signal) => latest.current(signal), { everyMs, immediately })
  }, [active, everyMs, immediately, key])
}
