import { useCallback, useEffect, useRef, useState } from 'react'

const everyMs = 1000

/** What the server said, asked again every second while there is something to wait for and the page is looked at. */
export function usePolled<T>(first: T, waits: (now: T) => boolean, ask: (signal: AbortSignal) => Promise<T>) {
  const [now, setNow] = useState(first)
  const asking = useRef(ask)
  asking.current = ask
  const under = useRef<AbortController | null>(null)
  const wait = waits(now)

  /** @throws what the call throws */
  const look = useCallback(async () => {
    under.current?.abort()
    const leaving = new AbortController()
    under.current = leaving
    const found = await asking.current(leaving.signal)
    if (!leaving.signal.aborted) setNow(found)
  }, [])

  useEffect(() => {
    if (!wait) return
    const timer = setInterval(() => {
      // One that fails is asked again in a second: what is under way goes on without us.
      if (document.visibilityState === 'visible') look().catch(() => undefined)
    }, everyMs)
    return () => clearInterval(timer)
  }, [wait, look])
  useEffect(() => () => under.current?.abort(), [])

  return { now, look }
}
