import { nextRun } from '#features/listeners/rules/next-run.ts'
import type { OwnPages } from '#features/sites/own/own-pages.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { RankTracker, ranksContract } from './contract.ts'
import { type AddInput, createTracker } from './create-tracker.ts'
import { presentKeyword, presentTracker, toMovers, toShares } from './present-tracker.ts'
import { getRecentRankChanges } from './recent-changes.ts'
import { refuseMissingTracker } from './run-rank-check.ts'
import { dueId, dueTopic } from './scheduler.ts'
import type { SerpSources } from './serp-sources.ts'
import { findKeywords, findPoints, findRuns, findStandings } from './store/history-store.ts'
import {
  deleteTracker,
  findTracker,
  findTrackers,
  findTrackerWithFacts,
  locateTracker,
  lockTracker,
  stopTrackers,
  updateTracker,
} from './store/tracker-store.ts'

export type Ranks = ReturnType<typeof createRanks>

type Dependencies = {
  db: Database
  serps: SerpSources
  own: OwnPages
  rates: RateLimiter
  signals: Signals
  now?: () => Date
}
type SingleInput = Omit<ParsedInputOf<typeof ranksContract.single>, '_id'>

const runLimit = { max: 24, windowSeconds: 86_400 }
const defaultPeriodMs = 90 * 86_400_000

export function createRanks({ db, serps, own, rates, signals, now = () => new Date() }: Dependencies) {
  const due = () => signals.publish(dueTopic, dueId)
  const present = async (ref: ResourceRef) =>
    presentTracker((await findTrackerWithFacts(db, ref)) ?? refuseMissingTracker(), now())

  return {
    locate: (workspaceIds: string[], id: string) => locateTracker(db, workspaceIds, id),

    /** @throws AppError invalid_input, unavailable without a source, conflict with too many trackers */
    async add(userId: string, input: AddInput, storeResponse: StoreResponse) {
      const created = await createTracker({ db, serps, now }, { userId, input, storeResponse })
      if (created.tracker) due()
      return created
    },

    async list(workspaceId: string, paging: { page: number; limit: number }) {
      const { items, total } = await findTrackers(db, workspaceId, paging)
      return { items: items.map((row) => presentTracker(row, now())), total, ...paging, sources: serps.list() }
    },

    async single(ref: ResourceRef, { from, to, sort, q = '', page, limit }: SingleInput) {
      const row = (await findTracker(db, ref)) ?? refuseMissingTracker()
      const until = to ? new Date(to) : now()
      const period = { from: from ? new Date(from) : new Date(until.getTime() - defaultPeriodMs), to: until }
      const [tracker, { items, total }, standings, runs] = await Promise.all([
        present(ref),
        findKeywords(db, ref, { page, limit, sort, q }),
        findStandings(db, ref),
        findRuns(db, ref, period),
      ])
      const [nos, texts] = [items.map(({ no }) => no), items.map(({ text }) => text)]
      const [points, figures] = await Promise.all([
        findPoints(db, ref, period, nos),
        own.ofDomain(ref.workspaceId, row.domain, texts),
      ])
      const byKeyword = Map.groupBy(points, ({ no }) => no)
      return {
        tracker,
        items: items.map((item) => presentKeyword(item, byKeyword.get(item.no) ?? [], { figures, pixels: row.pixels })),
        ...{ total, page, limit },
        share_of_voice: toShares(standings, row.domain, row.competitors),
        movers: toMovers(standings, row.depth),
        runs: runs.map(({ finished_at, by_hand, measured, gaps, ranked, average, top10, spent_usd }) => ({
          at: finished_at!.toISOString(),
          ...{ by_hand, measured, gaps, ranked, average, top10, spent_usd },
        })),
      }
    },

    /** @throws AppError conflict while paused, rate_limited (24 a day) */
    async run(ref: ResourceRef): Promise<RankTracker> {
      const { count, resets_at } = await rates.count(`ranks:${ref.id}`, runLimit.windowSeconds)
      if (count > runLimit.max)
        throw new AppError('rate_limited', `This tracker was run manually ${runLimit.max} times in a day.`, {
          reason: 'too_many_rank_runs',
          params: { max: runLimit.max },
          retryAfterSeconds: Math.max(1, Math.ceil((resets_at.getTime() - now().getTime()) / 1000)),
        })
      await db.transaction().execute(async (tx) => {
        const row = (await lockTracker(tx, ref)) ?? refuseMissingTracker()
        if (row.status === 'paused')
          throw new AppError('conflict', 'This tracker is paused. Resume it first.', { reason: 'tracker_paused' })
        if (!row.running) await updateTracker(tx, ref, { by_hand: true, take_at: now() })
      })
      due()
      return present(ref)
    },

    async setStatus(ref: ResourceRef, status: 'active' | 'paused'): Promise<RankTracker> {
      await db.transaction().execute(async (tx) => {
        const row = (await lockTracker(tx, ref)) ?? refuseMissingTracker()
        if (row.status === status) return
        const next = status === 'active' ? nextRun(row.id, row.frequency, now()) : null
        // A run in progress ends by itself: its lease stays.
        await updateTracker(tx, ref, { status, next_run_at: next, ...(row.running ? {} : { take_at: next }) })
      })
      return present(ref)
    },

    async remove(ref: ResourceRef) {
      if (!(await deleteTracker(db, ref))) refuseMissingTracker()
    },

    /** Trackers that ran since then; null where the workspace has none. */
    getChangesSince: (workspaceId: string, since: Date) => getRecentRankChanges(db, workspaceId, since),

    stopAll: (tx: Db, workspaceId: string) => stopTrackers(tx, workspaceId),
  }
}
