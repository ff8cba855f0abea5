import { closeHistory } from '@tiptap/pm/history'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Strength } from '#features/humanizer/contract.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import type { EditAction } from '../../contract.ts'
import { markdownFor } from '../editor/editor-markdown.ts'
import { insertSentence } from '../editor/find/find-in-text.ts'
import { markPassage, passageNow, unmarkPassage } from '../editor/passage-mark.ts'
import type { EditorSession } from '../editor/use-editor-session.ts'
import { createFrameBatch } from './animation-frame-batch.ts'
import { getMarkdown, replaceWithMarkdown } from './block-range.ts'
import { humanizePassage } from './humanize-passage.ts'
import { getSentenceRange, getTextAroundRange, getTrimmedSelection } from './passage-range.ts'
import { describeRemovedLinks } from './removed-links.ts'
import { streamEdit } from './stream-edit.ts'

export type PassageAction = EditAction | 'humanize'
export type PassageRequest = {
  action: PassageAction
  /** Target language of translate. */
  language?: string
  /** Term to use, for sentence. */
  term?: string
  instruction?: string
  /** Strength of humanize. */
  strength?: Strength
}

/** A proposal for a passage: original and suggested text. */
export type Proposal = PassageRequest & {
  before: string
  after: string
  /** Seconds the model has thought before its first words. Null if it doesn't. */
  thinking: number | null
  done: boolean
  error: ErrorBody | null
  /** A note next to the proposal, such as what the humanizer kept and lost. */
  note: string | null
}

export const maxPassageLength = 20_000

export type PassageEdit = ReturnType<typeof usePassageEdit>

/** Rewrites a selected passage. The proposal streams in below it and changes nothing until it's accepted. */
export function usePassageEdit(session: EditorSession) {
  const { editor, item } = session
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const [card] = useState(() => {
    const element = document.createElement('div')
    element.contentEditable = 'false'
    element.className = 'font-sans'
    return element
  })
  const stopper = useRef<AbortController | null>(null)
  const patch = (next: Partial<Proposal>) => setProposal((old) => (old ? { ...old, ...next } : old))

  const close = useCallback(() => {
    stopper.current?.abort()
    stopper.current = null
    setProposal(null)
    if (editor) unmarkPassage(editor)
  }, [editor])
  useEffect(() => () => stopper.current?.abort(), [])

  async function requestEdit(request: PassageRequest) {
    if (!editor) return
    const marked = passageNow(editor)
    const isSentence = request.action === 'sentence'
    const { from, to } = marked ?? (isSentence ? getSentenceRange(editor) : getTrimmedSelection(editor))
    if (from >= to && !isSentence) return
    const text = isSentence ? '' : getMarkdown(editor, { from, to })
    stopper.current?.abort()
    const stop = new AbortController()
    stopper.current = stop
    if (!marked) markPassage(editor, { from, to }, card)
    setProposal({ ...request, before: text, after: '', thinking: null, done: false, error: null, note: null })
    if (text.length > maxPassageLength) {
      const error: ErrorBody = {
        code: 'too_large',
        reason: 'passage_too_long',
        params: { characters: text.length, max: maxPassageLength },
        message: 'The passage is too long.',
        retryable: false,
      }
      return patch({ done: true, error })
    }
    let after = ''
    const batch = createFrameBatch((more) => {
      after += more
      patch({ after })
    })
    try {
      if (request.action === 'humanize') {
        const result = await humanizePassage(
          {
            workspaceId: item.workspace_id,
            documentId: item._id,
            voiceId: item.brand_voice_id,
            text,
            language: item.language,
            strength: request.strength ?? 'balanced',
          },
          (more) => batch.add(more),
          stop.signal,
        )
        batch.drop()
        patch({ after: result.text, note: result.note, done: true })
      } else {
        const { text: whole, links } = await streamEdit(
          {
            _id: item._id,
            action: request.action,
            text: request.term ?? text,
            ...getTextAroundRange(editor, { from, to }),
            ...(request.instruction?.trim() ? { instruction: request.instruction.trim() } : {}),
            ...(request.language ? { language: request.language } : {}),
          },
          { text: (more) => batch.add(more), thinking: (seconds) => patch({ thinking: seconds }) },
          stop.signal,
        )
        batch.drop()
        patch({ after: whole, note: describeRemovedLinks(links) || null, done: true })
      }
    } catch (thrown) {
      if (stop.signal.aborted) return
      batch.flush()
      patch({
        done: true,
        error:
          thrown instanceof AppError
            ? thrown.toBody()
            : { code: 'internal', message: 'Something went wrong. Try again.', retryable: true },
      })
    }
  }

  /** Replaces the passage with the proposal, as one undo step. */
  function accept() {
    const range = editor && passageNow(editor)
    if (!editor || !range || !proposal?.done || proposal.after.trim() === '') return
    const after = proposal.after.trim()
    const tr =
      range.from === range.to
        ? insertSentence(closeHistory(editor.state.tr), range.from, markdownFor(editor.schema).parse(after))
        : replaceWithMarkdown(editor, range, after)
    editor.view.dispatch(tr)
    const end = tr.mapping.map(range.to, 1)
    close()
    editor.chain().focus().setTextSelection(Math.min(end, editor.state.doc.content.size)).run()
  }

  function refuse() {
    const range = editor && passageNow(editor)
    close()
    if (editor && range) editor.chain().focus().setTextSelection(range).run()
  }

  return { proposal, card, ask: requestEdit, accept, refuse }
}
