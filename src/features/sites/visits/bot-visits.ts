import { createHash, randomUUIDv7 } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { storable } from '#platform/sanitize-text.ts'
import type { LimitReached, Threads } from '#platform/threads/worker-threads.ts'
import type { BotVisits, VisitLogRecord } from '../contract-visits.ts'
import { addDays } from '../rules/days.ts'
import { type Counted, mergeDay } from '../rules/visits/merge-visits.ts'
import { visitingBots } from '../rules/visits/visiting-bots.ts'
import { findSite } from '../store/site-store.ts'
import {
  addVisits,
  type BotSum,
  countCrawledPages,
  countVisitedPages,
  deleteVisits,
  findBotPages,
  findLastVisitDay,
  findLastVisits,
  findLog,
  findLogs,
  findSeenLines,
  findTopPages,
  findVisitCoverage,
  insertLog,
  type LogRecord,
  lockSite,
  saveSeenLines,
  sumBots,
  type VisitCount,
} from '../store/visit-store.ts'
import type { VisitKey, VisitLog, VisitLogTask } from './visit-log-thread.ts'

export type BotVisitCalls = ReturnType<typeof createBotVisits>

type Upload = { name: string; bytes: Uint8Array<ArrayBuffer> }
type RequestedDays = { from?: string | undefined; to?: string | undefined }

const usualDays = 28
const topPages = 5
const maxLogs = 50
const maxUnpackedBytes = 1_000_000_000
/** Pages of a bot that one log adds to a day. */
const maxPaths = 2000

/** Visits of AI crawlers, counted from server logs that people upload. */
export function createBotVisits({ db, threads }: { db: Database; threads: Threads }) {
  /** The 28 days up to the last one that a log has, unless the call says otherwise. Null without logs. */
  async function getPeriod(site: ResourceRef, given: RequestedDays) {
    const to = given.to ?? (await findLastVisitDay(db, site))
    return to === null ? null : { from: given.from ?? addDays(to, 1 - usualDays), to }
  }

  return {
    /** Counts the visits of a log once. @throws AppError when it isn’t one, or exceeds a limit */
    async upload(ref: ResourceRef, userId: string, { name, bytes }: Upload) {
      const site = (await findSite(db, ref)) ?? refuseMissingSite()
      const digest = createHash('sha256').update(bytes).digest('hex')
      const known = await findLog(db, ref, digest)
      if (known) return { log: presentLog(known), repeated: true }
      const read = await threads.run<VisitLog>(
        new URL('./visit-log-thread.ts', import.meta.url),
        { bytes, site: site.url, maxUnpackedBytes } satisfies VisitLogTask,
        { pool: 'imports', turn: userId, tooMuch: tooMuchLog, transfer: [bytes.buffer] },
      )
      return db.transaction().execute(async (tx) => {
        if (!(await lockSite(tx, ref))) refuseMissingSite()
        const existing = await findLog(tx, ref, digest)
        if (existing) return { log: presentLog(existing), repeated: true }
        const added = await saveDays(tx, ref, read)
        const { lines, visits, unread, elsewhere, days } = read
        const id = randomUUIDv7()
        await insertLog(tx, ref, {
          ...{ id, digest, lines, visits, added, unread, elsewhere, userId },
          file_name: storable(name).slice(0, 200),
          from_day: days[0]?.day ?? null,
          to_day: days.at(-1)?.day ?? null,
        })
        return { log: presentLog((await findLog(tx, ref, digest))!), repeated: false }
      })
    },

    async get(site: ResourceRef, given: RequestedDays) {
      const [period, logs] = await Promise.all([getPeriod(site, given), findLogs(db, site, maxLogs)])
      const [crawled, last] = await Promise.all([countCrawledPages(db, site), findLastVisits(db, site)])
      const crawled_pages = crawled > 0 ? crawled : null
      const shown = { crawled_pages, logs: logs.map(presentLog) }
      if (!period) return { from: null, to: null, days: 0, incomplete: false, bots: [], ...shown }
      const [coverage, sums, top, visited] = await Promise.all([
        findVisitCoverage(db, site, period),
        sumBots(db, site, period),
        findTopPages(db, site, period, topPages),
        countVisitedPages(db, site, period),
      ])
      const pages = Map.groupBy(top, ({ bot }) => bot)
      const byBot = Map.groupBy(sums, ({ bot }) => bot)
      const bots = visitingBots.map((about) => {
        const { bot } = about
        return presentBot(about, byBot.get(bot) ?? [], {
          last_at: last.get(bot)?.toISOString() ?? null,
          pages: (pages.get(bot) ?? []).map(({ path, visits }) => ({ path, visits })),
          unvisited: crawled_pages === null ? null : crawled_pages - (visited.get(bot) ?? 0),
        })
      })
      return { ...period, ...coverage, ...shown, bots: bots.sort((a, b) => b.visits - a.visits) }
    },

    async pages(
      site: ResourceRef,
      input: RequestedDays & { bot: string; view: 'visited' | 'unvisited'; page: number; limit: number },
    ) {
      const { page, limit } = input
      const period = await getPeriod(site, input)
      if (!period) return { items: [], total: 0, page, limit }
      const { rows, total } = await findBotPages(db, site, period, input)
      return { items: rows.map((row) => ({ ...row, last_at: row.last_at?.toISOString() ?? null })), total, page, limit }
    },

    remove: (site: ResourceRef) => db.transaction().execute((tx) => deleteVisits(tx, site)),
  }
}

