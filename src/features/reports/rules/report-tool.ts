import type { ReportHead } from '../contract.ts'

/** The allowance of the plan that a report uses. */
export const getReportTool = (head: Pick<ReportHead, 'sources' | 'type'>) =>
  head.type === 'clusters' && head.sources[0]?.id === 'imported' ? 'clusters' : 'reports'
