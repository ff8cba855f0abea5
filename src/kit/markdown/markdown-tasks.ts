import type MarkdownIt from 'markdown-it'

const box = /^\[([ xX])\](?:[ \t]+|$)/

/** Items such as `- [x] Buy grounds`: `meta` of their `list_item_open` is {checked}, and their text begins with `task_box`. */
export function tasks(markdown: MarkdownIt) {
  markdown.core.ruler.before('inline', 'tasks', (state) => {
    for (const [at, token] of state.tokens.entries()) {
      const inline = state.tokens[at + 2]
      if (token.type !== 'list_item_open' || inline?.type !== 'inline') continue
      const found = state.tokens[at + 1]!.type === 'paragraph_open' && box.exec(inline.content)
      if (!found) continue
      token.meta = { checked: found[1] !== ' ' }
      inline.content = inline.content.slice(found[0].length)
    }
  })
  markdown.core.ruler.after('inline', 'task_boxes', (state) => {
    for (const [at, token] of state.tokens.entries()) {
      const checked = getChecked(token)
      if (checked === null) continue
      const sign = new state.Token('task_box', 'input', 0)
      sign.meta = { checked }
      state.tokens[at + 2]!.children!.unshift(sign)
    }
  })
}

/** Whether the task of an item is done. Null: the item is no task. */
export const getChecked = (token: { type: string; meta: unknown }): boolean | null =>
  token.type === 'list_item_open' && token.meta ? (token.meta as { checked: boolean }).checked : null
