import { plural } from '#ui/format/format.ts'
import type { ImportEncoding, ImportKind, KeywordImport, TableSubject } from '../../contract.ts'

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

const encodingLabels: Record<ImportEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-874': 'Thai (Windows-874)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'iso-8859-7': 'Greek (ISO 8859-7)',
  'iso-8859-9': 'Turkish (ISO 8859-9)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean (EUC-KR)',
  gb18030: 'Chinese (GB18030)',
  big5: 'Chinese (Big5)',
}

/** Name of an encoding with the languages it's for. One that has no name here stands as it's written. */
export const encodingLabel = (encoding: string) => (encodingLabels as Record<string, string>)[encoding] ?? encoding

/** How a file was read, in one line: "encoding UTF-8, columns separated by comma, decimal point". */
export function describeReading({ encoding, delimiter, decimal, date_order, date_from }: Reading): string {
  return [
    `encoding ${encodingLabel(encoding)}`,
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
