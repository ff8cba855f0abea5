import { getSchema } from '@tiptap/core'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textExtensions } from '../editor/editor-extensions.ts'
import { markdownFor } from '../editor/editor-markdown.ts'
import {
  createTextFlow,
  endOfDocument,
  type FlowEditor,
  type Region,
  sectionAt,
  showText,
  wholeText,
  writingPlugin,
} from './generation-region.ts'

const schema = getSchema(textExtensions)
const { parse, serialize } = markdownFor(schema)

/** An editor without a view. */
function editorWith(markdown: string) {
  let state = EditorState.create({ doc: parse(markdown), plugins: [writingPlugin()] })
  const editor = {
    schema,
    isDestroyed: false,
    get state() {
      return state
    },
    view: {
      dispatch(tr: Transaction) {
        state = state.applyTransaction(tr).state
        state.doc.check()
      },
    },
  } as unknown as FlowEditor
  return editor
}
const toMarkdown = (editor: FlowEditor) => serialize(editor.state.doc)

/** Streams a text in chunks of the given length. */
function stream(editor: FlowEditor, region: Region, text: string, length: number) {
  const flow = createTextFlow(editor, region)
  for (let at = 0; at < text.length; at += length) flow.add(text.slice(at, at + length))
  flow.end()
  return flow
}

const article =
  'An opening.[^1]\n\n## One\n\nWords with **strong** ones.\n\n- a\n- b\n  - c\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```\ncode\n\nmore\n```\n\n### Two\n\nThe end.'

describe('streamed text', () => {
  test.each([1, 2, 3, 7, 40, 1000])('in chunks of %i characters results in the same document', (length) => {
    const editor = editorWith('')
    stream(editor, wholeText(editor), article, length)
    expect(toMarkdown(editor)).toBe(article)
  })

  test('results in the same document for any blocks and chunk size', () => {
    const blocks = fc.constantFrom(
      '# a',
      '## b',
      'x y z',
      '- l\n- m',
      '1. n\n2. o',
      '> q',
      '**b** [^2]',
      '```\nc\n```',
      '---',
    )
    fc.assert(
      fc.property(fc.array(blocks, { minLength: 1, maxLength: 7 }), fc.integer({ min: 1, max: 9 }), (parts, length) => {
        const text = parts.join('\n\n')
        const editor = editorWith('was here before')
        stream(editor, wholeText(editor), text, length)
        expect(toMarkdown(editor)).toBe(serialize(parse(text)))
      }),
      { numRuns: 300 },
    )
  })

  test('continues in the last paragraph or after the last block', () => {
    const within = editorWith('One.\n\nTwo begins')
    stream(within, endOfDocument(within), ' and ends.\n\nThree.', 4)
    expect(toMarkdown(within)).toBe('One.\n\nTwo begins and ends.\n\nThree.')
    const behind = editorWith('One.\n\n- a\n- b')
    stream(behind, endOfDocument(behind), '\n\n## Next\n\nText.', 5)
    expect(toMarkdown(behind)).toBe('One.\n\n- a\n- b\n\n## Next\n\nText.')
  })

  test('replaces a section including its deeper headings, and nothing else', () => {
    const editor = editorWith('## A\n\na\n\n### A1\n\na1\n\n## B\n\nb')
    stream(editor, sectionAt(editor, 0)!, '\n\n## A\n\nnew', 3)
    expect(toMarkdown(editor)).toBe('## A\n\nnew\n\n## B\n\nb')
    expect(sectionAt(editor, 9)).toBeNull()
  })

  test('counts the words it adds', () => {
    const editor = editorWith('')
    expect(stream(editor, wholeText(editor), 'One two.\n\n## Three\n\nfour', 2).words).toBe(4)
  })
})

describe('while streaming', () => {
  test('finished blocks can be edited, and edits to the unfinished block are ignored', () => {
    const editor = editorWith('')
    const flow = createTextFlow(editor, wholeText(editor))
    flow.add('Settled.\n\nStill com')
    editor.view.dispatch(editor.state.tr.insertText('Mine. ', 1))
    const end = editor.state.doc.content.size - 1
    editor.view.dispatch(editor.state.tr.insertText('x', end))
    flow.add('ing.\n\nLast.')
    flow.end()
    expect(toMarkdown(editor)).toBe('Mine. Settled.\n\nStill coming.\n\nLast.')
    editor.view.dispatch(editor.state.tr.insertText('Now it can. ', editor.state.doc.content.size - 6))
    expect(toMarkdown(editor)).toContain('Now it can.')
  })

  test('replaces only what changed, so earlier positions don’t move', () => {
    const editor = editorWith('')
    const flow = createTextFlow(editor, wholeText(editor))
    flow.add('One two')
    let replaced: [number, number][] = []
    const { dispatch } = editor.view
    editor.view.dispatch = (tr) => {
      tr.mapping.maps.forEach((map) => {
        map.forEach((from, to) => {
          replaced.push([from, to])
        })
      })
      dispatch(tr)
    }
    flow.add(' three')
    expect(replaced).toEqual([[8, 8]])
    replaced = []
    flow.add('\n\nFour')
    expect(replaced.every(([from]) => from >= 14)).toBe(true)
  })
})

test('showing another text changes only the differences', () => {
  fc.assert(
    fc.property(fc.subarray(article.split('\n\n')), fc.subarray(article.split('\n\n')), (one, two) => {
      const editor = editorWith(one.join('\n\n'))
      showText(editor, parse(two.join('\n\n')))
      expect(editor.state.doc.toJSON()).toEqual(parse(two.join('\n\n')).toJSON())
    }),
    { numRuns: 500 },
  )
})
