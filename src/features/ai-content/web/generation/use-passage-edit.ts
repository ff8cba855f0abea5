import { closeHistory } from '@tiptap/pm/history'
import type { Selection } from '@tiptap/pm/state'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Strength } from '#features/humanizer/contract.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { aiContentContract, type EditAction, type EditDone } from '../../contract.ts'
import { markdownFor } from '../editor/editor-markdown.ts'
import { findSentencePosition, insertSentence } from '../editor/find/find-in-text.ts'
import { markPassage, passageNow, unmarkPassage } from '../editor/passage-mark.ts'
import type { EditorSession } from '../editor/use-editor-session.ts'
import { createFrameBatch } from './animation-frame-batch.ts'
import { getMarkdown, getTextRange, replaceWithMarkdown } from './block-range.ts'
import { humanizePassage } from './humanize-passage.ts'
import { readEvents } from './read-event-stream.ts'
import { describeRemovedLinks } from './removed-links.ts'

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

const aroundCharacters = 2000
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
    const position = isSentence ? findSentencePosition(editor.state) : null
    if (isSentence && !marked && position === null) addParagraph()
    const { from, to } = marked ?? (isSentence ? getInsertRange() : trimmed(editor.state.selection))
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
        const { doc } = editor.state
        const { text: whole, links } = await streamEdit({
          _id: item._id,
          action: request.action,
          text: request.term ?? text,
          before: doc.textBetween(Math.max(0, from - 3000), from, '\n\n').slice(-aroundCharacters),
          after: doc.textBetween(to, Math.min(doc.content.size, to + 3000), '\n\n').slice(0, aroundCharacters),
          ...(request.instruction?.trim() ? { instruction: request.instruction.trim() } : {}),
          ...(request.language ? { language: request.language } : {}),
        })
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

    async function streamEdit(input: unknown) {
      let whole: EditDone | null = null
      let failure: AppError | null = null
      await readEvents(
        aiContentContract.edit,
        input,
        ({ event, data }) => {
          if (event === 'delta') batch.add(data.text)
          else if (event === 'thinking') patch({ thinking: data.seconds })
          else if (event === 'done') whole = data
          else if (event === 'error') failure = AppError.fromBody(data as ErrorBody)
        },
        stop.signal,
      )
      if (failure) throw failure
      if (whole === null)
        throw new AppError('unavailable', 'The connection was lost before the suggestion was complete. Try again.', {
          reason: 'suggestion_interrupted',
        })
      return whole as EditDone
    }
  }

  function getInsertRange() {
    const position = findSentencePosition(editor!.state) ?? editor!.state.selection.to
    return { from: position, to: position }
  }

  /** Adds an empty paragraph to a section without one, as the proposal's position. */
  function addParagraph() {
    const { state, schema, view } = editor!
    const { $to } = state.selection
    const after = $to.depth > 0 ? $to.after(1) : state.doc.content.size
    view.dispatch(state.tr.insert(after, schema.nodes.paragraph!.create()))
  }

  /** Returns the selection without spaces at its ends. */
  function trimmed(selection: Selection) {
    const { from, to } = getTextRange(editor!.state.doc, selection)
    const text = editor!.state.doc.textBetween(from, to, '\n', ' ')
    const lead = /^\s*/.exec(text)![0]
    const trail = /\s*$/.exec(text)![0]
    const oneBlock = editor!.state.doc.resolve(from).sameParent(editor!.state.doc.resolve(to))
    return oneBlock && text.trim() !== '' ? { from: from + lead.length, to: to - trail.length } : { from, to }
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
