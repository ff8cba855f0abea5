import type { ReportHead, ReportStatus, ReportType, Stage } from '../contract.ts'

/** What reports are called on screens. */

export const reportTypeLabels: Record<ReportType, string> = {
  topic: 'Topic',
  questions: 'Questions',
  outline: 'Outline',
  clusters: 'Keyword clusters',
}

export const reportTypeLines: Record<ReportType, string> = {
  topic: 'Everything people ask about a topic: questions, comparisons, A–Z and ranking pages.',
  questions: 'Questions only. Faster.',
  outline: 'Headings and terms of the ranking pages, to build on.',
  clusters: 'Group your own keywords into topics.',
}

export const statusLabels: Record<ReportStatus, string> = {
  queued: 'Queued',
  running: 'Running',
  partial: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Stopped',
}

export const stageLines: Record<Stage, string> = {
  collect: 'Querying sources',
  pages: 'Reading ranking pages',
  analyse: 'Analyzing results',
  enrich: 'Adding volumes and trends',
  done: 'Done',
}

/** Not at its end yet. */
export const isActive = ({ status }: Pick<ReportHead, 'status'>) =>
  status === 'queued' || status === 'running' || status === 'partial'

/** A list of keywords rather than one query: it cannot be asked again from its head alone. */
export const isList = ({ type, sources }: Pick<ReportHead, 'type' | 'sources'>) =>
  type === 'clusters' && sources.some((source) => source.id === 'imported')

/** The written world took part: it is labelled wherever it shows. */
export const hasSample = ({ sources }: Pick<ReportHead, 'sources'>) =>
  sources.some((source) => source.id === 'sample' && source.state !== 'skipped')

/** Ran to its end, yet some of what it asked did not answer. */
export const failedSources = ({ sources }: Pick<ReportHead, 'sources'>) =>
  sources.filter((source) => source.state === 'failed')

export const reportHref = (id: string) => `/app/reports/${id}`

/** What a report is called: the name someone gave it, or its query. */
export const getReportName = ({ title, query }: Pick<ReportHead, 'title' | 'query'>) => title || query
