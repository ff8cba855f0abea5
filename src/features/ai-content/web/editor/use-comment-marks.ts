import type { Editor } from '@tiptap/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { Comment } from '#features/review/contract-comments.ts'
import { type ShownThread, useDocumentComments } from '#features/review/web/use-document-comments.ts'
import {
  createCommentMarks,
  findComment,
  getSelectedPassage,
  removeCommentMarks,
  setActiveComment,
  setComments,
  showComment,
} from './comment-marks.ts'

export type CommentMarks = ReturnType<typeof useCommentMarks>

/** The comments on a document, and marks of the open ones in its text. `onOpen`: a mark was chosen, and its thread is shown. */
export function useCommentMarks(editor: Editor | null, documentId: string, onOpen: () => void) {
  const comments = useDocumentComments(documentId)
  const descriptionId = useId()
  const [shown, setShown] = useState<ShownThread | null>(null)
  const opened = useRef(onOpen)
  opened.current = onOpen

  useEffect(() => {
    if (!editor) return
    editor.registerPlugin(
      createCommentMarks({
        descriptionId,
        onChoose(id, by) {
          setShown(id === null ? null : { id, by })
          editor.view.dispatch(setActiveComment(editor.state.tr, id))
          if (id !== null) opened.current()
        },
      }),
    )
    return () => {
      removeCommentMarks(editor)
    }
  }, [editor, descriptionId])

  const { items } = comments
  useEffect(() => {
    if (!editor || !items) return
    const open = items.filter(({ quote, resolved_at }) => quote !== '' && resolved_at === null)
    editor.view.dispatch(setComments(editor.state.tr, open.map(toMarked)))
  }, [editor, items])

  return {
    comments,
    shown,
    /** Of the element that describes the marks. */
    descriptionId,
    getSelected: () => (editor ? getSelectedPassage(editor.state) : { quote: '', prefix: '', suffix: '' }),
    /** Goes to the passage of a comment. False: it isn't in the text any more. */
    show(comment: Comment): boolean {
      if (!editor) return true
      const marked = toMarked(comment)
      if (!findComment(editor.state, marked)) return false
      setShown(null)
      // A closing drawer sets a timer, by which it gives the focus back.
      setTimeout(() => setTimeout(() => !editor.isDestroyed && showComment(editor, marked)))
      return true
    },
  }
}

const toMarked = ({ _id, quote, prefix, suffix }: Comment) => ({ id: _id, quote, prefix, suffix })
