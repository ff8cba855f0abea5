import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { GetOwnPages } from '../briefing/own-pages.ts'
import type { Briefing } from '../contract.ts'
import { missing } from '../get-document.ts'
import type { ScoreTarget } from '../rules/scoring/score-target.ts'
import { type DocumentRow, findDocument, saveScore } from '../store/store.ts'
import type { CheckAnswer, CheckTask } from './check-thread.ts'

/** Scores texts against a report in a worker thread, because pages are long. */

export type Checks = ReturnType<typeof createChecks>

const questionsRead = 60

type Dependencies = { db: Database; reports: Reports; threads: Threads; getOwnPages: GetOwnPages }

export function createChecks({ db, reports, threads, getOwnPages }: Dependencies) {
  const run = (workspaceId: string, task: CheckTask) =>
    threads.run<CheckAnswer>(new URL('./check-thread.ts', import.meta.url), task, {
      pool: 'texts',
      turn: workspaceId,
      tooMuch: () =>
        new AppError('too_large', 'The text takes too long to check. Try a shorter one.', {
          reason: 'check_too_complex',
        }),
    })

  return {
    /** Returns what the browser scores a document against while the user types. */
    async target(ref: ResourceRef): Promise<ScoreTarget> {
      const row = (await findDocument(db, ref)) ?? missing()
      const sources = await getSources(ref.workspaceId, row.report_id, row.briefing)
      const { target } = await run(ref.workspaceId, {
        language: row.briefing.language,
        keywords: getKeywords(row, sources),
        sources,
        maxQuestions: questionsRead,
        ownPages: await getOwnPages(ref.workspaceId, ref.id),
        text: null,
      })
      return target
    },

    /** Scores a document and saves the score, unless the document changed in the meantime. Null if there's no text. */
    async scoreDocument(ref: ResourceRef) {
      const row = await findDocument(db, ref)
      if (!row || row.content_md.trim() === '') return null
      const sources = await getSources(ref.workspaceId, row.report_id, row.briefing)
      const { result, target } = await run(ref.workspaceId, {
        language: row.briefing.language,
        keywords: getKeywords(row, sources),
        sources,
        maxQuestions: questionsRead,
        ownPages: await getOwnPages(ref.workspaceId, ref.id),
        text: row.content_md,
      })
      await saveScore(db, ref, row.version, result!.score)
      return { ...result!, ranking: target.ranking, contentMd: row.content_md, words: row.word_count }
    },

    /** @throws AppError not_found if the report isn't in the workspace */
    async check(
      workspaceId: string,
      input: { text: string; keywords?: string[]; report_id?: string; cluster_id?: string; keyword?: string },
    ) {
      const sources = await getSources(workspaceId, input.report_id, input)
      if (input.report_id && !sources)
        throw new AppError('not_found', 'This workspace has no such report.', {
          field: 'report_id',
          reason: 'report_missing',
        })
      const { result } = await run(workspaceId, {
        language: sources?.language ?? 'en',
        keywords: input.keywords ?? sources?.keywords ?? [],
        sources,
        maxQuestions: questionsRead,
        ownPages: await getOwnPages(workspaceId, null),
        text: input.text,
      })
      return result!
    },
  }

  async function getSources(
    workspaceId: string,
    id: string | null | undefined,
    { cluster_id: clusterId = null, keyword }: Pick<Briefing, 'cluster_id' | 'keyword'>,
  ) {
    return id ? reports.forWriting({ workspaceId, id }, { maxQuestions: questionsRead, clusterId, keyword }) : null
  }
}

/** Keywords of the topic or report first, then the briefing's. A title isn't a keyword. */
function getKeywords(row: DocumentRow, sources: { keywords: string[] } | null): string[] {
  const all = [...(sources?.keywords ?? []), ...row.briefing.keywords]
  return [...new Map(all.map((keyword) => [keyword.toLowerCase(), keyword])).values()]
}
