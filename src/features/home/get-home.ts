import type { Answers } from '#features/answers/service.ts'
import type { Batches } from '#features/bulk-writing/service.ts'
import type { Keywords } from '#features/keywords/service.ts'
import type { Listeners } from '#features/listeners/service.ts'
import type { Ranks } from '#features/ranks/service.ts'
import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { Reports } from '#features/reports/service.ts'
import type { Feedback } from '#features/review/feedback.ts'
import type { SiteWork } from '#features/sites/work.ts'
import type { Database } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import { fromErrorColumns } from '#platform/stored-error.ts'
import type { DraftItem, DueItem, FinishedItem, HomeBatch, HomeData, PlanWork, WorkItem } from './contract.ts'
import { collectFailures, type EndedReport } from './rules/collect-failures.ts'
import { maxFinished } from './rules/max-finished.ts'
import {
  type DraftRow,
  findDrafts,
  findEndedReports,
  findFailedDeliveries,
  findPausedListeners,
  findPlannedWork,
  findPosts,
  findWrittenDocuments,
  type PlannedWork,
  type PostRow,
  type WrittenRow,
} from './store/home-store.ts'
import { findMyWork, type MyWorkRow } from './store/my-work-store.ts'
import { recordVisit } from './store/visit-store.ts'

export type Home = ReturnType<typeof createHome>

type Dependencies = {
  db: Database
  reports: Reports
  listeners: Listeners
  keywords: Keywords
  ranks: Ranks
  answers: Answers
  batches: Batches
  siteWork: SiteWork
  feedback: Feedback
  now?: () => Date
}

const dayMs = 24 * 60 * 60 * 1000
const maxDue = 8

export function createHome(dependencies: Dependencies) {
  const {
    db,
    reports,
    listeners,
    keywords,
    ranks,
    answers,
    batches,
    siteWork,
    feedback,
    now = () => new Date(),
  } = dependencies
  return {
    /** What changed in a workspace since `since`, or since the caller's last visit. Only a person's own visit is recorded. */
    async get(actor: Pick<Actor, 'userId' | 'kind'>, workspaceId: string, given?: string): Promise<HomeData> {
      const previous = actor.kind === 'session' ? await recordVisit(db, workspaceId, actor.userId) : null
      const since = given ? new Date(given) : (previous ?? new Date(now().getTime() - dayMs))
      const [
        changes,
        ended,
        documents,
        posts,
        deliveries,
        paused,
        drafts,
        recent,
        rankChanges,
        answerChanges,
        recentBatches,
        decays,
        planned,
        recentFeedback,
        work,
      ] = await Promise.all([
        listeners.getChangesSince(workspaceId, since),
        findEndedReports(db, workspaceId, since),
        findWrittenDocuments(db, workspaceId, since),
        findPosts(db, workspaceId, since),
        findFailedDeliveries(db, workspaceId, since),
        findPausedListeners(db, workspaceId),
        findDrafts(db, workspaceId),
        reports.find(workspaceId, { page: 1, limit: 8 }),
        ranks.getChangesSince(workspaceId, since),
        answers.getChangesSince(workspaceId, since),
        batches.getChangesSince(workspaceId, since),
        siteWork.getChangesSince(workspaceId, since),
        findPlannedWork(db, workspaceId),
        feedback.getChangesSince(workspaceId, actor.userId, since),
        findMyWork(db, workspaceId, actor.userId),
      ])
      return {
        since: since.toISOString(),
        first_visit: !given && previous === null,
        failures: collectFailures({
          reports: ended.map(withStoredError),
          documents: documents.map(withStoredError),
          deliveries: deliveries.map(withStoredError),
          paused,
          now: now(),
        }),
        listeners: { ...changes, items: await withVolumes(workspaceId, changes.items) },
        site: decays,
        ranks: rankChanges,
        answers: answerChanges,
        batches: recentBatches.map(presentBatch),
        feedback: recentFeedback.map((item) => ({ ...item, link: `/app/content/${item.document_id}` })),
        finished: collectFinished(ended, documents, posts),
        drafts: drafts.map(presentDraft),
        drafts_total: drafts[0]?.total ?? 0,
        due: posts
          .filter(({ is_due }) => is_due)
          .slice(0, maxDue)
          .map(presentDue),
        plan: planned && presentPlanned(planned),
        my_work: { total: work.total, items: work.items.map(presentWork) },
        recent_reports: recent.items,
      }
    },
  }

  /** Adds volumes of the workspace's imports, the only ones known without asking a provider. */
  async function withVolumes(
    workspaceId: string,
    items: Awaited<ReturnType<Listeners['getChangesSince']>>['items'],
  ): Promise<HomeData['listeners']['items']> {
    const keys = items.map(({ text, language }) => keywordKeyIn(text, language))
    const metrics = await keywords.getMetrics(workspaceId, [...new Set(keys)])
    const volumes = new Map(metrics.map(({ key, metrics: { volume } }) => [key, volume]))
    return items.map(({ language: _, ...item }, index) => {
      const volume = volumes.get(keys[index]!)
      return {
        ...item,
        volume: volume?.value != null ? { value: volume.value, provider: volume.provider, as_of: volume.as_of } : null,
      }
    })
  }
}

