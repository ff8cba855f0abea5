import { type ExportPart, jsonArray, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { createPhraseType } from './rules/phrase-type.ts'
import { getStates } from './rules/replay-history.ts'
import { findAllListeners } from './store/account-export-store.ts'
import { findHistory } from './store/item-store.ts'
import { findRuns } from './store/run-store.ts'
import type { ListenerRow } from './store/store.ts'

export const exportListeners = (db: Database): ExportPart => ({
  about: [
    ['workspaces/*/listeners.json', 'search listeners: tracked keywords, frequency, recipients and runs'],
    ['workspaces/*/listeners/*.json', 'keywords each listener found, by source, with the dates first and last seen'],
  ],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds) {
      const rows = await findAllListeners(db, workspaceId)
      if (rows.length === 0) continue
      const listeners: object[] = []
      for (const row of rows) {
        const { id, keyword, country, language, frequency, status, include, exclude, created_at } = row
        const runs = await findRuns(db, { workspaceId, id })
        listeners.push({
          _id: id,
          keyword,
          country,
          language,
          frequency,
          status,
          sources: row.wanted_sources,
          filters: { include, exclude },
          notify: { email: row.notify_emails, webhook: row.webhook, rss: row.rss },
          created_at,
          runs: runs.map(({ id: _id, no, at, by_hand, added, removed, heard, sources }) => ({
            _id,
            no,
            at,
            by_hand,
            added,
            removed,
            heard,
            sources,
          })),
        })
      }
      yield jsonFile(`${workspaceFolder(workspaceId)}/listeners.json`, listeners)
      for (const row of rows)
        yield {
          path: `${workspaceFolder(workspaceId)}/listeners/${row.id}.json`,
          content: jsonArray(everyItem(db, row)),
        }
    }
  },
})

async function* everyItem(db: Database, row: ListenerRow) {
  const typeOf = createPhraseType(row)
  const history = await findHistory(db, { workspaceId: row.workspace_id, id: row.id })
  for (const { source, text, first_run, first_seen, seen_at, active } of getStates(history))
    yield { source, text, type: typeOf(text), first_run, first_seen, seen_at, active }
}
