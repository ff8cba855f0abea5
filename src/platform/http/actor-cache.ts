import { LRUCache } from 'lru-cache'
import type { Actor } from './context.ts'

export type ActorCache = {
  /** Null for a token that identifies no one. `fresh`: asks the database. */
  identify(tokenHash: Buffer, options?: { fresh?: boolean }): Promise<Actor | null>
}

/** `expiresInMs`: how long its token is valid; null when it doesn't expire. */
export type LoadedActor = { actor: Actor; expiresInMs: number | null }

/** Where changes of access are reported. */
export type AccessChanges = {
  /** Made by this process, before the code that made them continues. */
  watchOwn(changed: (userId: string) => void): void
  /** Made by any process. `missed`: some may not have arrived. */
  watchAll(listener: { changed(userId: string): void; missed(): void }): void
  /** False while changes of other processes don't arrive. */
  isListening(): boolean
}

/** A second bound on how old an entry gets, for a connection that is dead without either end noticing. */
const maxAgeMs = 5000
const maxEntries = 10_000

/**
 * Who a token speaks for, remembered for seconds, so that a call needs no query to authenticate. An entry is dropped when the
 * access of its account changes: at once if this process changed it, by a signal if another did. While signals can't arrive,
 * every call asks the database. Unknown tokens aren't cached.
 */
export function createActorCache(
  load: (tokenHash: Buffer) => Promise<LoadedActor | null>,
  changes: AccessChanges,
): ActorCache {
  const actors = new LRUCache<string, Actor>({ max: maxEntries })
  /** Raised by every change: what was read before a change isn't stored after it. */
  let changeCount = 0

  const drop = (userId: string) => {
    changeCount++
    for (const [key, actor] of actors.entries()) if (actor.userId === userId) actors.delete(key)
  }
  changes.watchOwn(drop)
  changes.watchAll({
    changed: drop,
    missed() {
      changeCount++
      actors.clear()
    },
  })

  return {
    async identify(tokenHash, { fresh = false } = {}) {
      const key = tokenHash.toString('latin1')
      const isListening = changes.isListening()
      const cached = fresh || !isListening ? undefined : actors.get(key)
      if (cached) return cached
      const countBefore = changeCount
      const loaded = await load(tokenHash)
      if (!loaded) {
        actors.delete(key)
        return null
      }
      const actor = Object.freeze(loaded.actor)
      if (isListening && countBefore === changeCount)
        actors.set(key, actor, { ttl: Math.max(1, Math.min(maxAgeMs, loaded.expiresInMs ?? maxAgeMs)) })
      return actor
    },
  }
}
