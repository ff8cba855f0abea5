import type { Reports } from '#features/reports/service.ts'
import type { Database } from '#platform/database.ts'
import { findVoice } from './brand-voice-store.ts'
import type { WritingContext } from './generation-context.ts'
import type { DocumentRow } from './store.ts'

/** Maximum number of questions in a writer's context. */
const maxQuestions = 60

/** Returns the context of a document's generations. A deleted report or voice is left out. */
export async function getContext(
  { db, reports }: { db: Database; reports: Reports },
  row: DocumentRow,
): Promise<WritingContext> {
  const { workspace_id: workspaceId, report_id: reportId, brand_voice_id: voiceId } = row
  const [report, voice] = await Promise.all([
    reportId
      ? reports.forWriting({ workspaceId, id: reportId }, { maxQuestions, clusterId: row.briefing.cluster_id ?? null })
      : null,
    voiceId ? findVoice(db, { workspaceId, id: voiceId }) : null,
  ])
  return {
    template: row.template,
    title: row.title,
    briefing: row.briefing,
    outline: row.outline,
    questions: report?.questions ?? [],
    terms: report?.terms ?? [],
    pages: report?.pages ?? [],
    voice: voice?.traits ?? [],
  }
}
