import { useState } from 'react'
import { toOutlineOwner } from '#features/reports/web/report/outline/outline-storage.ts'
import { useHeadings } from '#features/reports/web/report/outline/use-headings.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import type { TemplateName } from '../../contract.ts'
import { getGivenFields } from '../../rules/briefing/fill-briefing.ts'
import { type BriefingValues, emptyBriefing, useBriefingDraft } from './use-briefing-draft.ts'
import { useResearch } from './use-research.ts'

type BriefingReport = { _id: string; query: string; language: string; created_at: string }

/** What the form for a new document is opened with. */
export type BriefingStart = {
  template: TemplateName
  reports: BriefingReport[]
  report: string | null
  /** A topic of the report. */
  clusterId: string | null
  /** A keyword of the report that the text is about. */
  keyword: string | null
  title: string
  /** Keywords from a list, up to 100. */
  keywords?: string[] | null
}

/**
 * What is entered for a new document, what its report proposes for that, and the headings gathered for its outline.
 * @param onChange called after a value was changed, not when unsent entries are restored
 */
export function useBriefing(start: BriefingStart, onChange: () => void) {
  const { template, reports: existing, report, clusterId, keyword, title, keywords: given } = start
  const { user, workspace } = useSignedIn()
  const [lookedUp, setLookedUp] = useState<BriefingReport[]>([])
  const reports = [...lookedUp, ...existing]
  const [values, setValues] = useState<BriefingValues>(() => ({
    ...emptyBriefing,
    title,
    keywords: given?.slice(0, 100).join(', ') ?? '',
    report: report ?? '',
  }))
  const draft = useBriefingDraft({
    template,
    workspaceId: workspace._id,
    values,
    setValues,
    isGiven: Boolean(title || report || given?.length),
    reports,
    onRestored: (restored) => research.markAllTyped(restored),
  })
  const about = values.report === report ? { topicId: clusterId, keyword } : { topicId: null, keyword: null }
  const { topicId } = about
  const owner = toOutlineOwner(user.id, workspace._id, values.report, topicId)
  const gathered = useHeadings(owner)
  const research = useResearch({
    workspaceId: workspace._id,
    reportId: values.report,
    clusterId: topicId,
    keyword: about.keyword,
    values,
    change: (next) => {
      draft.change(next)
      onChange()
    },
    outlineLength: gathered.length,
    given: getGivenFields({ title, keywords: given ?? [], isTopic: topicId !== null }),
  })
  const set = (field: keyof BriefingValues, value: string) => {
    // Sources belong to their report.
    draft.change({ ...values, ...(field === 'report' ? { exclude: '' } : {}), [field]: value })
    research.markTyped(field)
    onChange()
  }
  return {
    values,
    set,
    draft,
    research,
    reports,
    chosenReport: reports.find(({ _id }) => _id === values.report),
    /** Selects a report that was created from the form. */
    addReport(found: BriefingReport) {
      setLookedUp((old) => [found, ...old])
      set('report', found._id)
    },
    /** What the text is about, of the report that the form was opened with. */
    about,
    outlineOwner: owner,
    gathered,
  }
}
