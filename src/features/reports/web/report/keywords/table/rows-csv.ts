import { getOwnPeriod } from '../../../../rules/rows/own-period.ts'
import { sourceLabel, typeLabels } from '../../../keyword-labels.ts'
import { type TableRow, withoutFormula } from './table-model.ts'

type Column = [label: string, value: (row: TableRow) => string | number | null | undefined]

/** As the server's files of rows, without what only it knows. */
const csvColumns: Column[] = [
  ['Keyword', (row) => row.text],
  ['Type', (row) => typeLabels[row.type]],
  ['Search volume', (row) => row.volume?.value],
  ['Volume from', (row) => row.volume?.low],
  ['Volume to', (row) => row.volume?.high],
  ['Volume source', (row) => row.volume && sourceLabel(row.volume.provider)],
  ['Volume date', (row) => row.volume?.as_of?.slice(0, 10)],
  ['Difficulty', (row) => row.difficulty],
  ['CPC', (row) => row.cpc?.value],
  ['Currency', (row) => row.cpc?.currency],
  ['Competition', (row) => row.competition],
  ['Intent', (row) => row.intent?.main],
  ['Popularity', (row) => row.popularity],
  ['Impressions', (row) => row.impressions],
  ['Clicks', (row) => row.clicks],
  ['CTR', (row) => row.ctr],
  ['Position', (row) => row.position],
  ['Your page', (row) => row.own?.page],
  ['Your rank', (row) => row.own?.position],
  ['Your clicks', (row) => row.own?.clicks],
  ['Your impressions', (row) => row.own?.impressions],
  ['Your rank period', (row) => row.own && getOwnPeriod(row.own)],
  ['Sources', (row) => row.sources.map(sourceLabel).join(', ')],
]

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A file of rows for spreadsheets: commas, a header, and empty cells for unknown numbers. */
export function toCsv(rows: readonly TableRow[]): string {
  const lines = [csvColumns.map(([label]) => label)]
  for (const row of rows)
    lines.push(
      csvColumns.map(([, getValue]) => {
        const value = getValue(row)
        return typeof value === 'string' ? withoutFormula(value) : String(value ?? '')
      }),
    )
  return `${lines.map((line) => line.map(quote).join(',')).join('\r\n')}\r\n`
}
