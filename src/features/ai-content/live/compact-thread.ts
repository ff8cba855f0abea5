/** Runs in a worker thread: makes one update of many. What was deleted isn't in it. */
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs'

export default function compact(updates: Uint8Array[]): Uint8Array {
  const doc = new Doc()
  doc.transact(() => {
    for (const update of updates) applyUpdate(doc, update)
  })
  return encodeStateAsUpdate(doc)
}
