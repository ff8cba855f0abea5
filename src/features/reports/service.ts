import type { KeywordMeanings } from '#features/keywords/meanings.ts'
import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import type { Progress, ReportHead, SectionName, SourceState, Stage } from './contract.ts'
import { withErrorDetails } from './error-details.ts'
import { followProgress } from './events/report-events.ts'
import { createReportFollowers } from './events/report-follower.ts'
import { compareReports } from './export/compare-reports.ts'
import { createReportFindings } from './get-findings.ts'
import { createReportHighlights } from './get-highlights.ts'
import { createKeywordDetails } from './get-keyword.ts'
import { getHead, getReport, getSections, refuseMissingReport } from './get-report.ts'
import { createKeywordViews } from './keyword-views.ts'
import { listSources } from './list-sources.ts'
import { createOwnFigures, type OwnSites } from './own-figures.ts'
import type { ReadReport } from './report-reader.ts'
import { createRowSearch } from './rows/find-rows.ts'
import { createReportCancellation } from './runs/cancel-report.ts'
import { createReportCreation } from './runs/create-report.ts'
import { createReportDeletion } from './runs/delete-report.ts'
import { createReportRetry } from './runs/retry-report.ts'
import { findBriefingSources } from './store/briefing-sources-store.ts'
import { compactCounts, countByType, findTags, type HeadFilter } from './store/report-list-store.ts'
import {
  findHeads,
  findProgress,
  findProgressIn,
  locateReport,
  type ReportDetails,
  setHidden,
  updateDetails,
} from './store/store.ts'
import {
  findMainTopic,
  findWritingSources,
  findWritingTopic,
  isListReport,
  type SourcesOptions,
} from './store/writing-sources-store.ts'
import { createTopicEdits } from './topics/edit-topics.ts'
import { createPlanningTopics } from './topics/group-keywords.ts'
import { createTopicMeanings } from './topics/topic-meanings.ts'

export type Reports = ReturnType<typeof createReports>

export type ReportsDependencies = {
  db: Database
  read: ReadReport
  plans: Plans
  keywords: Keywords & { meanings: KeywordMeanings }
  sources: Map<SourceId, SearchSource>
  signals: Signals
  threads: Threads
  enqueue(tx: Db, work: Stage | 'columns', report: ResourceRef): Promise<void>
  /** How many new keywords the workspace's listeners found in their latest runs. */
  countNew(workspaceId: string): Promise<number>
  own: OwnSites
}

export function createReports(dependencies: ReportsDependencies) {
  const { db, read, plans, keywords, sources, signals, threads, enqueue, countNew, own } = dependencies
  const topicMeanings = createTopicMeanings(keywords)
  const followers = createReportFollowers({ db, signals })
  const cancellation = createReportCancellation({ db, plans, signals })
  const deletion = createReportDeletion({ db, cancel: cancellation.cancel })
  const rowSearch = createRowSearch({ db, read, makeColumns: (ref) => enqueue(db, 'columns', ref) })
  return {
    ...createReportCreation({ ...dependencies, meanings: topicMeanings }),
    ...cancellation,
    ...deletion,
    ...createReportRetry(dependencies),
    ...rowSearch,
    ...createTopicEdits({ db, threads, meanings: topicMeanings }),
    ...createKeywordDetails({ db, read }),
    ...createReportFindings({ db, read, countMatching: rowSearch.countMatching }),
    ...createReportHighlights({ db, read }),
    ...createKeywordViews({ db }),
    ...createPlanningTopics({ db, threads }),

    own: createOwnFigures({ db, own }),

    locate: (workspaceIds: string[], id: string) => locateReport(db, workspaceIds, id),

    async cleanUp() {
      await deletion.purge()
      await compactCounts(db)
    },

    listSources: (forStaff: boolean) => listSources(sources, forStaff),

    /** @throws AppError not_found when one of them is not in these workspaces. */
    async getProgress(workspaceIds: string[], ids: string[]): Promise<Progress[]> {
      const requestedIds = [...new Set(ids)]
      const found = (
        await Promise.all(workspaceIds.map((workspaceId) => findProgress(db, workspaceId, requestedIds)))
      ).flat()
      const byId = new Map(found.map((progress) => [progress._id, progress]))
      return requestedIds.map((id) => byId.get(id) ?? refuseMissingReport())
    },

    /** One report's progress and workspace; null when it's in none of these workspaces. */
    findProgress: (workspaceIds: string[], id: string) => findProgressIn(db, workspaceIds, id),

    /** Sends a report's progress until it ends. */
    follow: (ref: ResourceRef, send: SendEvent, signal: AbortSignal) => followProgress(followers, ref, send, signal),

    head: (ref: ResourceRef) => getHead(db, ref),
    get: (ref: ResourceRef, names?: readonly SectionName[]) => getReport(db, read, ref, names),
    sections: (ref: ResourceRef, names: readonly SectionName[]) => read(ref, (from) => getSections(from, ref, names)),
    withErrorDetails: (ref: ResourceRef, states: SourceState[]) => withErrorDetails(db, ref, states),
    compare: (a: ResourceRef, b: ResourceRef) => compareReports(db, read, a, b),

    /** Pages with their text, questions and terms, for writing. Null when the report doesn't exist. */
    forWriting: (ref: ResourceRef, options: SourcesOptions) => findWritingSources(db, ref, options),

    /** Keywords, questions and all pages, for the briefing of a text. Null when the report doesn't exist. */
    forBriefing: (ref: ResourceRef, options: SourcesOptions) => findBriefingSources(db, ref, options),

    /** A topic by id, or a list's main topic without one; null when there is none. */
    topicForWriting: (ref: ResourceRef, clusterId: string | null) =>
      clusterId ? findWritingTopic(db, ref, clusterId) : findMainTopic(db, ref),

    /** The keyword a report searched for; null for a list, whose name isn't a keyword. */
    async getKeyword(ref: ResourceRef): Promise<string | null> {
      return (await isListReport(db, ref)) ? null : (await getHead(db, ref)).query
    },

    async find(workspaceId: string, filter: HeadFilter) {
      return { ...(await findHeads(db, workspaceId, filter)), page: filter.page, limit: filter.limit }
    },

    async hide(ref: ResourceRef, hidden: boolean): Promise<ReportHead> {
      await setHidden(db, ref.workspaceId, ref.id, hidden)
      return getHead(db, ref)
    },

    /** An empty name is none. */
    async updateDetails(ref: ResourceRef, { title, ...details }: ReportDetails): Promise<ReportHead> {
      const changed = { ...details, ...(title === undefined ? {} : { title: title || null }) }
      if (Object.values(changed).some((value) => value !== undefined))
        await updateDetails(db, ref.workspaceId, ref.id, changed)
      return getHead(db, ref)
    },

    findTags: (workspaceId: string) => findTags(db, workspaceId),

    async overview(workspaceId: string) {
      const [totals_by_type, recent, { usage }, listeners_new] = await Promise.all([
        countByType(db, workspaceId),
        findHeads(db, workspaceId, { page: 1, limit: 8 }),
        plans.getWorkspaceUsage(workspaceId),
        countNew(workspaceId),
      ])
      return { totals_by_type, usage, recent: recent.items, listeners_new }
    },
  }
}
