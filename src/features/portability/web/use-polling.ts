import { useCallback, useEffect, useRef, useState } from 'react'

const everyMs = 1000

/** Polls every second while `isPending` and the tab is visible. */
export function usePolling<T>(first: T, isPending: (now: T) => boolean, load: (signal: AbortSignal) => Promise<T>) {
  const [now, setNow] = useState(first)
  const loadRef = useRef(load)
  loadRef.current = load
  const controller = useRef<AbortController | null>(null)
  const pending = isPending(now)

  /** @throws what the call throws */
  const refresh = useCallback(async () => {
    controller.current?.abort()
    const leaving = new AbortController()
    controller.current = leaving
    const found = await loadRef.current(leaving.signal)
    if (!leaving.signal.aborted) setNow(found)
  }, [])

  useEffect(() => {
    if (!pending) return
    const timer = setInterval(() => {
      // Errors are ignored, since the next poll retries.
      if (document.visibilityState === 'visible') refresh().catch(() => undefined)
    }, everyMs)
    return () => clearInterval(timer)
  }, [pending, refresh])
  useEffect(() => () => controller.current?.abort(), [])

  return { now, refresh }
}
