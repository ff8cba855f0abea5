import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { storable } from '#platform/sanitize-text.ts'
import type { LimitReached, Threads } from '#platform/threads/worker-threads.ts'
import type { Referrals } from '../contract-visits.ts'
import type { ReferralExport, ReferralRow } from '../rules/visits/read-referrals.ts'
import { deleteReferrals, findReferrals, type ReferralRecord, replaceReferrals } from '../store/referral-store.ts'
import { lockSite } from '../store/visit-store.ts'
import type { ReferralsTask } from './referrals-thread.ts'

const maxPages = 50

/** Sessions that came from assistants, of an export of Google Analytics. */
export function createReferrals({ db, threads }: { db: Database; threads: Threads }) {
  return {
    /** @throws AppError when the file has no sources or sessions, or exceeds a limit */
    async upload(site: ResourceRef, userId: string, { name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> }) {
      const read = await threads.run<ReferralExport>(
        new URL('./referrals-thread.ts', import.meta.url),
        { bytes, fileName: name } satisfies ReferralsTask,
        { pool: 'imports', turn: userId, tooMuch: tooMuchFile, transfer: [bytes.buffer] },
      )
      return db.transaction().execute(async (tx) => {
        if (!(await lockSite(tx, site)))
          throw new AppError('not_found', 'This workspace has no such site.', { reason: 'site_missing' })
        await replaceReferrals(tx, site, storable({ ...read, fileName: name.slice(0, 200), userId }))
        return { referrals: present((await findReferrals(tx, site))!) }
      })
    },

    async get(site: ResourceRef) {
      const found = await findReferrals(db, site)
      return { referrals: found && present(found) }
    },

    remove: (site: ResourceRef) => deleteReferrals(db, site),
  }
}

const sum = (rows: readonly ReferralRow[]) => rows.reduce((all, { sessions }) => all + sessions, 0)

function present({ rows, total, created_at, ...read }: ReferralRecord): Referrals {
  const assistants = [...Map.groupBy(rows, ({ assistant }) => assistant)].map(([assistant, list]) => ({
    assistant,
    sources: [...new Set(list.map(({ source }) => source))].sort(),
    sessions: sum(list),
    pages: [...Map.groupBy(list, ({ page }) => page)]
      .map(([page, same]) => ({ page, sessions: sum(same) }))
      .sort((a, b) => b.sessions - a.sessions)
      .slice(0, maxPages),
  }))
  return {
    ...{ ...read, rows: total, sessions: sum(rows), created_at: created_at.toISOString() },
    assistants: assistants.sort((a, b) => b.sessions - a.sessions),
  }
}

const tooMuchFile = ({ kind, seconds }: LimitReached) =>
  new AppError(
    'too_large',
    `Reading the file ${kind === 'time' ? `took over ${seconds} seconds` : 'needs too much memory'}.`,
    {
      field: 'file',
      reason: 'log_too_slow',
    },
  )
