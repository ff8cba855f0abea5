import { type AnyExtension, InputRule, type Mark, markInputRule, type Node } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import { toSharedUndo } from './shared-undo.ts'

/** Tiptap's formats, changed where Markdown has other rules. */
export const AdaptedStarterKit = StarterKit.extend({
  addExtensions() {
    const extensions: AnyExtension[] = this.parent?.() ?? []
    return extensions.map((extension) => changes[extension.name]?.(extension) ?? extension)
  },
})

/** A sign beside a space is a sign, so "2 * 3 * 4" stays. `sign`: source of a regular expression. */
function toTypedForm(sign: string): RegExp {
  const letter = sign.at(-1)!
  return new RegExp(String.raw`(?:^|[\s([“"‘'])(${sign}(?![\s${letter}])([^${letter}]*[^${letter}\s])${sign})$`)
}

/** Marks as they are typed, such as `**word**`. */
export const typedForms: Record<string, RegExp[]> = {
  bold: [toTypedForm(String.raw`\*\*`), toTypedForm('__')],
  italic: [toTypedForm(String.raw`\*`), toTypedForm('_')],
  strike: [toTypedForm('~~')],
}

/** Pasted text is read as a whole (paste/markdown-paste.ts), so there are no rules for marks in it. */
const typed = (mark: AnyExtension) =>
  (mark as Mark).extend({
    addInputRules() {
      return typedForms[this.name]!.map((find) => markInputRule({ find, type: this.type }))
    },
    addPasteRules: () => [],
  })

const changes: Record<string, (extension: AnyExtension) => AnyExtension> = {
  bold: typed,
  italic: typed,
  strike: typed,
  // Markdown can link code and make it bold. Code is the innermost mark, so it comes last.
  code: (code) => (code as Mark).extend({ excludes: '', priority: 50, addPasteRules: () => [] }),
  // Words typed or pasted after a link aren't part of it.
  link: (link) => (link as Mark).extend({ inclusive: () => false }),
  listItem: toTaskItem,
  undoRedo: toSharedUndo,
}

/** An item of a list. `checked` is null unless it's a task, such as `- [x] Buy grounds`. */
function toTaskItem(listItem: AnyExtension) {
  return (listItem as Node).extend({
    addAttributes: () => ({
      checked: {
        default: null,
        parseHTML: (element: HTMLElement) => {
          const checked = element.getAttribute('data-checked')
          return checked === null ? null : checked === 'true'
        },
        renderHTML: ({ checked }) => (checked === null ? {} : { 'data-checked': String(checked) }),
      },
    }),
    renderHTML({ node, HTMLAttributes }) {
      if (node.attrs.checked === null) return ['li', HTMLAttributes, 0]
      const box = { type: 'checkbox', 'aria-label': 'Done', ...(node.attrs.checked ? { checked: 'checked' } : {}) }
      return [
        'li',
        { ...HTMLAttributes, class: 'task' },
        ['label', { contenteditable: 'false' }, ['input', box]],
        ['div', 0],
      ]
    },
    addKeyboardShortcuts() {
      return {
        ...this.parent?.(),
        // A task is followed by one that isn't done.
        Enter: () => {
          const { $from } = this.editor.state.selection
          const isTask = $from.depth > 1 && $from.node(-1).type === this.type && $from.node(-1).attrs.checked !== null
          return this.editor.commands.splitListItem(this.name, isTask ? { checked: false } : {})
        },
      }
    },
    addInputRules() {
      return [
        new InputRule({
          find: /^\[([ xX])\]\s$/,
          handler: ({ state, range, match }) => {
            const $from = state.doc.resolve(range.from)
            if ($from.depth < 2 || $from.node(-1).type !== this.type || $from.index(-1) !== 0) return null
            state.tr.delete(range.from, range.to)
            state.tr.setNodeMarkup($from.before(-1), null, { ...$from.node(-1).attrs, checked: match[1] !== ' ' })
          },
        }),
      ]
    },
    addProseMirrorPlugins: () => [checkboxes()],
  })
}

/** Checking a task's box changes its item. */
const checkboxes = () =>
  new Plugin({
    props: {
      handleDOMEvents: {
        change(view, event) {
          const box = event.target
          if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox') return false
          const item = box.closest('li')
          const at = item ? view.posAtDOM(item, 0) - 1 : -1
          const node = at < 0 ? null : view.state.doc.nodeAt(at)
          if (node?.type.name !== 'listItem') return false
          if (view.editable) view.dispatch(view.state.tr.setNodeAttribute(at, 'checked', box.checked))
          else box.checked = node.attrs.checked
          return true
        },
      },
    },
  })
