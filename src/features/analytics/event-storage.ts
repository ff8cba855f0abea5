import type { EventMessage } from './event-payload.ts'

/**
 * What outlives a page: who this is, and what was not acknowledged yet. Each unsent message has a key of its own, so that
 * two tabs never overwrite each other's; only what the server acknowledged is removed.
 */

/** localStorage, or what can do as much. Without `key` and `length` the unsent are listed under a key of their own. */
export type EventStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> &
  Partial<Pick<Storage, 'key' | 'length'>>

const uidKey = 'earshot_events_uid'
const aliasKey = 'earshot_events_alias'
const unsentPrefix = 'earshot_events_unsent.'
const listKey = 'earshot_events_list'
/** Kept for later at most; beyond, the newest wins over nothing: it is sent, but not kept. */
const maxUnsent = 1000

export type EventMemory = ReturnType<typeof createEventMemory>

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

/** The browser's storage where there is one that may be used: a blocked one throws when it is touched. */
export function usableStorage(given: EventStorage | undefined): EventStorage {
  try {
    const storage = given ?? (globalThis as { localStorage?: Storage }).localStorage
    if (!storage) return memoryStorage()
    storage.setItem(`${unsentPrefix}probe`, '')
    storage.removeItem(`${unsentPrefix}probe`)
    return storage
  } catch {
    // Private windows and blocked site data: everything works for as long as the page is open.
    return memoryStorage()
  }
}

export function createEventMemory(storage: EventStorage) {
  /** A full storage costs the safety net, never the message. */
  const write = (key: string, value: string) => {
    try {
      storage.setItem(key, value)
    } catch {
      return false
    }
    return true
  }
  const listed = () => (storage.getItem(listKey) ?? '').split('\n').filter(Boolean)
  const hasKeys = typeof storage.key === 'function'

  function unsentIds(): string[] {
    if (!hasKeys) return listed()
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

    keep(message: EventMessage) {
      const ids = unsentIds()
      if (ids.length >= maxUnsent) return
      if (write(unsentPrefix + message.message_id, JSON.stringify(message)) && !hasKeys)
        write(listKey, [...ids, message.message_id].join('\n'))
    },
    forget(messages: EventMessage[]) {
      for (const { message_id } of messages) storage.removeItem(unsentPrefix + message_id)
      if (hasKeys) return
      const gone = new Set(messages.map(({ message_id }) => message_id))
      write(
        listKey,
        listed()
          .filter((id) => !gone.has(id))
          .join('\n'),
      )
    },
    /** What an earlier page, or another tab, has not had acknowledged; in the order it happened. */
    unsent(): EventMessage[] {
      const found = unsentIds().flatMap((id) => {
        try {
          return [JSON.parse(storage.getItem(unsentPrefix + id) ?? '') as EventMessage]
        } catch {
          // Written by something else, or cut off: it can never be sent.
          storage.removeItem(unsentPrefix + id)
          return []
        }
      })
      return found.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0))
    },
  }
}
