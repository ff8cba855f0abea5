import type { Editor } from '@tiptap/core'
import { getSchema } from '@tiptap/core'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { textExtensions } from '../editor-extensions.ts'
import { markdownFor } from '../editor-markdown.ts'
import { addCallout, addFaq, addRule, addTable } from './insert-block.ts'

const schema = getSchema(textExtensions)
const { parse, serialize } = markdownFor(schema)

/** An editor without a view, with the cursor at `at`. */
function open(markdown: string, at: number) {
  const doc = parse(markdown)
  const editor = {
    schema,
    state: EditorState.create({ doc, selection: TextSelection.create(doc, at) }),
    view: {
      dispatch: (tr: EditorState['tr']) => {
        editor.state = editor.state.apply(tr)
      },
    },
    commands: { focus: () => true },
  }
  return editor as unknown as Editor
}
const text = ({ state }: Editor) => serialize(state.doc).trimEnd()

test('a table is inserted after the paragraph, with the cursor in its first cell', () => {
  const editor = open('One.\n\nTwo.', 2)
  addTable(editor)
  expect(text(editor)).toBe('One.\n\n|  |  |  |\n| --- | --- | --- |\n|  |  |  |\n|  |  |  |\n\nTwo.')
  expect(editor.state.selection.$from.node(-1).type.name).toBe('tableHeader')
})

test('an empty paragraph becomes the block, and at the end of the text there’s a paragraph to go on in', () => {
  const editor = open('', 1)
  addCallout(editor, 'tip')
  expect(editor.state.doc.children.map(({ type }) => type.name)).toEqual(['callout', 'paragraph'])
  editor.view.dispatch(editor.state.tr.insertText('Use cold water.'))
  expect(text(editor)).toBe('> [!TIP]\n> Use cold water.')
})

test('an FAQ is in the language of the text, with the first question selected', () => {
  const editor = open('Eins.', 1)
  addFaq(editor, 'de-CH')
  expect(text(editor)).toBe('Eins.\n\n## Häufige Fragen\n\n### Frage?\n\n### Frage?')
  const { from, to } = editor.state.selection
  expect(editor.state.doc.textBetween(from, to)).toBe('Frage?')
})

test('a divider has a paragraph below', () => {
  const editor = open('One.', 2)
  addRule(editor)
  expect(text(editor)).toBe('One.\n\n---')
  expect(editor.state.selection.$from.parent.type.name).toBe('paragraph')
})
