import { useEffect, useRef, useState } from 'react'
import { useUserSetting } from '#web/session/use-user-setting.ts'
import type { TemplateName } from '../../contract.ts'

/** What is typed in the form for a new document. */
export type BriefingValues = {
  title: string
  keywords: string
  report: string
  text: string
  audience: string
  tone: string
  words: string
  instructions: string
  language: string
  voice: string
  /** What the text may not claim, one a line. */
  claims: string
  /** URLs of pages that aren't sources, one a line. */
  exclude: string
  /** Links to set, one a line; see `parseLinkLines`. */
  links: string
}

export const emptyBriefing: BriefingValues = {
  title: '',
  keywords: '',
  report: '',
  text: '',
  audience: '',
  tone: '',
  words: '',
  instructions: '',
  language: '',
  voice: '',
  claims: '',
  exclude: '',
  links: '',
}

type DraftOptions = {
  template: TemplateName
  workspaceId: string
  values: BriefingValues
  setValues: (values: BriefingValues) => void
  /** The form was opened with a title, report or keywords. */
  isGiven: boolean
  reports: { _id: string }[]
  onRestored: (values: BriefingValues) => void
}

/** Restores unsent input on any device, unless the user has typed already or came with input. */
export function useBriefingDraft({
  template,
  workspaceId,
  values,
  setValues,
  isGiven,
  reports,
  onRestored,
}: DraftOptions) {
  const {
    content,
    save: saveBriefing,
    forget,
  } = useUserSetting<BriefingValues>({
    path: `drafts/briefing-${template}`,
    workspace_id: workspaceId,
  })
  const isTouched = useRef(isGiven)
  const [isBack, setIsBack] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it came
  useEffect(() => {
    if (!content || isTouched.current) return
    const known = (Object.keys(emptyBriefing) as (keyof BriefingValues)[]).map((field) => [
      field,
      String(content[field] ?? ''),
    ])
    const next: BriefingValues = { ...values, ...Object.fromEntries(known) }
    // The report may have been deleted.
    setValues({ ...next, report: reports.some(({ _id }) => _id === next.report) ? next.report : '' })
    setIsBack(true)
    onRestored(next)
  }, [content])
  return {
    isBack,
    change(next: BriefingValues) {
      isTouched.current = true
      setValues(next)
      if (Object.values(next).every((value) => value === '')) void forget()
      else saveBriefing(next)
    },
    startAfresh() {
      isTouched.current = true
      setIsBack(false)
      setValues(emptyBriefing)
      void forget()
    },
    forget,
  }
}
