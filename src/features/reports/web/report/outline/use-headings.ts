import { useEffect, useSyncExternalStore } from 'react'
import { headingsOnServer, onHeadingsChange, openOutline, readHeadings } from './outline-storage.ts'

/** The owner's outline, made the current one; follows changes here and in other tabs. Empty on the server. */
export function useHeadings(owner: string) {
  const items = useSyncExternalStore(onHeadingsChange, () => readHeadings(owner), headingsOnServer)
  useEffect(() => {
    openOutline(owner)
    let stop: (() => void) | null = null
    let unmounted = false
    // Loaded on demand: the copy in this browser is shown first.
    import('./outline-sync.ts').then(
      ({ followOutline }) => {
        if (!unmounted) stop = followOutline(owner)
      },
      () => undefined,
    )
    return () => {
      unmounted = true
      stop?.()
    }
  }, [owner])
  return items
}
