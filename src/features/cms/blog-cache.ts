import { LRUCache } from 'lru-cache'

const maxMs = 60_000
const maxEntries = 500

type Entry = { value: Promise<unknown>; until: number }

/**
 * In-process cache for blog pages. `clear` drops everything when any post changes. Entries expire after a minute, or when the
 * blog's next scheduled post goes live.
 */
export function createBlogCache(nextDueInMs: (blog: string | null) => Promise<number | null>) {
  const entries = new LRUCache<string, Entry>({ max: maxEntries })
  return {
    clear: () => entries.clear(),

    async read<T>(blog: string | null, what: string, load: () => Promise<T>): Promise<T> {
      const key = `${blog} ${what}`
      const cached = entries.get(key)
      if (cached && Date.now() < cached.until) return cached.value as Promise<T>
      const entry: Entry = { value: Promise.resolve(), until: Date.now() + maxMs }
      // The due time is read first, so a post that goes live during the load expires the entry immediately.
      const value = nextDueInMs(blog).then((due) => {
        entry.until = Date.now() + Math.min(maxMs, due ?? maxMs)
        return load()
      })
      entry.value = value
      entries.set(key, entry)
      value.catch(() => entries.get(key) === entry && entries.delete(key))
      return value
    },
  }
}
