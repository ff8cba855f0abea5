import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database.ts'
import type { Threads } from '#platform/threads.ts'
import type { CheckAnswer, CheckTask } from './check-thread.ts'
import type { ScoreTarget } from './score-target.ts'
import { missing } from './service.ts'
import { type DocumentRow, findDocument, type Place, saveScore } from './store.ts'

/** What a text is worth against a report, in a thread: pages are long. */

export type Checks = ReturnType<typeof createChecks>

const questionsRead = 60

export function createChecks({ db, reports, threads }: { db: Database; reports: Reports; threads: Threads }) {
  const run = (task: CheckTask) => threads.run<CheckAnswer>(new URL('./check-thread.ts', import.meta.url), task)

  return {
    /** What the browser scores a document against while someone types. */
    async target(place: Place): Promise<ScoreTarget> {
      const row = (await findDocument(db, place)) ?? missing()
      const sources = row.report_id ? await sourcesOf(place.workspaceId, row.report_id) : null
      const { target } = await run({
        language: row.briefing.language,
        keywords: keywordsOf(row, sources),
        sources,
        text: null,
      })
      return target
    },

    /** Scores a document as it stands and keeps that, unless it was changed meanwhile. */
    async scoreDocument(place: Place): Promise<void> {
      const row = await findDocument(db, place)
      if (!row || row.content_md.trim() === '') return
      const sources = row.report_id ? await sourcesOf(place.workspaceId, row.report_id) : null
      const { result } = await run({
        language: row.briefing.language,
        keywords: keywordsOf(row, sources),
        sources,
        text: row.content_md,
      })
      await saveScore(db, place, row.version, result!.score)
    },

    /** @throws AppError not_found when the report is not in the workspace */
    async check(workspaceId: string, input: { text: string; keywords?: string[]; report_id?: string }) {
      const sources = input.report_id ? await sourcesOf(workspaceId, input.report_id) : null
      if (input.report_id && !sources)
        throw new AppError('not_found', 'There is no such report in this workspace.', { field: 'report_id' })
      const { result } = await run({
        language: sources?.language ?? 'en',
        keywords: input.keywords ?? (sources ? [sources.query] : []),
        sources,
        text: input.text,
      })
      return result!
    },
  }

  function sourcesOf(workspaceId: string, id: string) {
    return reports.forWriting({ workspaceId, id }, questionsRead)
  }
}

/** Its topic first. A title alone is no keyword: it is a sentence. */
function keywordsOf(row: DocumentRow, sources: { query: string } | null): string[] {
  return [...(sources ? [sources.query] : []), ...row.briefing.keywords]
}
