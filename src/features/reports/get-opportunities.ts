import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Opportunities, Report } from './contract.ts'
import type { ReadReport } from './report-reader.ts'
import { createAnswerCount } from './rules/answered.ts'
import { getMeasuredAt } from './rules/measured-at.ts'
import { pickOpportunities } from './rules/opportunities.ts'
import { findDifficultyProviders } from './store/keyword-store.ts'
import { isListReport } from './store/writing-sources-store.ts'

export function createReportOpportunities({ db, read }: { db: Database; read: ReadReport }) {
  return {
    /**
     * Told from the sections that the given report has: null without keywords, and before its end, when they would change. What the
     * ranking pages answer isn't known without these pages, nor of a list, whose name isn't a keyword.
     */
    async opportunities(ref: ResourceRef, report: Report): Promise<Opportunities | null> {
      const { keywords, serp = [] } = report.sections
      if (!keywords || report.finished_at === null) return null
      const pages = (await isListReport(db, ref)) ? [] : serp.filter(({ fetched }) => fetched === 'ok')
      const countAnswers = createAnswerCount(pages, { seed: report.query, language: report.language })
      const { ordered_by, items } = pickOpportunities(keywords, countAnswers)
      const ids = items.map(({ row }) => row._id)
      const providers = await read(ref, (from) => findDifficultyProviders(from, ref, ids))
      return {
        ordered_by,
        pages: countAnswers && pages.length,
        items: items.map(({ row, answers }) => {
          const provider = providers.get(row._id) ?? null
          const at = getMeasuredAt(provider, row, report.finished_at)
          return { row, difficulty: row.difficulty === null ? null : { provider, at, estimate: false }, answers }
        }),
      }
    },
  }
}
