import { LRUCache } from 'lru-cache'

const maxMs = 60_000
const maxEntries = 500

type Entry = { value: Promise<unknown>; until: number }

/**
 * What readers of blogs ask for again and again, kept in this process. Everything is dropped when any post changes (`clear`), and
 * an answer is kept no longer than until the next scheduled post of its blog goes live.
 */
export function createBlogCache(nextDueInMs: (blog: string | null) => Promise<number | null>) {
  const entries = new LRUCache<string, Entry>({ max: maxEntries })
  return {
    clear: () => entries.clear(),

    async read<T>(blog: string | null, what: string, load: () => Promise<T>): Promise<T> {
      const key = `${blog} ${what}`
      const kept = entries.get(key)
      if (kept && Date.now() < kept.until) return kept.value as Promise<T>
      const entry: Entry = { value: Promise.resolve(), until: Date.now() + maxMs }
      // First the clock, then the posts: one that goes live between the two is looked for again at once.
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
