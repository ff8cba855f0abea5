import type { indexPassages } from '../../rules/passage-index.ts'

/**
 * Marks the passages of open comments in the text, and leads from each to the other. Serialized into the page, so it can't use anything
 * from outside itself but `indexTexts`. Without it, the comments lead to the first words that are the same.
 */
export function markComments(indexTexts: typeof indexPassages) {
  const source = document.querySelector<HTMLElement>('[data-passage-source]')
  const description = document.querySelector('[data-mark-description]')
  const links = [...document.querySelectorAll<HTMLElement>('a[data-mark]')]
  if (!source || links.length === 0) return

  const nodes: Text[] = []
  const walker = document.createTreeWalker(source, NodeFilter.SHOW_TEXT)
  // Numbers of citations aren't words of the text.
  while (walker.nextNode())
    if (!walker.currentNode.parentElement?.closest('sup')) nodes.push(walker.currentNode as Text)
  const index = indexTexts(nodes.map(({ data }) => data))
  const passages = links
    .flatMap(({ dataset, textContent }) => {
      const { mark: id = '', prefix = '', suffix = '' } = dataset
      const range = index.find({ quote: textContent ?? '', prefix, suffix })
      return range ? [{ id, ...range }] : []
    })
    // Where several are on the same words, a click opens the one on the shortest passage.
    .sort((a, b) => a.to - a.from - (b.to - b.from))

  let start = 0
  for (const node of nodes) {
    const base = start
    start += node.length
    const within = passages.filter(({ from, to }) => from < base + node.length && to > base)
    if (within.length === 0 || node.data.trim() === '') continue
    const toCut = (offset: number) => Math.min(Math.max(offset - base, 0), node.length)
    const cuts = [...new Set([0, node.length, ...within.flatMap(({ from, to }) => [toCut(from), toCut(to)])])]
    cuts.sort((a, b) => a - b)
    const pieces = document.createDocumentFragment()
    for (let at = 1; at < cuts.length; at++) {
      const [from, to] = [cuts[at - 1]!, cuts[at]!]
      const text = node.data.slice(from, to)
      const ids = within.filter((each) => each.from < base + to && each.to > base + from).map(({ id }) => id)
      if (ids.length === 0) {
        pieces.append(text)
        continue
      }
      const mark = document.createElement('mark')
      mark.className = 'comment-mark'
      mark.dataset.comments = ids.join(' ')
      mark.tabIndex = -1
      mark.textContent = text
      if (description) mark.setAttribute('aria-describedby', description.id)
      pieces.append(mark)
    }
    node.replaceWith(pieces)
  }

  const activate = (id: string) => {
    for (const mark of source.querySelectorAll('.comment-mark-active')) mark.classList.remove('comment-mark-active')
    const marks = [...source.querySelectorAll<HTMLElement>(`[data-comments~="${CSS.escape(id)}"]`)]
    for (const mark of marks) mark.classList.add('comment-mark-active')
    return marks[0]
  }
  source.addEventListener('click', (event) => {
    const mark = (event.target as Element).closest<HTMLElement>('[data-comments]')
    if (!mark || mark.closest('a')) return
    const [id] = (mark.dataset.comments ?? '').split(' ')
    activate(id!)
    location.hash = `comment-${id}`
  })
  for (const link of links)
    link.addEventListener('click', (event) => {
      const mark = activate(link.dataset.mark ?? '')
      if (!mark) return
      event.preventDefault()
      mark.focus({ preventScroll: true })
      mark.scrollIntoView({ block: 'center' })
    })
}
