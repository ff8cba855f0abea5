import { getSchema } from '@tiptap/core'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { textExtensions } from '../editor-extensions.ts'
import { markdownFor } from '../editor-markdown.ts'
import { findLinkRange, findSentencePosition, findTerm, insertSentence } from './find-in-text.ts'

const schema = getSchema(textExtensions)
const { parse, serialize } = markdownFor(schema)

/** The text with the words selected, or with the cursor at their end. */
function stateWith(markdown: string, words: string, { selected }: { selected: boolean }) {
  const state = EditorState.create({ doc: parse(markdown) })
  const { from, to } = findTerm(state.doc, words)[0]!
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, selected ? from : to, to)))
}

test('finds whole terms in any case, across marks and next to citations', () => {
  const doc = parse('Dark roast.[^1] A **dark** roast, DARK ROAST; darker roasts.\n\n- dark  roast')
  const found = findTerm(doc, 'dark roast').map(({ from, to }) => doc.textBetween(from, to))
  expect(found).toEqual(['Dark roast', 'dark roast', 'DARK ROAST', 'dark  roast'])
  expect(findTerm(doc, 'c++ (')).toEqual([])
  expect(findTerm(parse('冷萃咖啡很好'), '咖啡')).toHaveLength(1)
})

test.each([
  ['Cold brew is dark.', 'dark', 'It is a new one.', 'Cold brew is dark. It is a new one.'],
  ['Cold brew is dark', 'brew', 'and cold.', 'Cold brew is dark and cold.'],
  ['冷萃咖啡很好。', '咖啡', '它很冷。', '冷萃咖啡很好。它很冷。'],
  ['- one item\n- two', 'one', 'More.', '- one item More.\n- two'],
  [
    '## A heading\n\nFirst.\n\nSecond.\n\n## Next\n\nThird.',
    'heading',
    'New.',
    '## A heading\n\nFirst.\n\nSecond. New.\n\n## Next\n\nThird.',
  ],
])(
  'a sentence is appended to the paragraph of %j, with a space where needed, and the selection stays',
  (text, words, sentence, whole) => {
    for (const selected of [true, false]) {
      const state = stateWith(text, words, { selected })
      const next = state.apply(insertSentence(state.tr, findSentencePosition(state)!, parse(sentence)))
      next.doc.check()
      expect(serialize(next.doc).trim()).toBe(whole)
      // The selection hasn't changed.
      expect(next.doc.textBetween(next.selection.from, next.selection.to)).toBe(selected ? words : '')
    }
  },
)

test('a section without a paragraph has no position for a sentence', () => {
  expect(
    findSentencePosition(stateWith('Before.\n\n## A heading\n\n## Next\n\nThird.', 'heading', { selected: false })),
  ).toBeNull()
})

test('words become a link in a sentence only: not in headings, code or other links', () => {
  const doc = parse(
    '# Cold brew ratio\n\nSee [cold brew ratio](/other) and `cold brew ratio`.\n\nA Cold brew ratio works.',
  )
  const range = findLinkRange(doc, 'cold brew ratio')!
  expect(doc.textBetween(range.from, range.to)).toBe('Cold brew ratio')
  const { tr } = EditorState.create({ doc })
  const linked = tr.addMark(range.from, range.to, schema.marks.link!.create({ href: '/ratio' })).doc
  expect(serialize(linked)).toContain('A [Cold brew ratio](/ratio) works.')
  expect(findLinkRange(linked, 'cold brew ratio')).toBeNull()
})
