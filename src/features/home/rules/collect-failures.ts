import type { ReportStatus, SourceState } from '#features/reports/contract.ts'
import type { Failure } from '#kit/errors.ts'
import type { HomeFailure } from '../contract.ts'

type Stored = { error: string | null; failure: Failure | null }

export type EndedReport = Stored & {
  id: string
  query: string
  status: ReportStatus
  empty: boolean
  rows: number
  /** Without template phrases. */
  found: number
  sources: SourceState[]
  at: Date
}

export type WrittenDocument = Stored & {
  id: string
  title: string
  /** How the latest generation ended. */
  outcome: 'done' | 'cut' | 'failed'
  words: number
  at: Date
}

export type FailedDeliveries = Stored & { listener_id: string; keyword: string; count: number; at: Date }

/** Failures, one line per cause: a report or document that failed, a source that failed in several reports, a webhook, a plan's limit. */
export function collectFailures(of: {
  reports: EndedReport[]
  documents: WrittenDocument[]
  deliveries: FailedDeliveries[]
  paused: { count: number; limit: number } | null
  now: Date
}): HomeFailure[] {
  const failures: HomeFailure[] = [
    ...of.reports
      .filter(({ status }) => status === 'failed')
      .map((report) => ({
        kind: 'report' as const,
        subject_id: report.id,
        title: report.query,
        count: 1,
        error: report.error,
        failure: report.failure,
        link: `/app/reports/${report.id}`,
        at: report.at.toISOString(),
      })),
    ...collectFailedSources(of.reports),
    ...of.documents
      .filter(({ outcome }) => outcome !== 'done')
      .map((document) => ({
        kind: 'document' as const,
        subject_id: document.id,
        title: document.title,
        count: 1,
        error: document.error,
        failure: document.failure,
        link: `/app/content/${document.id}`,
        at: document.at.toISOString(),
      })),
    ...of.deliveries.map((delivery) => ({
      kind: 'webhook' as const,
      subject_id: delivery.listener_id,
      title: delivery.keyword,
      count: delivery.count,
      error: delivery.error,
      failure: delivery.failure,
      link: `/app/listeners/${delivery.listener_id}`,
      at: delivery.at.toISOString(),
    })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  if (of.paused)
    failures.unshift({
      kind: 'listeners_paused',
      subject_id: null,
      title: 'Listeners',
      count: of.paused.count,
      error: `The plan allows ${of.paused.limit} active listeners.`,
      failure: null,
      link: '/app/listeners',
      at: of.now.toISOString(),
    })
  return failures
}

/** Sources that failed in finished reports, one line per source, with the latest reason. `reports`: latest first. */
function collectFailedSources(reports: EndedReport[]): HomeFailure[] {
  const bySource = new Map<string, HomeFailure>()
  for (const report of reports) {
    if (report.status !== 'done') continue
    for (const source of report.sources) {
      if (source.state !== 'failed') continue
      const known = bySource.get(source.id)
      if (known) known.count += 1
      else
        bySource.set(source.id, {
          kind: 'source',
          subject_id: report.id,
          title: source.label,
          count: 1,
          error: source.error ?? null,
          failure: source.failure ?? null,
          link: `/app/reports/${report.id}`,
          at: report.at.toISOString(),
        })
    }
  }
  return [...bySource.values()]
}
