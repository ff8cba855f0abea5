import { getSchema } from '@tiptap/core'
import { history, undo } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { describe, expect, test } from 'vitest'
import { textExtensions } from '../editor-extensions.ts'
import { markdownFor } from '../editor-markdown.ts'
import { typedForms } from '../starter-kit.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'
import { hasFormats, pasteMarkdown } from './markdown-paste.ts'

const schema = getSchema(textExtensions)
const markdown = markdownFor(schema)

/** An editor with a text, and the cursor where `|` is. */
function openEditor(doc: Node) {
  let at = -1
  doc.descendants((node, position) => {
    const index = node.text?.indexOf('|') ?? -1
    if (index >= 0) at = position + index
  })
  let state = EditorState.create({ doc, plugins: [history()] })
  if (at >= 0) {
    state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)))
    state = state.apply(state.tr.delete(at, at + 1).setMeta('addToHistory', false))
  }
  const view = {
    state,
    dispatch(transaction: Transaction) {
      view.state = view.state.apply(transaction)
    },
  }
  return view
}

/** What is saved after plain text is pasted. Null: it stays plain text. */
function paste(text: string, into = '', taken: number[] = []): string | null {
  const view = openEditor(markdown.parse(into))
  if (!pasteMarkdown(view, text, taken)) return null
  view.state.doc.check()
  return markdown.serialize(view.state.doc)
}

const pasted = `## Which mat?

| Mat | Price |
| --- | ---: |
| Blue | $20 |

- thick
- **soft**

See [the guide](https://example.com/guide).
`

