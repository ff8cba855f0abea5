import type { Editor } from '@tiptap/core'
import { showText } from '../generation/generation-region.ts'
import { markdownFor } from './editor-markdown.ts'
import type { Autosave } from './saving/autosave.ts'
import type { DraftState } from './use-draft.ts'
import { toMarkdown } from './use-text-editor.ts'

type Titled = { title: string; content_md: string }

/** What is done with the whole text of an open document: saving it now, and showing another. */
export function createWholeText(
  editor: Editor | null,
  autosave: Autosave | null,
  { draftNow, setTitle, setMarkdown, adoptTitle }: DraftState,
) {
  return {
    /** Saves now. Resolves to false if saving failed. */
    async saveNow(): Promise<boolean> {
      if (!editor || !autosave) return false
      setMarkdown(toMarkdown(editor))
      autosave.change(draftNow())
      // Text typed during a save is saved in the next round.
      for (let rounds = 0; rounds < 3 && autosave.dirty; rounds++) await autosave.flush()
      return !autosave.dirty
    },
    /** Replaces the text, such as with an earlier version. It's saved like typed text. */
    replaceText(next: Titled) {
      if (!editor) return
      const { parse } = markdownFor(editor.schema)
      editor.view.dispatch(
        editor.state.tr.replaceWith(0, editor.state.doc.content.size, parse(next.content_md).content),
      )
      setTitle(next.title)
    },
    /** Applies a merged text, changing only what differs, so that the cursor stays. */
    mergeText(next: Titled) {
      if (!editor) return
      showText(editor, markdownFor(editor.schema).parse(next.content_md))
      adoptTitle(next.title)
    },
  }
}