/** Adds what no earlier log had. Returns how many visits that were. */
async function saveDays(tx: Tx, site: ResourceRef, { days, keys }: VisitLog): Promise<number> {
  let added = 0
  for (const lines of days) {
    // A day can have hundreds of thousands of lines: other requests come in between.
    await nextTurn()
    const { counts, seen } = mergeDay(await findSeenLines(tx, site, lines.day), lines)
    if (seen === null) continue
    added += counts.reduce((sum, { visits }) => sum + visits, 0)
    await saveSeenLines(tx, site, lines.day, seen)
    if (counts.length > 0) await addVisits(tx, site, lines.day, limitPaths(counts, keys))
  }
  return added
}

/** Puts pages beyond the limit of each bot together, those visited least. */
function limitPaths(counts: readonly Counted[], keys: readonly VisitKey[]): VisitCount[] {
  const paths = new Map<string, number>()
  const rows = new Map<string, VisitCount>()
  for (const { key, visits, last } of counts.toSorted((a, b) => b.visits - a.visits)) {
    const { bot, kind, status, path: given } = storable(keys[key]!)
    const known = paths.get(bot) ?? 0
    const path = given !== '' && known >= maxPaths ? '' : given
    if (path !== '') paths.set(bot, known + 1)
    const name = `${bot}\n${kind}\n${path}\n${status}`
    const row = rows.get(name)
    if (row) {
      row.visits += visits
      row.last = Math.max(row.last, last)
    } else rows.set(name, { bot, kind, path, status, visits, last })
  }
  return [...rows.values()]
}

function presentBot(
  { bot, vendor, purpose, about }: (typeof visitingBots)[number],
  sums: readonly BotSum[],
  more: Pick<BotVisits, 'last_at' | 'pages' | 'unvisited'>,
): BotVisits {
  const count = (kind: BotSum['kind']) =>
    sums.filter((sum) => sum.kind === kind).reduce((all, { visits }) => all + visits, 0)
  const ofPages = sums.filter(({ kind }) => kind === 'page')
  const byStatus = Map.groupBy(ofPages, ({ status }) => status)
  return {
    ...{ bot, vendor, purpose, about, ...more },
    ...{ visits: count('page'), files: count('file'), robots: count('robots') },
    statuses: [...byStatus]
      .map(([status, list]) => ({ status, visits: list.reduce((all, { visits }) => all + visits, 0) }))
      .sort((a, b) => b.visits - a.visits || a.status - b.status),
  }
}

const presentLog = ({ id, from_day, to_day, digest: _, created_at, ...log }: LogRecord): VisitLogRecord => ({
  ...{ _id: id, ...log, from: from_day, to: to_day, created_at: created_at.toISOString() },
})

const tooMuchLog = ({ kind, seconds }: LimitReached) =>
  new AppError(
    'too_large',
    `Reading the log ${kind === 'time' ? `took over ${seconds} seconds` : 'needs too much memory'}.`,
    {
      field: 'file',
      reason: 'log_too_slow',
    },
  )

function refuseMissingSite(): never {
  throw new AppError('not_found', 'This workspace has no such site.', { reason: 'site_missing' })
}
