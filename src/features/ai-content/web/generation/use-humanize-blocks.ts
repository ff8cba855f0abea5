import type { Node } from '@tiptap/pm/model'
import { useEffect, useRef, useState } from 'react'
import { maxTextLength, type Strength } from '#features/humanizer/contract.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import type { EditorSession } from '../editor/use-editor-session.ts'
import { applyParagraphChanges, getBlocks } from './block-range.ts'
import { humanizePassage } from './humanize-passage.ts'
import { getParagraphChanges, groupBlocks, type ParagraphChange, toText } from './paragraph-changes.ts'

/** Facts and scores of all runs. */
export type HumanizedFacts = { unchanged: number; lost: string[]; before: number; after: number; notices: string[] }

type State = {
  phase: 'asking' | 'running' | 'done'
  /** Share of the text that was read, 0 to 1. */
  progress: number
  changes: ParagraphChange[]
  /** Indexes of the changes to apply. */
  accepted: ReadonlySet<number>
  facts: HumanizedFacts | null
  error: ErrorBody | null
}

const initial: State = { phase: 'asking', progress: 0, changes: [], accepted: new Set(), facts: null, error: null }

/** Humanizes blocks of the document, and applies the accepted paragraphs. */
export function useHumanizeBlocks(session: EditorSession, range: { from: number; to: number } | null) {
  const { editor, item } = session
  const [state, setState] = useState(initial)
  const stopper = useRef<AbortController | null>(null)
  useEffect(() => () => stopper.current?.abort(), [])
  // The text can't be edited behind the dialog.
  const [source] = useState(() => (editor ? getBlocks(editor, range) : { nodes: [] as Node[], blocks: [] as string[] }))
  const [groups] = useState(() => groupBlocks(source.blocks, maxTextLength))
  const patch = (next: Partial<State>) => setState((old) => ({ ...old, ...next }))

  async function run(strength: Strength) {
    const stop = new AbortController()
    stopper.current = stop
    setState({ ...initial, phase: 'running' })
    const total = groups.reduce((sum, group) => sum + toText(group).length, 0)
    const changes: ParagraphChange[] = []
    const facts: HumanizedFacts = { unchanged: 0, lost: [], before: 0, after: 0, notices: [] }
    let read = 0
    let error: ErrorBody | null = null
    try {
      for (const group of groups) {
        const text = toText(group)
        const share = text.length / total
        let written = 0
        const { sentences, outcome, notice } = await humanizePassage(
          {
            workspaceId: item.workspace_id,
            documentId: item._id,
            voiceId: item.brand_voice_id,
            text,
            language: item.language,
            strength,
          },
          (more) => {
            written += more.length
            patch({ progress: Math.min(1, (read + Math.min(written, text.length)) / total) })
          },
          stop.signal,
        )
        read += text.length
        changes.push(...getParagraphChanges(group, sentences))
        facts.unchanged += outcome.facts.kept.length
        facts.lost.push(...outcome.facts.lost)
        facts.before += share * outcome.before
        facts.after += share * outcome.after
        if (notice && !facts.notices.includes(notice)) facts.notices.push(notice)
      }
    } catch (thrown) {
      if (stop.signal.aborted) return
      error =
        thrown instanceof AppError
          ? thrown.toBody()
          : { code: 'internal', message: 'Something went wrong. Try again.', retryable: true }
    }
    // What came before an error can still be accepted.
    patch({
      phase: error && changes.length === 0 ? 'asking' : 'done',
      changes,
      accepted: new Set(changes.map(({ index }) => index)),
      facts: read > 0 ? facts : null,
      error,
    })
  }

  return {
    ...state,
    groups,
    skipped: source.blocks.filter((block) => block.length > maxTextLength).length,
    run,
    accept: (index: number, isAccepted: boolean) =>
      setState((old) => {
        const accepted = new Set(old.accepted)
        if (isAccepted) accepted.add(index)
        else accepted.delete(index)
        return { ...old, accepted }
      }),
    acceptAll: (isAccepted: boolean) =>
      setState((old) => ({ ...old, accepted: new Set(isAccepted ? old.changes.map(({ index }) => index) : []) })),
    /** Replaces the accepted paragraphs, as one undo step. Returns how many were replaced. */
    apply: () =>
      editor
        ? applyParagraphChanges(
            editor,
            source.nodes,
            state.changes.filter(({ index }) => state.accepted.has(index)),
          )
        : 0,
  }
}
