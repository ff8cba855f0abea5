import { type RefObject, useCallback, useRef, useState } from 'react'
import type { Heading } from '#features/reports/contract.ts'
import type { ScoredDocument } from '../../contract.ts'
import type { LiveEditing } from '../live/live-editing.ts'
import type { Draft } from './saving/unsaved-draft.ts'

export type DraftState = ReturnType<typeof useDraft>

/**
 * The title, planned headings and text of an open document as they are on screen. Callbacks and timers read them with `draftNow`,
 * which has what was adopted since the last render too.
 */
export function useDraft(loaded: ScoredDocument, live: RefObject<LiveEditing | null>) {
  const [title, setTitle] = useState(loaded.title)
  const [plan, setPlan] = useState<Heading[]>(loaded.outline)
  const latest = useRef({ title, plan, markdown: loaded.content_md, seq: 0 })
  latest.current.title = title
  latest.current.plan = plan

  const draftNow = useCallback((): Draft => {
    const { title, plan, markdown, seq } = latest.current
    return { title, content_md: markdown, outline: plan, seq }
  }, [])
  const setMarkdown = useCallback(
    (markdown: string) => {
      latest.current.markdown = markdown
      latest.current.seq = live.current?.seq ?? 0
    },
    [live],
  )
  /** Takes a title that wasn't typed here. */
  const adoptTitle = useCallback((next: string) => {
    latest.current.title = next
    setTitle(next)
  }, [])
  const adoptPlan = useCallback((next: Heading[]) => {
    latest.current.plan = next
    setPlan(next)
  }, [])

  return { title, plan, draftNow, setTitle, setMarkdown, adoptTitle, adoptPlan }
}
