import type { ReportHead, ReportStatus, ReportType, Stage } from '../contract.ts'

/** What reports are called on screens. */

export const reportTypeLabels: Record<ReportType, string> = {
  topic: 'Topic',
  questions: 'Questions',
  outline: 'Outline',
  clusters: 'Topics of a list',
}

export const reportTypeLines: Record<ReportType, string> = {
  topic: 'All that is asked about one subject: questions, comparisons, A to Z, and the pages that rank.',
  questions: 'Only its questions, with less to ask of each source.',
  outline: 'The pages that rank, taken apart into headings and terms to build on.',
  clusters: 'Your own keywords, grouped into topics.',
}

export const statusLabels: Record<ReportStatus, string> = {
  queued: 'Waiting',
  running: 'Listening',
  partial: 'Listening',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Stopped',
}

export const stageLines: Record<Stage, string> = {
  collect: 'Asking the sources',
  pages: 'Reading the pages that rank',
  analyse: 'Sorting what was found',
  enrich: 'Adding volumes and trend',
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
