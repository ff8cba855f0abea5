import type { EventMessage } from './event-payload.ts'

/**
 * What outlives a page: user id, alias and unacknowledged events. Each event has its own key, so that tabs can't overwrite each
 * other's; it's removed only when the server acknowledged it.
 */

/** localStorage or compatible. Without `key` and `length`, unsent ids are listed under a separate key. */
export type EventStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> &
  Partial<Pick<Storage, 'key' | 'length'>>

const uidKey = 'earshot_events_uid'
const aliasKey = 'earshot_events_alias'
const unsentPrefix = 'earshot_events_unsent.'
const listKey = 'earshot_events_list'
/** Most events stored for a retry. Further ones are sent, but not stored. */
const maxUnsent = 1000

export function memoryStorage(): EventStorage {
  const held = new Map<string, string>()
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => {
      held.set(key, value)
    },
    removeItem: (key) => {
      held.delete(key)
    },
    key: (index) => [...held.keys()][index] ?? null,
    get length() {
      return held.size
    },
  }
}

/** The browser's storage, or an in-memory one where storage is blocked and throws on access. */
export function usableStorage(given: EventStorage | undefined): EventStorage {
  try {
    const storage = given ?? (globalThis as { localStorage?: Storage }).localStorage
    if (!storage) return memoryStorage()
    storage.setItem(`${unsentPrefix}probe`, '')
    storage.removeItem(`${unsentPrefix}probe`)
    return storage
  } catch {
    // Private windows and blocked site data: works until the page closes.
    return memoryStorage()
  }
}

export function createEventMemory(storage: EventStorage) {
  /** With full storage the event is still sent, only without a retry on the next page. */
  const write = (key: string, value: string) => {
    try {
      storage.setItem(key, value)
    } catch {
      return false
    }
    return true
  }
  const listedIds = () => (storage.getItem(listKey) ?? '').split('\n').filter(Boolean)
  const hasKeys = typeof storage.key === 'function'

  function unsentIds(): string[] {
    if (!hasKeys) return listedIds()
    const keys = Array.from({ length: storage.length ?? 0 }, (_, index) => storage.key!(index) ?? '')
    return keys.filter((key) => key.startsWith(unsentPrefix)).map((key) => key.slice(unsentPrefix.length))
  }

  return {
    uid: () => storage.getItem(uidKey) ?? undefined,
    rememberUid: (uid: string) => void write(uidKey, uid),
    forgetWho() {
      storage.removeItem(uidKey)
      storage.removeItem(aliasKey)
    },
    alias(make: () => string): string {
      const known = storage.getItem(aliasKey)
      if (known) return known
      const made = make()
      write(aliasKey, made)
      return made
    },

    store(message: EventMessage) {
      const ids = unsentIds()
      if (ids.length >= maxUnsent) return
      if (write(unsentPrefix + message.message_id, JSON.stringify(message)) && !hasKeys)
        write(listKey, [...ids, message.message_id].join('\n'))
    },
    forget(messages: EventMessage[]) {
      for (const { message_id } of messages) storage.removeItem(unsentPrefix + message_id)
      if (hasKeys) return
      const acknowledged = new Set(messages.map(({ message_id }) => message_id))
      write(
        listKey,
        listedIds()
          .filter((id) => !acknowledged.has(id))
          .join('\n'),
      )
    },
    /** Unacknowledged events of earlier pages and other tabs, oldest first. */
    unsent(): EventMessage[] {
      const found = unsentIds().flatMap((id) => {
        try {
          return [JSON.parse(storage.getItem(unsentPrefix + id) ?? '') as EventMessage]
        } catch {
          // Corrupt entries can't be sent.
          storage.removeItem(unsentPrefix + id)
          return []
        }
      })
      return found.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0))
    },
  }
}
