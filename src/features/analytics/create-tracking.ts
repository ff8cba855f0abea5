import type { Category } from './consent.ts'
import { setUpTrackers, type TrackerIds } from './trackers/catalogue.ts'
import type { PageView, Person, TrackedPage, Tracker } from './trackers/tracker.ts'

/** What trackers left on this site, as far as its own scripts can reach it. */
export type Leavings = {
  names(): string[]
  remove(name: string): void
}

export type Tracking = {
  /** From now on these run and no other. True when one that ran was stopped: its script is still in the page. */
  allow(allowed: Category[]): boolean
  page(view: PageView): void
  person(person: Person | null): void
}

/** Lets in what was consented to, tells it where and who, and shows it out again. */
export function createTracking(ids: TrackerIds, page: TrackedPage, leavings: Leavings): Tracking {
  const known = setUpTrackers(ids)
  const running = new Map<string, Tracker>()
  let view: PageView | null = null
  let who: Person | null = null

  function start(id: string, create: (page: TrackedPage) => Tracker) {
    const tracker = create(page)
    running.set(id, tracker)
    tracker.start(who)
    if (view) tracker.page(view)
  }

  return {
    allow(allowed) {
      let stopped = false
      for (const { id, category, leaves, create } of known) {
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
        for (const name of leavings.names()) if (leaves.test(name)) leavings.remove(name)
      }
      return stopped
    },
    page(next) {
      view = next
      for (const tracker of running.values()) tracker.page(next)
    },
    person(next) {
      if (who === null && next === null) return
      who = next
      for (const tracker of running.values()) tracker.person(next)
    },
  }
}

type Site = { document: Pick<Document, 'cookie'>; storage: Storage | null; hostname: string }

/** Cookies and storage of this site. A cookie may have been set for any domain above the host. */
export function siteLeavings({ document, storage, hostname }: Site): Leavings {
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

/**
 * Pages that are neither measured nor shown to other companies: those whose address is a secret (a one-time link, a shared
 * report), and what a workspace publishes, whose readers are its own.
 */
export const isUnmeasured = (path: string, search: string) =>
  /^\/(?:reset|verify|invite|setup|support|unsubscribe|login\/(?:code|google)|r|b|blog\/preview)(?:\/|$)/.test(path) ||
  /(?:token|session_id|code)(?:=|%3D)/i.test(search)
