import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { type ExportColumn, type ExportRow, exportTable } from '#platform/table-export/export-file.ts'
import { findImportIds } from './store/account-export-store.ts'
import { findImport, findImportRows } from './store/store.ts'

const rowsAtATime = 5000

const columns: ExportColumn[] = (
  [
    ['line', 'Line', 'number'],
    ['keyword', 'Keyword'],
    ['volume', 'Search volume', 'number'],
    ['volume_low', 'Volume low', 'number'],
    ['volume_high', 'Volume high', 'number'],
    ['impressions', 'Impressions', 'number'],
    ['clicks', 'Clicks', 'number'],
    ['ctr', 'CTR', 'number'],
    ['position', 'Position', 'number'],
    ['cpc', 'CPC', 'money'],
    ['currency', 'Currency'],
    ['competition', 'Competition', 'number'],
    ['difficulty', 'KD', 'number'],
    ['url', 'URL'],
    ['serp', 'Results'],
    ['monthly', 'By month'],
    ['interest', 'Interest over time'],
    ['trends', 'Google Trends'],
    ['parent', 'Parent question'],
    ['depth', 'Depth', 'number'],
  ] as [string, string, ExportColumn['type']?][]
).map(([key, label, type = 'text']) => ({ key, label, type }))

export function exportImports(db: Database): ExportPart {
  async function* rows(workspaceId: string, importId: string): AsyncGenerator<ExportRow> {
    let after = 0
    for (;;) {
      const found = await findImportRows(db, workspaceId, importId, after, rowsAtATime)
      for (const { line, text, data } of found) {
        const { volume, cpc, monthly, serp, interest, trends, ...plain } = data
        yield {
          ...plain,
          line,
          keyword: text,
          volume: volume?.value,
          volume_low: volume?.low,
          volume_high: volume?.high,
          cpc: cpc?.value,
          currency: cpc?.currency,
          serp: serp?.join(' '),
          monthly: monthly
            ?.map(({ t, v, low, high }) => `${t.slice(0, 7)}: ${v ?? `${low ?? ''}–${high ?? ''}`}`)
            .join(', '),
          interest: interest?.map(({ t, v }) => `${t}: ${v}`).join(', '),
          trends: trends?.map(({ list, value, breakout }) => `${list}: ${breakout ? 'breakout' : value}`).join(', '),
        }
      }
      if (found.length < rowsAtATime) return
      after = found.at(-1)!.line
    }
  }
  return {
    about: [
      ['workspaces/*/imports/*.json', 'an imported keyword file: its name, columns and skipped rows'],
      ['workspaces/*/imports/*.csv', 'the rows imported from it'],
    ],
    async *files({ ownedIds }) {
      for (const workspaceId of ownedIds) {
        for (const id of await findImportIds(db, workspaceId)) {
          const about = await findImport(db, workspaceId, id)
          if (!about) continue
          const path = `${workspaceFolder(workspaceId)}/imports/${id}`
          yield jsonFile(`${path}.json`, about)
          const table = { title: about.file_name, meta: [], columns, rows: rows(workspaceId, id) }
          const { body } = await exportTable('csv', table)
          yield { path: `${path}.csv`, content: body as ReadableStream<Uint8Array> }
        }
      }
    },
  }
}
