import { plural } from '#ui/format/format.ts'
import type { ImportKind, KeywordImport, TableSubject } from '../../contract.ts'

/** Names of file sources. */
export const importKindLabels: Record<ImportKind, string> = {
  search_console: 'Google Search Console',
  keyword_planner: 'Google Keyword Planner',
  semrush: 'Semrush',
  ahrefs: 'Ahrefs',
  serp: 'SERP results',
  generic: 'Keyword list',
}

const fieldLabels: Record<string, string> = {
  text: 'keyword',
  keyword: 'keyword',
  volume: 'volume',
  impressions: 'impressions',
  clicks: 'clicks',
  ctr: 'CTR',
  position: 'position',
  cpc: 'CPC',
  competition: 'competition',
  difficulty: 'KD',
  url: 'URL',
  topic: 'topic',
  parent_topic: 'parent topic',
  monthly: 'monthly volume',
}

export const importFieldLabel = (field: string) => fieldLabels[field] ?? field.replaceAll('_', ' ')

const tableRows: Record<TableSubject, [one: string, many: string]> = {
  keywords: ['keyword', 'keywords'],
  pages: ['page', 'pages'],
  countries: ['country', 'countries'],
  devices: ['device', 'devices'],
  dates: ['day', 'days'],
  other: ['row', 'rows'],
}

/** For example "Pages.csv (120 pages)". */
export const leftOutTable = ({ name, holds, rows }: KeywordImport['left_out'][number]) =>
  `${name} (${rows === null ? tableRows[holds][1] : plural(rows, ...tableRows[holds])})`

export const acceptedFiles = '.csv,.tsv,.txt,.xlsx,.zip'
