import { useRef, useState } from 'react'
import { changeHeadings, withHeadings, withoutText } from '#features/reports/web/report/outline/outline-storage.ts'
import type { ErrorBody } from '#kit/errors.ts'
import { AppError } from '#kit/errors.ts'
import { api } from '#web/calls/api.ts'
import { aiContentContract, type BriefingProposal } from '../../contract.ts'
import { type FilledField, fillBriefing, toProposedValues } from '../../rules/briefing/fill-briefing.ts'
import type { BriefingValues } from './use-briefing-draft.ts'

type ResearchOptions = {
  workspaceId: string
  reportId: string
  /** A topic of the report. */
  clusterId: string | null
  /** What the text is about, selected in the report; a topic with several keywords goes first. */
  keyword: string | null
  values: BriefingValues
  /** Changes several values at once. */
  change: (values: BriefingValues) => void
  /** Headings of the user's outline. */
  outlineLength: number
  /** Fields with a value that the user selected elsewhere, such as keywords of a list. */
  given: FilledField[]
}

export type Research = ReturnType<typeof useResearch>

/** Proposals from a report, and what they filled in. */
export function useResearch(options: ResearchOptions) {
  const { workspaceId, reportId, clusterId, keyword, values, change, outlineLength, given } = options
  const typed = useRef(new Set<string>(given))
  const added = useRef<string[]>([])
  const [found, setFound] = useState<{ key: string; proposal: BriefingProposal } | null>(null)
  const [outcome, setOutcome] = useState<{ filled: string[]; unchanged: string[] } | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ErrorBody | null>(null)
  const key = `${reportId} ${clusterId} ${keyword}`
  const latest = useRef({ key, values, outlineLength })
  latest.current = { key, values, outlineLength }

  async function fill() {
    setBusy(true)
    setError(null)
    setOutcome(null)
    try {
      const { proposal } = await api(aiContentContract.proposal, {
        workspace_id: workspaceId,
        report_id: reportId,
        ...(clusterId ? { cluster_id: clusterId } : {}),
        ...(keyword ? { keyword } : {}),
      })
      // Another report was selected meanwhile.
      if (latest.current.key !== key) return
      setFound({ key, proposal })
      const filling = fillBriefing(latest.current.values, toProposedValues(proposal), typed.current)
      change(filling.values)
      const hasOutline = latest.current.outlineLength > 0
      if (!hasOutline && proposal.outline.length > 0) {
        addOutline(proposal)
        added.current = proposal.outline.map(({ text }) => text)
      }
      const outline = proposal.outline.length > 0 ? ['outline'] : []
      setOutcome({
        filled: [...filling.filled, ...(hasOutline ? [] : outline)],
        unchanged: [...filling.unchanged, ...(hasOutline ? outline : [])],
      })
    } catch (thrown) {
      setError(
        thrown instanceof AppError
          ? thrown.toBody()
          : {
              code: 'unavailable',
              reason: 'proposal_unavailable',
              message: 'The proposals couldn’t be loaded.',
              retryable: true,
            },
      )
    } finally {
      setBusy(false)
    }
  }

  return {
    proposal: found?.key === key ? found.proposal : null,
    outcome: found?.key === key ? outcome : null,
    busy,
    error,
    fill,
    /** Remembers that the user changed a field. */
    markTyped: (field: string) => typed.current.add(field),
    /** Takes what it filled in out of the report's outline, which other documents of the report begin with. */
    removeAdded() {
      const texts = added.current
      if (texts.length > 0) changeHeadings((items) => texts.reduce(withoutText, items))
    },
    /** Restored entries were typed. */
    markAllTyped(restored: BriefingValues) {
      for (const [field, value] of Object.entries(restored)) if (value !== '') typed.current.add(field)
    },
  }
}

/** Adds the proposed headings that the outline doesn't have. */
export function addOutline({ outline }: BriefingProposal) {
  changeHeadings((items) =>
    withHeadings(
      items,
      outline.map(({ type, text }) => ({ type, text })),
    ),
  )
}

export function replaceOutline({ outline }: BriefingProposal) {
  changeHeadings(() => outline.map(({ type, text }) => ({ type, text })))
}