describe('Markdown that is pasted as plain text', () => {
  test('becomes what it means, and undo gives the plain text', () => {
    const view = openEditor(markdown.parse(''))
    expect(pasteMarkdown(view, pasted)).toBe(true)
    expect(markdown.serialize(view.state.doc)).toBe(pasted.trim())
    expect(view.state.doc.firstChild!.type.name).toBe('heading')
    undo(view.state, view.dispatch)
    expect(view.state.doc.children.map(({ textContent }) => textContent)).toEqual(
      pasted.split(/\n+/).slice(0, view.state.doc.childCount),
    )
    expect(view.state.doc.textContent).toContain('| --- | ---: |')
    undo(view.state, view.dispatch)
    expect(view.state.doc.textContent).toBe('')
  })

  test.each([
    ['one heading', '## Which mat?'],
    ['a title above a paragraph', '# Mats\n\nText.'],
    ['text of a chat assistant', '**Short answer:** yes.\n\n1. First\n2. Second\n\n---\n\nUse `npm start` then.'],
    ['nested lists and tasks', '- a\n  - b\n- [x] c'],
    ['one task', '- [ ] Measure the room'],
    ['a block of code', '```js\nconst a = 2 * 3\n```'],
    ['a link', 'See [the guide](https://example.com/guide).'],
    ['an image', '![A mat](https://example.com/mat.png)'],
    ['bold Chinese', '这是**重点**内容'],
    ['a callout', '> [!TIP]\n> Use *cold* water.'],
    ['a quote of two lines', '> first\n>\n> second'],
    ['a table without outer pipes', 'Mat | Price\n--- | ---\nBlue | 20'],
    ['Windows line ends', '## Title\r\n\r\n- a\r\n- b'],
  ])('%s', (_, text) => {
    const saved = paste(text)
    expect(saved).toBe(markdown.serialize(markdown.parse(text.replace(/\r\n/g, '\n'))))
    expect(saved).not.toMatch(/\\[#*[\]|`>-]/)
  })

  test('within a paragraph its words continue it, and blocks divide it', () => {
    expect(paste('**soft** and [thick](https://e.com)', 'A mat, | and blue.')).toBe(
      'A mat, **soft** and [thick](https://e.com) and blue.',
    )
    expect(paste('- a\n- b', '- one\n- |')).toBe('- one\n- a\n- b')
    expect(paste('## b', 'a\n\n|')).toBe('a\n\n## b')
  })

  test('its footnotes get free numbers, and marks of others stay text', () => {
    expect(paste('Enough.[^1] Old[^2]\n\n[^1]: [Test](https://example.com/test)', 'Known.[^1]\n\n|', [3])).toBe(
      'Known.[^1]\n\nEnough.[^4] Old\\[^2\\]\n\n[^4]: [Test](https://example.com/test)',
    )
    expect(paste('A[^mats]\n\n[^mats]: note')).toBe('A[^1]\n\n[^1]: note')
  })

  test('stars between letters or figures stay stars beside formatted text', () => {
    expect(paste('**Sum:** 2*3*4 and a*b*c, 2 * 3')).toBe('**Sum:** 2\\*3\\*4 and a\\*b\\*c, 2 \\* 3')
  })

  test('stays plain in code, and a table stays plain in a table', () => {
    expect(paste('## a', '```\n|\n```')).toBe(null)
    const view = openEditor(markdown.parse('| x |\n| --- |\n| y |'))
    view.state = view.state.apply(view.state.tr.setSelection(TextSelection.create(view.state.doc, 4)))
    expect(pasteMarkdown(view, '| a |\n| - |\n| b |')).toBe(false)
  })
})

describe('ordinary text stays as it is', () => {
  test.each([
    'Prices * start at 5, 2 * 3 = 6',
    'Sizes: 2*3*4 cm, 10*20*30 cm',
    'It is 5 > 3 and 2 < 4.',
    '- 5 degrees this morning',
    '* Prices exclude VAT.',
    '*Terms apply to all offers.*',
    '24. Dezember ist Heiligabend.',
    '1. FC Köln won again.',
    '#1 in sales, #mats #home',
    '# 1 in sales\nand growing',
    '# install first\nnpm install\nnpm start',
    'Our snake_case names: user_id, __init__ and __main__',
    'f**k and s**t',
    '2**3 and 4**5',
    'rated **** by all',
    'Call me | text me | mail me',
    'Name | Size\nMat | 20',
    'a [note] and array[0](x)',
    'see [1] and [2]',
    'C:\\Users\\*\\file_name_1.txt',
    '+ 5 %\n+ 3 %',
    'It’s rock `n roll',
    'Dear _name_,\nyour order_',
    'First line\nsecond line\n\nnew paragraph',
    '5. five\n9. nine',
    '~20 °C, ~30 minutes',
    'ab\n---',
    '',
  ])('%j', (text) => {
    expect(looksLikeMarkdown(text)).toBe(false)
    expect(paste(text)).toBe(null)
  })

  test('typed stars are only marks around words', () => {
    const find = (text: string) => typedMarks(text)
    expect(find('Prices * start at 5, 2 *')).toEqual([])
    expect(find('2 ** 3 **')).toEqual([])
    expect(find('a_b_')).toEqual([])
    expect(find('so *very*')).toEqual(['italic'])
    expect(find('so **very good**')).toEqual(['bold'])
    expect(find('(~~old~~')).toEqual(['strike'])
  })
})

test('HTML that only colors lines counts as plain text', () => {
  expect(
    hasFormats(
      '<meta charset="utf-8"><div style="font-family:Consolas"><div><span style="color:#000">## Title</span></div><br></div>',
    ),
  ).toBe(false)
  expect(hasFormats('<pre style="white-space: pre-wrap;">## Title</pre>')).toBe(false)
  expect(hasFormats('<p>a <b>b</b></p>')).toBe(true)
  expect(hasFormats('<a href="/x">x</a>')).toBe(true)
  expect(hasFormats('<p data-pm-slice="1 1 []">x</p>')).toBe(true)
})

/** The marks that the editor would make of text just typed. */
function typedMarks(text: string): string[] {
  return Object.keys(typedForms).filter((name) => typedForms[name]!.some((find) => find.test(text)))
}
