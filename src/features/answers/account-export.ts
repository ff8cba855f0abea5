import { type ExportPart, jsonArray, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { findAnswersAfter } from './store/run-store.ts'
import { findAllWatches, type WatchRow } from './store/watch-store.ts'

export const exportAnswers = (db: Database): ExportPart => ({
  about: [
    ['workspaces/*/answers.json', 'AI answers: watched brands, competitors and prompts'],
    ['workspaces/*/answers/*.json', 'every answer of an engine with its citations'],
  ],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds) {
      const rows = await findAllWatches(db, workspaceId)
      if (rows.length === 0) continue
      const watches = rows.map(
        ({
          id,
          brand,
          competitors,
          prompts,
          engines,
          country,
          language,
          runs,
          frequency,
          budget_usd,
          status,
          created_at,
        }) => ({
          _id: id,
          ...{
            brand,
            competitors,
            prompts,
            engines,
            country,
            language,
            runs,
            frequency,
            budget_usd,
            status,
            created_at,
          },
        }),
      )
      yield jsonFile(`${workspaceFolder(workspaceId)}/answers.json`, watches)
      for (const row of rows)
        yield {
          path: `${workspaceFolder(workspaceId)}/answers/${row.id}.json`,
          content: jsonArray(everyAnswer(db, { workspaceId, id: row.id }, row)),
        }
    }
  },
})

const perPage = 100

async function* everyAnswer(db: Database, ref: ResourceRef, { prompts }: WatchRow) {
  for (let after: string | null = null; ; ) {
    const rows = await findAnswersAfter(db, ref, after, perPage)
    for (const { id, period, prompt_no, engine, state, text, citations, model, cost_usd, at } of rows)
      yield { _id: id, period, prompt: prompts[prompt_no - 1], engine, state, text, citations, model, cost_usd, at }
    if (rows.length < perPage) return
    after = rows.at(-1)!.id
  }
}
