import { useEffect, useSyncExternalStore } from 'react'
import { headingsOnServer, onHeadingsChange, openOutline, readHeadings } from './outline-storage.ts'

/** The owner's outline, made the current one; follows changes here and in other tabs. Empty on the server. */
export function useHeadings(owner: string) {
  const items = useSyncExternalStore(onHeadingsChange, () => readHeadings(owner), headingsOnServer)
  useEffect(() => openOutline(owner), [owner])
  return items
}
