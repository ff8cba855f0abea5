import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { ExportColumn } from '#platform/table-export/export-file.ts'
import { type TableFile, tableDownload } from '#platform/table-export/table-download.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { maxKeywords } from './contract.ts'
import { presentMeasured, showDomain, toShares } from './present-tracker.ts'
import { gapWords, notCheckedYet } from './rules/gap-words.ts'
import { refuseMissingTracker } from './run-rank-check.ts'
import type { KeywordRow } from './store/check-store.ts'
import { findKeywords, findStandings } from './store/history-store.ts'
import { findTracker, type TrackerRow } from './store/tracker-store.ts'

export type RankFeed = ReturnType<typeof createRankFeed>

const columns: ExportColumn[] = [
  { key: 'keyword', label: 'Keyword', type: 'text' },
  { key: 'position', label: 'Position', type: 'number' },
  { key: 'no_position', label: 'No position because', type: 'text' },
  { key: 'pixels', label: 'Pixels from the top', type: 'number' },
  { key: 'checked_at', label: 'Checked', type: 'date' },
  { key: 'previous', label: 'Previous position', type: 'number' },
  { key: 'change', label: 'Change', type: 'text' },
  { key: 'best', label: 'Best position', type: 'number' },
  { key: 'url', label: 'Ranking URL', type: 'text' },
  { key: 'device', label: 'Device', type: 'text' },
  { key: 'country', label: 'Country', type: 'text' },
  { key: 'language', label: 'Language', type: 'text' },
  { key: 'features', label: 'SERP features', type: 'text' },
]
/** Of the whole tracker, so the same on every row. */
const shareColumn: ExportColumn = { key: 'share_of_voice', label: 'Share of voice of the tracker', type: 'number' }

type Share = ReturnType<typeof toShares>[number]

/** A tracker as a table, one row per keyword. Without a measurement there is no share of voice, and no column for it. */
export function toRankTable(tracker: TrackerRow, keywords: KeywordRow[], shares: Share[]): TableFile {
  const { device, country, language, depth, last_run_at } = tracker
  const share = shares[0]?.share ?? null
  return {
    title: showDomain(tracker.domain),
    meta: [
      ['Last run', last_run_at?.toISOString() ?? ''],
      ['Depth', String(depth)],
      ...shares.flatMap(({ domain, share }): [string, string][] =>
        share === null ? [] : [[`Share of voice: ${domain}`, String(roundShare(share))]],
      ),
    ],
    columns: [
      ...columns.filter(({ key }) => key !== 'pixels' || tracker.pixels),
      ...(share === null ? [] : [shareColumn]),
    ],
    rows: keywords.map((row) => {
      const { position, pixels, reason, url, features, ...measured } = presentMeasured(row, [], tracker.pixels)
      const { keyword, checked_at, previous, change, best } = measured
      return {
        ...{ keyword, position, pixels, checked_at, previous, change, best, url, device, country, language },
        no_position: position !== null ? null : reason ? gapWords[reason] : notCheckedYet,
        features: features.join(', '),
        share_of_voice: share === null ? null : roundShare(share),
      }
    }),
  }
}

const roundShare = (share: number) => Math.round(share * 10_000) / 10_000

/** A tracker as a table that is read without an account. Both @throws AppError not_found */
export function createRankFeed({ db, threads }: { db: Database; threads: Threads }) {
  const requireTracker = async (ref: ResourceRef) => (await findTracker(db, ref)) ?? refuseMissingTracker()
  return {
    getName: async (ref: ResourceRef) => showDomain((await requireTracker(ref)).domain),

    async feedFile(ref: ResourceRef, format: 'csv' | 'json') {
      const tracker = await requireTracker(ref)
      const [{ items }, standings] = await Promise.all([
        findKeywords(db, ref, { page: 1, limit: maxKeywords, sort: 'keyword', q: '' }),
        findStandings(db, ref),
      ])
      const shares = toShares(standings, tracker.domain, tracker.competitors)
      return tableDownload(threads, format, toRankTable(tracker, items, shares))
    },
  }
}
