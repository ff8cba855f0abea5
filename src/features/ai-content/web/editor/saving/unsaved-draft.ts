import type { Heading } from '#features/reports/contract.ts'

/** Text that isn't saved on the server yet, backed up in this browser. `seq`: the last update of a live session that it has. */
export type Draft = { title: string; content_md: string; outline: Heading[]; seq?: number }

/** A draft with the saved state it's based on. */
export type UnsavedText = Draft & { base: Draft & { version: number }; at: string }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const toKey = (id: string) => `earshot:unsaved:${id}`

/** Null if there is none or the stored data is invalid. */
export function readUnsaved(store: Store, id: string): UnsavedText | null {
  try {
    const found = JSON.parse(store.getItem(toKey(id)) ?? 'null') as UnsavedText | null
    const whole =
      typeof found?.content_md === 'string' &&
      typeof found.title === 'string' &&
      typeof found.base?.content_md === 'string' &&
      typeof found.base.version === 'number'
    return whole ? found : null
  } catch {
    return null
  }
}

/** Returns false if the browser's storage is full or off. Then the text is only in this tab. */
export function storeUnsaved(store: Store, id: string, text: UnsavedText): boolean {
  try {
    store.setItem(toKey(id), JSON.stringify(text))
    return true
  } catch {
    return false
  }
}

export function removeUnsaved(store: Store, id: string) {
  try {
    store.removeItem(toKey(id))
  } catch {
    // Storage is off, so nothing was backed up.
  }
}
