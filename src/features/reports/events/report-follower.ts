import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/database-errors.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { createWakeableSleep } from '#platform/jobs/wakeable-sleep.ts'
import type { Progress, Row } from '../contract.ts'
import { findLatestRows } from '../store/row-read-store.ts'
import { findProgress } from '../store/store.ts'

/** One read of a report, shared by every stream in this process. Null: the report doesn't exist. */
export type ReportSnapshot = { progress: Progress; latest: Row[] } | null

export type ReportFollowers = {
  /**
   * Calls `changed` after each read until `stop` is called; `current` is undefined until the first read.
   * `current` throws the error of a failed first read.
   */
  watch(ref: ResourceRef, changed: () => void): { current(): ReportSnapshot | undefined; stop(): void }
}

/** Polling interval in case a signal from another process was lost. */
const pollMs = 2000
/** Debounces signals, longer with more streams: each notification takes time. */
const debounceMs = (watchers: number) => Math.min(1000, 200 + watchers / 2)
const latestRows = 40
/** Streams notified per turn of the event loop, so that requests are served in between. */
const notifyBatchSize = 25

const finished = new Set(['done', 'failed', 'cancelled'])
export const isFinished = ({ status }: Progress) => finished.has(status)

/** One database reader per followed report, shared by all its streams. */
export function createReportFollowers({ db, signals }: { db: Database; signals: Signals }): ReportFollowers {
  const followers = new Map<string, ReturnType<typeof follow>>()

  return {
    watch(ref, changed) {
      const key = `${ref.workspaceId}:${ref.id}`
      let follower = followers.get(key)
      if (!follower) {
        follower = follow(ref, () => followers.delete(key))
        followers.set(key, follower)
      }
      const mine = follower
      mine.watchers.add(changed)
      return {
        current: mine.current,
        stop() {
          mine.watchers.delete(changed)
          if (mine.watchers.size === 0) mine.end()
        },
      }
    },
  }

  function follow(ref: ResourceRef, forget: () => void) {
    const watchers = new Set<() => void>()
    let snapshot: ReportSnapshot | undefined
    let failure: unknown = null
    let ended = false
    const rest = createWakeableSleep()
    const unsubscribe = signals.subscribe('report', ref.id, rest.wake)
    void run()
    return { watchers, current, end }

    function current(): ReportSnapshot | undefined {
      if (failure !== null) throw failure
      return snapshot
    }

    function end() {
      if (ended) return
      ended = true
      unsubscribe()
      forget()
      rest.wake()
    }

    async function run() {
      while (!ended) {
        rest.clear()
        const started = performance.now()
        try {
          snapshot = await read(snapshot ?? null)
        } catch (error) {
          // Keeps the last snapshot while the database is unavailable: streams continue afterwards.
          if (snapshot === undefined || !isDatabaseUnavailable(error)) failure = error
        }
        // An ended report doesn't change: later streams read it themselves.
        if (failure !== null || snapshot === null || (snapshot && isFinished(snapshot.progress))) end()
        await notifyAll()
        if (ended) return
        const gap = started + debounceMs(watchers.size) - performance.now()
        if (gap > 0) await new Promise((resolve) => setTimeout(resolve, gap))
        await rest.sleep(pollMs)
      }
    }

    async function notifyAll() {
      const all = [...watchers]
      for (let at = 0; at < all.length; at += notifyBatchSize) {
        for (const notify of all.slice(at, at + notifyBatchSize)) notify()
        await new Promise((resolve) => setImmediate(resolve))
      }
    }

    async function read(before: ReportSnapshot): Promise<ReportSnapshot> {
      const [progress] = await findProgress(db, ref.workspaceId, [ref.id])
      if (!progress) return null
      if (before && before.progress.rows === progress.rows) return { progress, latest: before.latest }
      const since = before?.latest[0]?.first_seen ?? new Date(0).toISOString()
      const fresh = await findLatestRows(db, ref, since, latestRows)
      // JavaScript dates lack the database's microseconds: the newest rows may be returned twice.
      const known = new Set(fresh.map(({ _id }) => _id))
      const latest = [...fresh, ...(before?.latest ?? []).filter(({ _id }) => !known.has(_id))]
      return { progress, latest: latest.slice(0, latestRows) }
    }
  }
}
