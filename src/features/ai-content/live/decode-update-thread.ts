/** Runs in a worker thread, because decoding 2 MB of hostile bytes takes up to 0.2 seconds (`bench/live-updates.ts`). */
import { decodeUpdate } from 'yjs'

/** Whether Yjs can read an update. */
export default function isUpdate(bytes: Uint8Array): boolean {
  try {
    decodeUpdate(bytes)
    return true
  } catch {
    return false
  }
}
