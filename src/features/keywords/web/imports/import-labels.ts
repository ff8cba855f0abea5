import { plural } from '#ui/format/format.ts'
import type { ImportKind, KeywordImport, TableSubject } from '../../contract.ts'

/** Names of file sources. */
export const importKindLabels: Record<ImportKind, string> = {
  search_console: 'Google Search Console',
  bing_webmaster: 'Bing Webmaster Tools',
  google_analytics: 'Google Analytics',
  google_trends: 'Google Trends',
  keyword_planner: 'Google Keyword Planner',
  paid_search: 'Ads report',
  semrush: 'Semrush',
  ahrefs: 'Ahrefs',
  moz: 'Moz',
  answer_the_public: 'AnswerThePublic',
  alsoasked: 'AlsoAsked',
  serpbear: 'SerpBear',
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
  history: 'monthly volume',
  volume_low: 'lowest volume',
  volume_high: 'highest volume',
  bid_low: 'CPC (low bid)',
  bid_high: 'CPC (high bid)',
  competition_index: 'competition',
  updated: 'date',
  trend: 'interest over time',
  interest: 'interest over time',
  trends_list: 'top or rising',
  trends_value: 'interest or growth',
  parent: 'parent question',
  serp_features: 'SERP features',
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

const delimiterLabels: Record<string, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' }

export const delimiterLabel = (delimiter: string) => delimiterLabels[delimiter] ?? delimiter

/** How a file was read, in one line: "windows-1250 · Semicolon · decimal comma". */
export function describeReading({ encoding, delimiter, decimal, date_order, date_from }: Reading): string {
  return [
    `encoding ${encoding}`,
    delimiter && `columns separated by ${delimiterLabel(delimiter).toLowerCase()}`,
    decimal === ',' ? 'decimal comma' : 'decimal point',
    date_order && (date_order === 'dmy' ? 'dates with the day first' : 'dates with the month first'),
    date_from === 'file_name' && 'date from the file name',
    date_from === 'chosen' && 'date set by hand',
  ]
    .filter(Boolean)
    .join(', ')
}
type Reading = NonNullable<KeywordImport['reading']>

export const keywordColumnNotes: Record<Reading['keyword_column']['basis'], string | null> = {
  header: null,
  only: null,
  contents: 'chosen by its contents',
  chosen: 'set by hand',
}
