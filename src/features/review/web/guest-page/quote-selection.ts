/**
 * Puts a passage that's selected in the text into the form for comments, with what is before and after it. Serialized into the page,
 * so it can't use anything from outside itself. Without it, the passage is pasted there.
 */
export function quoteSelection() {
  const passage = document.querySelector<HTMLTextAreaElement>('[data-passage]')
  const prefix = document.querySelector<HTMLInputElement>('[data-passage-prefix]')
  const suffix = document.querySelector<HTMLInputElement>('[data-passage-suffix]')
  const source = document.querySelector('[data-passage-source]')
  const toForm = document.querySelector<HTMLElement>('[data-passage-link]')
  if (passage && source && toForm) {
    const maxAround = 100
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = (range: Range) => {
      const copy = range.cloneContents()
      for (const mark of copy.querySelectorAll('sup')) mark.remove()
      for (const block of copy.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, td, th, pre, br')) block.after(' ')
      return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
    }
    document.addEventListener('selectionchange', () => {
      const selection = getSelection()
      const range = selection?.rangeCount ? selection.getRangeAt(0) : null
      if (!range || range.collapsed || !source.contains(range.commonAncestorContainer)) return
      const text = read(range)
      if (text === '') return
      passage.value = text.slice(0, passage.maxLength)
      toForm.hidden = false
      const around = [document.createRange(), document.createRange()] as const
      around[0].setStart(source, 0)
      around[0].setEnd(range.startContainer, range.startOffset)
      around[1].setStart(range.endContainer, range.endOffset)
      around[1].setEnd(source, source.childNodes.length)
      // Copying a long text takes longer than a selection grows.
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (prefix) prefix.value = read(around[0]).slice(-maxAround)
        if (suffix) suffix.value = read(around[1]).slice(0, maxAround)
      }, 200)
    })
    // Pressing it would end the selection first.
    toForm.addEventListener('mousedown', (event) => event.preventDefault())
    toForm.addEventListener('click', () => {
      toForm.hidden = true
      document.querySelector<HTMLElement>('[data-passage-text]')?.focus()
    })
  }
}
