/**
 * Puts a passage that's selected in the text into the form for comments. Serialized into the page, so it can't use anything from
 * outside itself. Without it, the passage is pasted there.
 */
export function quoteSelection() {
  const passage = document.querySelector<HTMLTextAreaElement>('[data-passage]')
  const source = document.querySelector('[data-passage-source]')
  const toForm = document.querySelector<HTMLElement>('[data-passage-link]')
  if (passage && source && toForm) {
    document.addEventListener('selectionchange', () => {
      const selection = getSelection()
      const range = selection?.rangeCount ? selection.getRangeAt(0) : null
      if (!range || range.collapsed || !source.contains(range.commonAncestorContainer)) return
      const copy = range.cloneContents()
      for (const mark of copy.querySelectorAll('sup')) mark.remove()
      for (const block of copy.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, td, th, pre, br')) block.after(' ')
      const text = (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
      if (text === '') return
      passage.value = text.slice(0, passage.maxLength)
      toForm.hidden = false
    })
    // Pressing it would end the selection first.
    toForm.addEventListener('mousedown', (event) => event.preventDefault())
    toForm.addEventListener('click', () => {
      toForm.hidden = true
      document.querySelector<HTMLElement>('[data-passage-text]')?.focus()
    })
  }
}
