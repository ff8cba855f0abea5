import { useCallback, useEffect, useRef, useState } from 'react'
import { usePolling } from '#web/calls/use-polling.ts'

/** The latest state of exports or imports, polled every second while one `isPending`. */
export function useTransfers<T>(first: T, isPending: (now: T) => boolean, load: (signal: AbortSignal) => Promise<T>) {
  const [now, setNow] = useState(first)
  const loadRef = useRef(load)
  loadRef.current = load
  const controller = useRef<AbortController | null>(null)

  /** @throws what the call throws */
  const refresh = useCallback(async () => {
    controller.current?.abort()
    const leaving = new AbortController()
    controller.current = leaving
    const found = await loadRef.current(leaving.signal)
    if (!leaving.signal.aborted) setNow(found)
  }, [])
  usePolling(isPending(now), refresh, { everyMs: 1000 })
  useEffect(() => () => controller.current?.abort(), [])

  return { now, refresh }
}
