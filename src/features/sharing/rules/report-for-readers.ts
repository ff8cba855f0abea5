import type { Report, SectionName } from '#features/reports/contract.ts'

/** Without what concerns its workspace alone: id, credits, costs, and what members wrote about it. */
export function forReaders({ tags, note, favorite, ...report }: Report, title: string): Report {
  return {
    ...report,
    title,
    workspace_id: '',
    units: 0,
    cost_usd: 0,
    spent_usd: 0,
    max_cost_usd: null,
    sources: report.sources.map((source) => ({ ...source, spent_usd: 0 })),
  }
}

/** Keywords that sources found: template phrases are rows too. */
export const countFound = ({ rows, empty, sections }: Pick<Report, 'rows' | 'empty' | 'sections'>): number =>
  empty ? 0 : rows - (sections.overview?.counts.ideas ?? 0)

/** Findings name keywords, so only readers of both sections get them. Before the end of a report they would change. */
export const showsFindings = (
  { finished_at }: Pick<Report, 'finished_at'>,
  sections: readonly SectionName[],
): boolean =>
  finished_at !== null &&
  sections.includes('overview') &&
  sections.includes('keywords') &&
  sections.includes('questions')
