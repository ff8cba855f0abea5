import type { Category } from './consent.ts'
import type { PageView, Person, TrackedPage, Tracker } from './trackers/tracker.ts'
import { setUpTrackers, type TrackerIds } from './trackers/tracker-list.ts'

/** Cookies and storage entries of trackers that this site's scripts can remove. */
export type TrackerStorage = {
  names(): string[]
  remove(name: string): void
}

export type Tracking = {
  /** Starts allowed trackers and stops the others. True when one was stopped: its script stays loaded until a reload. */
  allow(allowed: Category[]): boolean
  page(view: PageView): void
  person(person: Person | null): void
}

/** Starts and stops trackers by consent, and passes page views and the person to them. */
export function createTracking(ids: TrackerIds, page: TrackedPage, trackerStorage: TrackerStorage): Tracking {
  const known = setUpTrackers(ids)
  const running = new Map<string, Tracker>()
  let view: PageView | null = null
  let currentPerson: Person | null = null

  function start(id: string, create: (page: TrackedPage) => Tracker) {
    const tracker = create(page)
    running.set(id, tracker)
    tracker.start(currentPerson)
    if (view) tracker.page(view)
  }

  return {
    allow(allowed) {
      let stopped = false
      for (const { id, category, storageNames: leaves, create } of known) {
        const tracker = running.get(id)
        if (allowed.includes(category)) {
          if (!tracker) start(id, create)
          continue
        }
        if (tracker) {
          tracker.stop()
          running.delete(id)
          stopped = true
        }
        for (const name of trackerStorage.names()) if (leaves.test(name)) trackerStorage.remove(name)
      }
      return stopped
    },
    page(next) {
      view = next
      for (const tracker of running.values()) tracker.page(next)
    },
    person(next) {
      if (currentPerson === null && next === null) return
      currentPerson = next
      for (const tracker of running.values()) tracker.person(next)
    },
  }
}

type Site = { document: Pick<Document, 'cookie'>; storage: Storage | null; hostname: string }

/** Cookies and localStorage of this site. Cookies are removed for every parent domain. */
export function createTrackerStorage({ document, storage, hostname }: Site): TrackerStorage {
  const cookies = () => document.cookie.split(';').map((part) => part.trim().split('=')[0]!)
  const stored = () => (storage ? Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '') : [])
  return {
    names: () => [...cookies(), ...stored()].filter(Boolean),
    remove(name) {
      storage?.removeItem(name)
      const labels = hostname.split('.')
      const domains = labels.map((_, from) => labels.slice(from).join('.'))
      for (const domain of ['', ...domains])
        document.cookie = `${name}=; Path=/; Max-Age=0${domain ? `; Domain=${domain}` : ''}`
    },
  }
}
