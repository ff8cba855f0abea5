import type { ImportedRow } from '#features/keywords/rules/imported-keyword.ts'
import type { Keywords } from '#features/keywords/service.ts'
import type { CollectedRow } from '../store/row-store.ts'
import type { Collection } from './collection.ts'
import type { SourceWork } from './source-work.ts'

/** Adds the keywords of imported files: a list's own, or those on the report's topic. */
export async function collectImported(work: SourceWork, collection: Collection, keywords: Keywords): Promise<void> {
  const { run, rows, writer, signal } = collection
  const addBatch = (batch: ImportedRow[]) => {
    for (const imported of batch) {
      const row = rows.addImported(work, imported)
      if (run.isList && imported.serp) addSerp(collection, row, imported.serp)
    }
  }
  if (run.importId) {
    for await (const batch of keywords.getImportRows(run.workspaceId, run.importId)) {
      addBatch(batch)
      await writer.flush()
      if (signal.aborted) return
    }
  } else if (!run.isList) addBatch(await keywords.findTopicRows(run.workspaceId, run.query, run.language))
  const { serp_import_id: serpImportId } = work.state
  if (run.isList && serpImportId)
    for await (const batch of keywords.getImportRows(run.workspaceId, serpImportId)) {
      for (const { key, serp } of batch) if (serp) addSerp(collection, rows.get(key), serp)
      await writer.flush()
      if (signal.aborted) return
    }
  work.state.asked = work.state.planned = 1
}

/** Stores a file's results like a source's answer. */
function addSerp({ knownSerps, writer, now }: Collection, row: CollectedRow | undefined, urls: string[]) {
  if (!row || knownSerps.has(row.text)) return
  knownSerps.add(row.text)
  const fetchedAt = new Date(now()).toISOString()
  const ask = { source: 'imported', term: row.text, depth: 1, found: 1, ms: 0, cached: false, fetchedAt }
  writer.addAsk({ ...ask, urls, features: null, questions: null })
}
