import MarkdownIt from 'markdown-it'

/**
 * Markdown as everything here reads it: CommonMark with tables, struck text and citation markers `[^n]`. HTML in it is text, and a
 * link that leads nowhere safe stays what was typed.
 */
export function createMarkdownReader(): MarkdownIt {
  const reader = MarkdownIt('default', { html: false, linkify: false, typographer: false }).use(citations)
  reader.validateLink = isSafeAddress
  return reader
}

/** http(s), mail, telephone and places of our own. */
export const isSafeAddress = (url: string) =>
  /^(https?:|mailto:|tel:|\/(?!\/)|#|\.)/i.test(url.trim()) || !/^[a-z][a-z0-9+.-]*:/i.test(url.trim())

/** A token `citation` whose `meta` is the number. */
function citations(markdown: MarkdownIt) {
  markdown.inline.ruler.before('link', 'citation', (state, silent) => {
    const found = /^\[\^(\d{1,4})\]/.exec(state.src.slice(state.pos, state.pos + 8))
    if (!found) return false
    if (!silent) state.push('citation', '', 0).meta = Number(found[1])
    state.pos += found[0].length
    return true
  })
}
