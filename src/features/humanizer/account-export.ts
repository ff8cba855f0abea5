import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findRun, findRunIds } from './store/store.ts'

export function exportHumanizerRuns(db: Database): ExportPart {
  return {
    about: [
      [
        'workspaces/*/humanizer/*.json',
        'a humanized text: its sentences before and after, with reasons, style scores and checked facts',
      ],
    ],
    async *files({ ownedIds }) {
      for (const workspaceId of ownedIds)
        for (const id of await findRunIds(db, workspaceId)) {
          const run = await findRun(db, { workspaceId, id })
          if (run) yield jsonFile(`${workspaceFolder(workspaceId)}/humanizer/${id}.json`, run)
        }
    },
  }
}
