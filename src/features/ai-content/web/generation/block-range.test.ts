import { getSchema } from '@tiptap/core'
import { AllSelection, EditorState, TextSelection } from '@tiptap/pm/state'
import { describe, expect, test } from 'vitest'
import { textExtensions } from '../editor/editor-extensions.ts'
import { markdownFor } from '../editor/editor-markdown.ts'
import { getBlocks, getMarkdown, getTextRange, replaceWithMarkdown } from './block-range.ts'

const schema = getSchema(textExtensions)
const { parse, serialize } = markdownFor(schema)
const open = (markdown: string) => ({ schema, state: EditorState.create({ doc: parse(markdown) }) })

const text = ['## Ratio', 'Use **one** part.[^1]', '- a\n- b', '| A | B |\n| --- | --- |\n| 1 | 2 |'].join('\n\n')

describe('with everything selected', () => {
  test.each([text, 'One paragraph.[^1]', '| A |\n| --- |\n| 1 |', '- a\n- b'])(
    'the Markdown of %j is all of it',
    (given) => {
      const part = open(given)
      const range = getTextRange(part.state.doc, new AllSelection(part.state.doc))
      expect(getMarkdown(part, range)).toBe(serialize(part.state.doc))
    },
  )

  test.each([
    [text, '### Other\n\n1. x\n2. y'],
    ['One paragraph.', 'Two.\n\nParagraphs.'],
    ['## Heading\n\nText.', 'Only text.'],
  ])('replacing %j puts %j in its place', (given, next) => {
    const part = open(given)
    const range = getTextRange(part.state.doc, new AllSelection(part.state.doc))
    const { doc } = replaceWithMarkdown(part, range, next)
    expect(serialize(doc)).toBe(next)
    doc.check()
  })
})

test('words of one paragraph are replaced inside it', () => {
  const part = open('## Ratio\n\nUse one part.')
  const from = 12
  expect(getMarkdown(part, { from, to: from + 3 })).toBe('one')
  expect(serialize(replaceWithMarkdown(part, { from, to: from + 3 }, '**two**').doc)).toBe(
    '## Ratio\n\nUse **two** part.',
  )
})

test('a selection touches its blocks only', () => {
  const part = open(text)
  const { doc } = part.state
  const selection = TextSelection.between(doc.resolve(12), doc.resolve(30))
  const { first, blocks } = getBlocks(part, selection)
  expect(first).toBe(1)
  expect(blocks).toEqual(['Use **one** part.[^1]', '- a\n- b'])
  expect(getBlocks(part, null).blocks).toHaveLength(4)
})
