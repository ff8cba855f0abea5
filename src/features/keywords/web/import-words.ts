import type { ImportKind } from '../contract.ts'

/** Files by the names of where they come from. */
export const importKindLabels: Record<ImportKind, string> = {
  search_console: 'Google Search Console',
  keyword_planner: 'Google Keyword Planner',
  semrush: 'Semrush',
  ahrefs: 'Ahrefs',
  generic: 'List of keywords',
}

const fieldLabels: Record<string, string> = {
  text: 'keyword',
  keyword: 'keyword',
  volume: 'volume',
  impressions: 'impressions',
  clicks: 'clicks',
  ctr: 'click rate',
  position: 'position',
  cpc: 'CPC',
  competition: 'competition',
  difficulty: 'difficulty',
  url: 'address',
  monthly: 'monthly volume',
}

export const importFieldLabel = (field: string) => fieldLabels[field] ?? field.replaceAll('_', ' ')

export const acceptedFiles = '.csv,.tsv,.txt,.xlsx,.zip'
