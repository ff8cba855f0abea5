import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Opportunities, Report, Row } from './contract.ts'
import type { ReadReport } from './report-reader.ts'
import { createAnswerCount } from './rules/answered.ts'
import { getMeasuredAt } from './rules/measured-at.ts'
import { pickOpportunities } from './rules/opportunities.ts'
import { getTopicAnswers, type TopicAnswers } from './rules/topics/topic-answers.ts'
import { getListedTopics } from './rules/topics/topic-coverage.ts'
import { findDifficultyProviders } from './store/keyword-store.ts'
import { isListReport } from './store/writing-sources-store.ts'

export type Highlights = { opportunities: Opportunities | null; topics: TopicAnswers[] }

export function createReportHighlights({ db, read }: { db: Database; read: ReadReport }) {
  return {
    /**
     * Told from the sections that the given report has: without opportunities where keywords are missing, and without topics where
     * these are. Before its end there are none, since they would change. What the ranking pages answer isn't known without these
     * pages, nor of a list, whose name isn't a keyword.
     */
    async highlights(ref: ResourceRef, report: Report): Promise<Highlights> {
      const { keywords, clusters = [], serp = [] } = report.sections
      if (report.finished_at === null) return { opportunities: null, topics: [] }
      const pages = (await isListReport(db, ref)) ? [] : serp.filter(({ fetched }) => fetched === 'ok')
      const countAnswers = createAnswerCount(pages, { seed: report.query, language: report.language })
      const topics = getTopicAnswers(getListedTopics(report, clusters), keywords ?? [], countAnswers)
      if (!keywords) return { opportunities: null, topics }
      const { ordered_by, items } = pickOpportunities(keywords, countAnswers)
      const origins = await findOrigins(
        ref,
        report,
        items.map(({ row }) => row),
      )
      return {
        opportunities: {
          ordered_by,
          pages: countAnswers && pages.length,
          items: items.map(({ row, answers }, at) => ({ row, difficulty: origins[at]!, answers })),
        },
        topics,
      }
    },
  }

  /** Who measured the difficulty of each row, and when. */
  async function findOrigins(ref: ResourceRef, { finished_at }: Report, rows: readonly Row[]) {
    const ids = rows.map(({ _id }) => _id)
    const providers = await read(ref, (from) => findDifficultyProviders(from, ref, ids))
    return rows.map((row) => {
      if (row.difficulty === null) return null
      const provider = providers.get(row._id) ?? null
      return { provider, at: getMeasuredAt(provider, row, finished_at), estimate: false }
    })
  }
}
