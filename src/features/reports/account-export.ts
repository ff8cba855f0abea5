import { type ExportPart, workspaceFolder } from '#kit/account-export-part.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { rowSections, sectionNames } from './contract.ts'
import type { ReportExports } from './export/export-report.ts'
import type { Reports } from './service.ts'
import { findReportIds } from './store/account-export-store.ts'

const listedSections = sectionNames.filter((name) => !(rowSections as readonly string[]).includes(name))

export function exportReports(
  db: Database,
  { reports, exports }: { reports: Reports; exports: ReportExports },
): ExportPart {
  /** As `/reports/get` answers it, but with every row, under `keywords` once. */
  async function* whole(ref: ResourceRef) {
    const { sections, ...head } = await reports.get(ref, listedSections)
    const open = JSON.stringify({ ...head, sections }).slice(0, -2)
    yield `${open}${Object.keys(sections).length > 0 ? ',' : ''}"keywords":[`
    let before = '\n'
    for await (const row of reports.streamRows(ref, { section: 'keywords' }, true)) {
      yield before + JSON.stringify(row)
      before = ',\n'
    }
    yield '\n]}}\n'
  }

  return {
    about: [
      ['workspaces/*/reports/*.json', 'a report: its settings, its sections, and every row under sections.keywords'],
      ['workspaces/*/reports/*.csv', 'the rows of the same report'],
    ],
    async *files({ ownedIds }) {
      for (const workspaceId of ownedIds) {
        for (const id of await findReportIds(db, workspaceId)) {
          const ref = { workspaceId, id }
          const csv = await exports.file(ref, 'csv', { section: 'keywords' }).catch(toNullIfMissing)
          if (!csv) continue
          yield { path: `${workspaceFolder(workspaceId)}/reports/${id}.json`, content: whole(ref) }
          yield { path: `${workspaceFolder(workspaceId)}/reports/${id}.csv`, content: csv.body! }
        }
      }
    },
  }
}

function toNullIfMissing(error: unknown) {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}
