import type { Editor } from '@tiptap/core'
import type { Missing } from './score-panel.tsx'

/** Where words stand in the editor's document; null when they are there no more. */
export function placeOfWords(editor: Editor, words: string): { from: number; to: number } | null {
  const wanted = words.replace(/\s+/g, ' ').trim()
  if (wanted === '') return null
  let found: { from: number; to: number } | null = null
  editor.state.doc.descendants((node, at) => {
    if (found || !node.isTextblock) return !found
    // Citations and pictures count one place and no letter.
    const places: number[] = []
    let text = ''
    node.descendants((child, offset) => {
      if (!child.isText) return
      for (let index = 0; index < child.text!.length; index++) {
        const letter = child.text![index]!
        if (/\s/.test(letter) && /\s$/.test(text)) continue
        text += /\s/.test(letter) ? ' ' : letter
        places.push(at + 1 + offset + index)
      }
    })
    const start = text.indexOf(wanted)
    if (start >= 0) found = { from: places[start]!, to: places[start + wanted.length - 1]! + 1 }
    return false
  })
  return found
}

/** Marks the words and brings them into view. */
export function goToWords(editor: Editor | null, words: string) {
  if (!editor) return
  const place = placeOfWords(editor, words)
  if (!place) return
  editor.chain().setTextSelection(place).focus(null, { scrollIntoView: false }).run()
  const { node } = editor.view.domAtPos(place.from)
  const element = node instanceof HTMLElement ? node : node.parentElement
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

/** Puts a missing term in at the cursor, a missing question or heading under it as a heading of its own. */
export function takeMissing(editor: Editor | null, { part, text }: Missing) {
  if (!editor) return
  if (part === 'terms') {
    const { from } = editor.state.selection
    const before = editor.state.doc.textBetween(Math.max(0, from - 1), from)
    editor
      .chain()
      .focus()
      .insertContent(`${before === '' || /\s/.test(before) ? '' : ' '}${text}`)
      .run()
    return
  }
  const { $from } = editor.state.selection
  const after = $from.depth > 0 ? $from.after(1) : editor.state.doc.content.size
  const heading = text.charAt(0).toUpperCase() + text.slice(1)
  editor
    .chain()
    .insertContentAt(after, [
      {
        type: 'heading',
        attrs: { level: 2 },
        content: [{ type: 'text', text: part === 'questions' ? `${heading}?` : heading }],
      },
      { type: 'paragraph' },
    ])
    .focus(after + heading.length + 3)
    .run()
}