const withStoredError = <Row extends Pick<EndedReport, 'error' | 'failure'>>(row: Row): Row => ({
  ...row,
  ...fromErrorColumns(row),
})

function collectFinished(ended: EndedReport[], documents: WrittenRow[], posts: PostRow[]): FinishedItem[] {
  const items: FinishedItem[] = [
    ...ended
      .filter(({ status, empty }) => status === 'done' && !empty)
      .map(({ id, query, found, at }) => ({
        kind: 'report' as const,
        _id: id,
        title: query,
        count: found,
        template: null,
        link: `/app/reports/${id}`,
        at: at.toISOString(),
      })),
    ...documents
      .filter(({ outcome }) => outcome === 'done')
      .map(({ id, title, template, words, at }) => ({
        kind: 'document' as const,
        _id: id,
        title,
        count: words,
        template,
        link: `/app/content/${id}`,
        at: at.toISOString(),
      })),
    ...posts
      .filter(({ is_due }) => !is_due)
      .map(({ id, title, document_id, at }) => ({
        kind: 'post' as const,
        _id: id,
        title,
        count: null,
        template: null,
        link: document_id ? `/app/content/${document_id}` : '/app/content/posts',
        at: at.toISOString(),
      })),
  ]
  return items.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, maxFinished)
}

const presentDraft = ({ id, updated_at, total: _, ...draft }: DraftRow): DraftItem => ({
  ...draft,
  _id: id,
  updated_at: updated_at.toISOString(),
  link: `/app/content/${id}`,
})

const presentDue = ({ id, title, document_id, at }: PostRow): DueItem => ({
  kind: 'post',
  _id: id,
  title,
  at: at.toISOString(),
  link: document_id ? `/app/content/${document_id}` : '/app/content/posts',
})

const presentPlanned = ({ plan_ids, items, late, due }: PlannedWork): PlanWork => ({
  ...{ late, due },
  items: items.map(({ id, plan_id, ...item }) => ({
    ...item,
    ...{ _id: id, plan_id, link: `/app/plan/${plan_id}/${id}` },
  })),
  // Only a single plan can show them all: the list of plans leads to the others.
  link: plan_ids.length === 1 ? `/app/plan/${plan_ids[0]}?due=${late > 0 ? 'late' : 'week'}` : '/app/plan',
})

const presentWork = ({ id, plan_id, ...item }: MyWorkRow): WorkItem => ({
  ...item,
  _id: id,
  link: plan_id ? `/app/plan/${plan_id}/${id}` : `/app/content/${id}`,
})

type RecentBatch = Awaited<ReturnType<Batches['getChangesSince']>>[number]

const presentBatch = ({ _id, name, status, reason, counts, total, overlaps, ...times }: RecentBatch): HomeBatch => ({
  ...{ _id, name, status, reason, total },
  ...{ done: counts.done, failed: counts.failed, overlaps: overlaps.length },
  at: times.finished_at ?? times.created_at,
  link: `/app/plan/batches/${_id}`,
})
