import type { Reports } from '#features/reports/service.ts'
import type { Database } from '#platform/database/database.ts'
import { narrowSources } from '../rules/briefing/near-keyword.ts'
import type { WritingContext } from '../rules/generation/generation-context.ts'
import { findVoice } from '../store/brand-voice-store.ts'
import type { DocumentRow } from '../store/store.ts'

/** Maximum number of questions in a writer's context. */
const maxQuestions = 60

type WritingSources = NonNullable<Awaited<ReturnType<Reports['forWriting']>>>

/** The pages that rank for the document's topic or keyword, if any are known. Excluded pages are left out. */
function chooseSources({ pages, topicUrls }: WritingSources, excludedUrls: string[]) {
  const ofTopic = topicUrls ? pages.filter(({ url }) => Object.hasOwn(topicUrls, url)) : []
  return (ofTopic.length > 0 ? ofTopic : pages).filter(({ url }) => !excludedUrls.includes(url))
}

/** Returns the context of a document's generations. A deleted report or voice is left out. */
export async function getContext(
  { db, reports }: { db: Database; reports: Reports },
  row: DocumentRow,
): Promise<WritingContext> {
  const { workspace_id: workspaceId, report_id: reportId, brand_voice_id: voiceId } = row
  const { cluster_id: clusterId = null, keyword } = row.briefing
  const [found, voice] = await Promise.all([
    reportId ? reports.forWriting({ workspaceId, id: reportId }, { maxQuestions, clusterId, keyword }) : null,
    voiceId ? findVoice(db, { workspaceId, id: voiceId }) : null,
  ])
  const report = found && narrowSources(found, maxQuestions)
  return {
    template: row.template,
    title: row.title,
    briefing: row.briefing,
    outline: row.outline,
    questions: report?.questions ?? [],
    terms: report?.terms ?? [],
    // Pages keep their numbers, which citations refer to.
    pages: report ? chooseSources(report, row.briefing.exclude_urls ?? []) : [],
    voice: voice?.traits ?? [],
  }
}
