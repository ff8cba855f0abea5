import type { Editor } from '@tiptap/core'
import type { TextAround } from '../../rules/suggest-images.ts'

const maxLength = 4000

/** The section with the cursor. */
export function getTextAround({ state: { doc, selection } }: Pick<Editor, 'state'>, language: string): TextAround {
  const own = selection.$to.index(0)
  let heading = ''
  let text = ''
  for (let index = 0; index < doc.childCount; index++) {
    const node = doc.child(index)
    if (node.type.name !== 'heading') text += `${node.textBetween(0, node.content.size, ' ')} `
    else {
      if (index > own) break
      heading = node.textContent
      text = ''
    }
  }
  return { heading, text: text.slice(0, maxLength), language }
}
