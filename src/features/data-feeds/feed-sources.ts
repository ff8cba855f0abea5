import type { ContentPlans } from '#features/content-plan/service.ts'
import type { Lists } from '#features/keywords/lists.ts'
import type { Listeners } from '#features/listeners/service.ts'
import type { RankFeed } from '#features/ranks/rank-feed.ts'
import type { SectionName } from '#features/reports/contract.ts'
import type { ReportExports } from '#features/reports/export/export-report.ts'
import type { Reports } from '#features/reports/service.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { ExportColumn } from '#platform/table-export/export-file.ts'
import { tableDownload } from '#platform/table-export/table-download.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { FeedKind } from './contract.ts'

export type FeedFormat = 'csv' | 'json'

/** A kind of thing that feeds show. Both @throws AppError not_found */
type FeedSource = {
  getTitle(ref: ResourceRef): Promise<string>
  getFile(ref: ResourceRef, format: FeedFormat, section: SectionName | null): Promise<Response>
}

export type FeedSources = Record<FeedKind, FeedSource>

type Dependencies = {
  reports: Reports
  exports: ReportExports
  lists: Lists
  listeners: Listeners
  plans: ContentPlans
  ranks: RankFeed
  threads: Threads
}

const listenerColumns: ExportColumn[] = [
  { key: 'text', label: 'Keyword', type: 'text' },
  { key: 'type', label: 'Type', type: 'text' },
  { key: 'state', label: 'State', type: 'text' },
  { key: 'sources', label: 'Sources', type: 'text' },
  { key: 'first_seen', label: 'First seen', type: 'date' },
  { key: 'last_seen', label: 'Last seen', type: 'date' },
]

/** The tables that feeds show: the same as the exports of each screen. */
export function createFeedSources(dependencies: Dependencies): FeedSources {
  const { reports, exports, lists, listeners, plans, ranks, threads } = dependencies
  return {
    report: {
      getTitle: async (ref) => (await reports.get(ref, [])).query,
      getFile: (ref, format, section) => exports.file(ref, format, { section: section ?? 'keywords' }),
    },
    list: {
      getTitle: async (ref) => (await lists.get(ref, { sort: 'added_at', page: 1, limit: 1 })).list.name,
      getFile: (ref, format) => lists.file(ref, format, {}),
    },
    listener: {
      getTitle: async (ref) => (await listeners.single(ref, undefined, { secret: false })).listener.keyword,
      async getFile(ref, format) {
        const { listener, items } = await listeners.single(ref, undefined, { secret: false })
        return tableDownload(threads, format, {
          title: listener.keyword,
          meta: [['Last run', listener.last_run_at ?? '']],
          columns: listenerColumns,
          rows: items.map((item) => ({ ...item, sources: item.sources.join(', ') })),
        })
      },
    },
    plan: {
      getTitle: (ref) => plans.getName(ref),
      // Without the owners' emails: a feed is read without an account.
      getFile: (ref, format) => plans.feedFile(ref, format),
    },
    tracker: {
      getTitle: (ref) => ranks.getName(ref),
      getFile: (ref, format) => ranks.feedFile(ref, format),
    },
  }
}
