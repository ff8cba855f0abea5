import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { Log } from '#platform/log.ts'
import type { LiveCaret, LivePerson } from '../contract-live.ts'
import { findPeople, leaseSeconds, renewLeases } from '../store/live-people-store.ts'
import { findLiveHead, findLiveUpdates, type LiveHead } from '../store/live-store.ts'
import { RecentUpdates } from './recent-updates.ts'

/** `document` is published by whatever saves a document, `document-live` by new updates, `document-people` by people. */
export const liveTopics = { document: 'document', updates: 'document-live', people: 'document-people' } as const
/** How long signals of updates wait for more before they leave this process. */
export const liveSignalMs = 30

const pollMs = 15_000
/** While signals of other processes can't arrive. */
const unheardPollMs = 2000
/** Reads of one document are at least so far apart: what comes meanwhile is read together. */
const gapMs = 15

type Caret = { client: string; caret: LiveCaret; revision: number }

export type Room = {
  /** Null once the document was deleted. */
  head: LiveHead | null
  people: LivePerson[]
  /** Numbers of the last change of people and of selections. */
  revision: { people: number; carets: number }
  carets: Map<string, Caret>
  /** Updates after `after` of the session, or null if they have to be read. */
  recent(epoch: string, after: number): string[] | null
  /** Reads the document now. */
  refresh(): Promise<void>
  leave(): void
}

type Dependencies = { db: Database; signals: Signals; log: Log }

/** Opens a document for the connections that enter it. `onEmpty`: the last one left. */
export function openRoom({ db, signals, log }: Dependencies, ref: ResourceRef, onEmpty: () => void) {
  const listeners = new Map<string, () => void>()
  const carets = new Map<string, Caret>()
  const revision = { people: 0, carets: 0 }
  const recent = new RecentUpdates()
  let head: LiveHead | null | undefined
  let people: LivePerson[] = []
  let reading: Promise<void> | null = null
  const due = { head: true, people: true }
  let readAt = 0
  let renewedAt = Date.now()
  let polledAt = Date.now()

  const wake = () => {
    for (const listener of listeners.values()) listener()
  }
  const stops = [
    signals.subscribe(liveTopics.document, ref.id, () => void refresh({ head: true })),
    signals.subscribe(liveTopics.updates, ref.id, () => void refresh({ head: true })),
    signals.subscribe(liveTopics.people, ref.id, () => void refresh({ people: true })),
  ]
  const poll = setInterval(() => {
    if (signals.isListening() && Date.now() - polledAt < pollMs) return
    polledAt = Date.now()
    void refresh()
  }, unheardPollMs)
  poll.unref()

  function refresh(what: { head?: boolean; people?: boolean } = { head: true, people: true }): Promise<void> {
    due.head ||= what.head ?? false
    due.people ||= what.people ?? false
    reading ??= read()
    return reading
  }

  /** What is signaled during a read is read by the next round: nothing can come between its last look and the end. */
  async function read() {
    await Promise.resolve()
    try {
      await readWhileDue()
    } finally {
      reading = null
    }
  }

  async function readWhileDue() {
    while ((due.head || due.people) && listeners.size > 0) {
      const wait = readAt + gapMs - Date.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      readAt = Date.now()
      const now = { ...due }
      due.head = false
      due.people = false
      try {
        await Promise.all([now.head && readHead(), now.people && readPeople(), renew()])
      } catch (err) {
        // The next poll reads it again.
        log.warn({ err }, 'A live document could not be read')
        return
      }
      wake()
    }
  }

  async function readHead() {
    const next = await findLiveHead(db, ref)
    const epoch = next?.epoch ?? null
    if (epoch === null || epoch !== head?.epoch) recent.restart(next?.seq ?? 0)
    else if (next!.seq > recent.seq) {
      const found = await findLiveUpdates(db, ref, epoch, recent.seq)
      // It ended since: the next read sees the next session.
      if (!found) due.head = true
      else recent.add(found.seq, found.updates)
    }
    head = next
  }

  async function readPeople() {
    const rows = await findPeople(db, ref)
    const next = rows.map(({ client, user_id, name, joined }) => ({ client, user_id, name, joined }))
    if (JSON.stringify(next) !== JSON.stringify(people)) {
      people = next
      revision.people++
      for (const client of carets.keys()) if (!rows.some((row) => row.client === client)) carets.delete(client)
    }
    for (const { client, caret } of rows) {
      const known = carets.get(client)
      if (JSON.stringify(known?.caret ?? null) === JSON.stringify(caret)) continue
      revision.carets++
      carets.set(client, { client, caret, revision: revision.carets })
    }
  }

  async function renew() {
    if (Date.now() - renewedAt < (leaseSeconds / 4) * 1000) return
    renewedAt = Date.now()
    await renewLeases(db, ref, [...listeners.keys()])
  }

  return {
    enter(stream: string, listener: () => void): Room {
      listeners.set(stream, listener)
      return {
        get head() {
          return head ?? null
        },
        get people() {
          return people
        },
        revision,
        carets,
        recent: (epoch, after) => (head?.epoch === epoch ? recent.findAfter(after) : null),
        refresh,
        leave() {
          listeners.delete(stream)
          if (listeners.size > 0) return
          clearInterval(poll)
          for (const stop of stops) stop()
          onEmpty()
        },
      }
    },
  }
}
