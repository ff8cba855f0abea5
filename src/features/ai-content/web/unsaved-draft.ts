import type { Heading } from '#features/reports/contract.ts'

/** What a person has written and the server does not have yet: kept in this browser until it has. */
export type Draft = { title: string; content_md: string; outline: Heading[] }

/** A draft with the saved state it grew from. */
export type UnsavedText = Draft & { base: Draft & { version: number }; at: string }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const toKey = (id: string) => `earshot:unsaved:${id}`

/** Null when there is none, or when what is stored cannot be read. */
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

/** False when the browser has no room or keeps nothing: then the text is only in this tab. */
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
    // Storage is off: nothing was kept.
  }
}
