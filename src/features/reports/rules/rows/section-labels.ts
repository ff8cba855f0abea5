import type { SectionName } from '../../contract.ts'

/** What people call the parts of a report. */
export const sectionLabels: Record<SectionName, string> = {
  overview: 'Overview',
  keywords: 'Keywords',
  questions: 'Questions',
  comparisons: 'Comparisons',
  prepositions: 'Prepositions',
  alphabeticals: 'A–Z',
  related: 'Related',
  people_also_ask: 'People Also Ask',
  discussions: 'Discussions',
  serp: 'Pages',
  clusters: 'Topics',
  terms: 'Terms',
  trend: 'Trend',
}
