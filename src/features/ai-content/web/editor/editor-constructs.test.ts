import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownToHtml } from '#kit/markdown/markdown-html.ts'
import { createMarkdownReader } from '#kit/markdown/markdown-parser.ts'
import { textExtensions } from './editor-extensions.ts'
import { markdownFor } from './editor-markdown.ts'

const schema = getSchema(textExtensions)
const markdown = markdownFor(schema)

/** Opens a text, types a word at its end and deletes it again, and saves. */
function openEditSave(text: string): string {
  const doc = markdown.parse(text)
  doc.check()
  let state = EditorState.create({ doc })
  const end = state.doc.content.size
  state = state.apply(state.tr.insert(end, schema.node('paragraph', null, [schema.text('typed')])))
  state = state.apply(state.tr.delete(end, state.doc.content.size))
  return markdown.serialize(state.doc)
}

const inlineTag = /^(?:strong|em|s|a|code|sup)$/

/** What a text means: blocks, and words with their marks whatever their order. Loose lists are like tight ones. */
function toMeaning(source: string): string {
  const html = markdownToHtml(source, new Set())
    .replace('ẑ', '')
    // A heading is one line.
    .replace(/<h(\d)[^>]*>.*?<\/h\1>/gs, (heading) => heading.replace(/<br \/>/g, ' '))
  const open: string[] = []
  let meaning = ''
  let marks = ''
  for (const [, tag, words] of html.matchAll(/<([^>]*)>|([^<]+)/g)) {
    const name = /^\/?(\w+)/.exec(tag ?? '')?.[1]
    if (name === 'p') continue
    if (name && inlineTag.test(name)) {
      if (tag!.startsWith('/'))
        open.splice(
          open.findLastIndex((one) => one.startsWith(name)),
          1,
        )
      else open.push(tag!)
      continue
    }
    const spaced = words === undefined ? `<${tag}>` : words.replace(/\s+/g, ' ')
    const now = words?.trim() === '' ? marks : open.toSorted().join()
    meaning += now === marks ? spaced : `{${now}}${spaced}`
    marks = now
  }
  return meaning
    .replace(/ {2,}/g, ' ')
    .replace(/(<\/?(?:ul|ol|li|blockquote|table|thead|tbody|tr|th|td|aside|h\d|hr|pre)\b[^>]*>|\{[^}]*\}) /g, '$1')
    .replace(/ (<\/?(?:ul|ol|li|blockquote|table|thead|tbody|tr|th|td|aside|h\d|hr|pre)\b[^>]*>|\{)/g, '$1')
    .trim()
}

describe('what opening and saving keeps', () => {
  test.each([
    ['a source of the text’s own', 'A mat of 20 mm is enough.[^1]\n\n[^1]: [Test of mats](https://example.com/test)'],
    ['a source of one word', 'Enough.[^1]\n\n[^1]: [Source](https://example.com/test)'],
    ['a bare URL as definition', 'Enough.[^1]\n\n[^1]: https://example.com/test'],
    [
      'an autolink and a title',
      'Enough.[^1]\n\n[^1]: <https://example.com/test> "Test"',
      'Enough.[^1]\n\n[^1]: [https://example.com/test](https://example.com/test) "Test"',
    ],
    ['definitions one below the other', 'A[^1] b[^2]\n\n[^1]: first\n[^2]: second'],
    ['definitions in the middle', 'A[^1]\n\n[^1]: first\n\n## Next\n\nb'],
    ['a definition of several blocks', 'A[^1]\n\n[^1]: first\n\n    - a\n    - b\n\n    ```js\n    x\n    ```\n\nend'],
    ['a definition that begins with a list', 'A[^1]\n\n[^1]:\n    - a\n    - b'],
    ['a definition with an unindented second line', 'A[^1]\n\n[^1]: first\nsecond', 'A[^1]\n\n[^1]: first second'],
    [
      'named footnotes',
      'A[^mats] b[^4]\n\n[^mats]: [Test](https://example.com)',
      'A[^5] b[^4]\n\n[^5]: [Test](https://example.com)',
    ],
    ['a definition in a quote', '> a[^1]\n>\n> [^1]: b'],
    ['a name without a definition', 'A\\[^mats\\]'],
    ['tasks', '- [ ] open\n- [x] done\n- no task\n  - [ ] nested\n\n1. [x] one'],
    ['tasks with several paragraphs', '- [ ] open\n\n  more\n- [x] **bold** [link](https://e.com)'],
    ['an empty task', '- [ ] \n- [x] a'],
    ['brackets that are no task', '- \\[ \\] a\n- \\[x\\]b'],
    ['line breaks in cells', '| a | b |\n| --- | --- |\n| one<br>two | **x**<br>[l](https://e.com)<br>`c` |'],
    ['forms of line breaks', '| a |\n| --- |\n| one<br/>two<BR />three |', '| a |\n| --- |\n| one<br>two<br>three |'],
    ['a line break tag in a paragraph', 'one<br>two', 'one\\\ntwo'],
    ['a line break tag as code or escaped', '`<br>` and \\<br>'],
    ['headings of six levels', '# 1\n\n## 2\n\n### 3\n\n#### 4\n\n##### 5\n\n###### 6'],
    ['code in links and bold', '[`Array.map`](https://e.com) **`code`** *a `b` c*'],
    ['an image in a link', '[![alt](/media/a.png)](https://e.com)'],
    ['images with a title in a cell', '| a |\n| --- |\n| ![x](/media/a.png "T") |'],
    ['a definition that no link uses', 'Text.\n\n[mats]: https://e.com/mats "Mats"\n[Two words]: /b\n\nEnd'],
    [
      'definitions in lists, quotes and footnotes',
      '- a\n\n  [x]: /x\n- b\n\n> [y]: /y\n\nc[^1]\n\n[^1]: d\n\n    [z]: /z',
    ],
    ['a definition between two lists', '- a\n\n[x]: /u\n\n- b'],
    [
      'links that use a definition',
      'See [mats][m], [Rugs] and ![i][m].\n\n[m]: https://e.com/m "M"\n[rugs]: </a b>\n[free]:\n  /free',
      'See [mats](https://e.com/m "M"), [Rugs](/a%20b) and ![i](https://e.com/m "M").\n\n[free]: /free',
    ],
    ['two definitions of one name', '[a]\n\n[a]: /first\n[A]: /second', '[a](/first)\n\n[A]: /second'],
    ['marks that change inside a word', '**bo**ld*er* and **bo**_er_ *it**al***__ic__', null],
    ['marks that overlap inside a word', '*a**b***__c__ ~~d**e**~~**f** ***g**h*__i__&#106;', null],
    ['items that begin with other blocks', '- # h\n- > q\n- ```js\n  x\n  ```', null],
  ])('%s', (_, text, out: string | null = text) => {
    const saved = openEditSave(text)
    if (out !== null) expect(saved).toBe(out)
    expect(toMeaning(saved)).toBe(toMeaning(text))
    expect(openEditSave(saved)).toBe(saved)
  })
})

const words = fc.constantFrom(
  ...[
    'word',
    '**bold**',
    '*slanted*',
    '***both***',
    '~~struck~~',
    '`code`',
    '`` a`b ``',
    '[link](https://e.com/a_b "T")',
  ],
  ...[
    '[`c`](https://e.com)',
    '**[l](/x) `d`**',
    '![i](/media/a.png)',
    '**bo**ld*er*',
    '**bo**_er_',
    '~~st~~**r**',
    '[used]',
    '[see][used]',
    '[![i](/media/a.png "T")](https://e.com)',
    'x[^1]',
    'y[^b]',
  ],
  ...[
    '2 * 3',
    'snake_case',
    '\\*',
    '&amp;',
    'a<br>b',
    'a\\\nb',
    '<https://e.com/c>',
    '[[x]]',
    '#tag',
    '1.5',
    '<b>',
    '5 < 6',
  ],
  ...['“q”', 'قهوة', '咖啡', '😀', '\\[ \\]', '~', '^', '$5', '-', '+', '>', '=', '1.', '2)'],
)
const line = fc.array(words, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '))
const oneLine = line.map((text) => text.replace(/\\\n/g, ' '))
const cell = fc.oneof(oneLine, fc.constant(''), fc.constant('a\\|b'), fc.constant('`a\\|b`'))
const indented = (text: string, first: string, rest: string) =>
  text
    .split('\n')
    .map((one, at) => (at === 0 ? first + one : one === '' ? '' : rest + one))
    .join('\n')
const definition = fc.constantFrom('[used]: https://e.com/used "U"', '[free]: /free', '[Free two]: /two "t"')
const joined = (blocks: string[]) => blocks.join('\n\n')

/** Texts with every construct, nested in each other. */
const { blocks } = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map(joined),
  block: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    line,
    definition,
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), oneLine)
      .map(([level, text]) => `${'#'.repeat(level)} ${text.replace(/<br>/g, ' ')}`),
    fc.constantFrom(
      '---',
      '```js\nconst a = `b` * 2 // # no\n\n- c\n```',
      '    indented\n    - code',
      'Underlined\n===',
    ),
    fc
      .tuple(
        fc.constantFrom('---', ':--', ':-:', '--:'),
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 }),
      )
      .map(([rule, rows]) =>
        [`| a | b |`, `| ${rule} | --- |`, ...rows.map(([one, two]) => `| ${one} | ${two} |`)].join('\n'),
      ),
    fc
      .tuple(
        fc.constantFrom('- ', '* ', '1. ', '7) ', '- [ ] ', '- [x] ', '2. [ ] '),
        fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }),
      )
      .map(([mark, items]) =>
        items.map((item) => indented(item, mark, ' '.repeat(/^\S+ /.exec(mark)![0].length))).join('\n'),
      ),
    tie('blocks').map((text) => indented(text, '> ', '> ').replace(/\n\n/g, '\n>\n')),
    tie('blocks').map((text) => `> [!TIP]\n${indented(text, '> ', '> ').replace(/\n\n/g, '\n>\n')}`),
  ),
}))
const text = fc
  .tuple(
    blocks,
    fc.constantFrom(
      '',
      '[^1]: [Page](https://e.com)',
      '[^1]: a\n\n    - b\n[^b]: *c*',
      '[^b]:\n    ```\n    d\n    ```',
    ),
  )
  .map((parts) => joined(parts.filter(Boolean)))

/** Definitions of a text that no link uses, as every reader of Markdown sees them. */
function getFreeDefinitions(source: string) {
  const env: { references?: Record<string, { href: string; title: string }> } = {}
  createMarkdownReader().parse(source, env)
  const html = markdownToHtml(source, new Set())
  return Object.entries(env.references ?? {})
    .filter(([, { href }]) => !html.includes(`href="${href}"`))
    .toSorted()
}

test('opening, typing and saving keeps the meaning of every construct', () => {
  fc.assert(
    fc.property(text, fc.nat(), (source, where) => {
      const doc = markdown.parse(source)
      doc.check()
      const places: number[] = []
      doc.descendants((node, at) => {
        if (node.isTextblock) for (let offset = 0; offset <= node.content.size; offset++) places.push(at + 1 + offset)
      })
      const state = EditorState.create({ doc })
      const at = places[where % places.length]
      const edited = at === undefined ? doc : state.apply(state.tr.insertText('ẑ', at)).doc
      const saved = markdown.serialize(doc)
      expect(toMeaning(saved)).toBe(toMeaning(source))
      expect(toMeaning(markdown.serialize(edited))).toBe(toMeaning(source))
      expect(markdown.serialize(markdown.parse(saved))).toBe(saved)
      expect(getFreeDefinitions(saved)).toEqual(getFreeDefinitions(source))
    }),
    { numRuns: 1000 },
  )
})

test('bold, slanted, struck and linked letters stay so, whatever is beside them', () => {
  const marks = fc.subarray(['bold', 'italic', 'strike', 'link', 'code'])
  const part = fc.tuple(
    fc.constantFrom(
      ...[
        'ab',
        'z',
        'b c',
        ' de',
        'fg ',
        '“hi”',
        '.',
        '(jk',
        'lm)',
        '!',
        '咖啡',
        '「磨豆」',
        '#',
        ' ',
        'a_b',
        '_',
        '*',
      ],
    ),
    marks,
  )
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 7 }), (parts) => {
      const doc = schema.node('doc', null, [
        schema.node('paragraph', null, [
          schema.text('x '),
          ...parts.map(([text, names]) =>
            schema.text(
              text,
              names.map((name) => schema.mark(name, name === 'link' ? { href: 'https://e.com' } : null)),
            ),
          ),
          schema.text(' y'),
        ]),
      ])
      const saved = markdown.serialize(doc)
      const opened = markdown.parse(saved)
      expect(opened.textContent.replace(/\s+/g, ' '), saved).toBe(doc.textContent.replace(/\s+/g, ' '))
      expect(getLetters(opened), saved).toEqual(getLetters(doc))
    }),
    {
      numRuns: 2000,
      examples: [
        [
          [
            ['a', ['italic']],
            ['b', ['bold', 'italic']],
            ['c', ['bold']],
            ['d', []],
          ],
        ],
        [
          [
            ['a', ['bold', 'italic']],
            ['b', ['italic']],
            ['c', ['bold', 'italic', 'code']],
            ['d', ['strike']],
          ],
        ],
        [
          [
            ['a', []],
            ['# d', ['bold']],
            ['e', []],
          ],
        ],
        [
          [
            ['a:', ['bold']],
            ['b', []],
          ],
        ],
        [
          [
            ['a', []],
            ['“f”', ['bold']],
            ['b', []],
          ],
        ],
        [
          [
            ['f', ['bold', 'code']],
            ['s', []],
          ],
        ],
        [
          [
            ['l', ['bold', 'link']],
            [' d', ['bold']],
          ],
        ],
      ],
    },
  )
})

/** Each letter with its marks. */
function getLetters(doc: Node): string[] {
  const letters: string[] = []
  doc.descendants((node) => {
    for (const letter of node.text?.match(/\p{L}/gu) ?? [])
      letters.push([letter, ...node.marks.map(({ type }) => type.name).sort()].join(' '))
  })
  return letters
}

describe('tables', () => {
  const paragraph = (text: string) => schema.node('paragraph', null, text ? [schema.text(text)] : [])
  const cell = (texts: string[], attrs = {}, type = 'tableCell') => schema.node(type, attrs, texts.map(paragraph))
  const save = (...rows: Node[][]) =>
    markdown.serialize(
      schema.node('doc', null, [
        schema.node(
          'table',
          null,
          rows.map((cells) => schema.node('tableRow', null, cells)),
        ),
      ]),
    )

  test('paragraphs of a cell are lines', () => {
    expect(save([cell(['Model'])], [cell(['Mat', 'blue'])])).toBe('| Model |\n| --- |\n| Mat<br>blue |')
    expect(save([cell(['', 'a', '', 'b', ''])])).toBe('| a<br><br>b |\n| --- |')
  })

  test('merged cells leave every value in its column', () => {
    expect(
      save(
        [cell(['Item'], { rowspan: 2 }), cell(['Price'], { colspan: 2 })],
        [cell(['net']), cell(['gross'])],
        [cell(['Mat']), cell(['10'], { rowspan: 2 }), cell(['12'])],
        [cell(['Rug']), cell(['24'])],
      ),
    ).toBe(
      ['| Item | Price |  |', '| --- | --- | --- |', '|  | net | gross |', '| Mat | 10 | 12 |', '| Rug |  | 24 |'].join(
        '\n',
      ),
    )
  })

  test('lists, code and tables in a cell are lines of it', () => {
    const item = (text: string, checked: boolean | null = null) =>
      schema.node('listItem', { checked }, [paragraph(text)])
    const list = schema.node('bulletList', null, [item('a'), item('b|c'), item('d', true)])
    const numbers = schema.node('orderedList', { start: 3 }, [item('x'), item('y')])
    const code = schema.node('codeBlock', null, [schema.text('p\n`q`')])
    const saved = save([schema.node('tableCell', null, [list, numbers, code])])
    expect(saved).toBe('| • a<br>• b\\|c<br>☑ d<br>3. x<br>4. y<br>`p`<br>`` `q` `` |\n| --- |')
    expect(markdown.serialize(markdown.parse(saved))).toBe(saved)
  })

  test('any table keeps the text of every cell in its column', () => {
    const text = fc.array(fc.constantFrom('a', '|', '\\', '`', '<br>', '*', '- ', '1. ', 'b c', '#'), { maxLength: 4 })
    const row = fc.tuple(fc.array(text, { minLength: 1, maxLength: 3 }), fc.array(text, { minLength: 1, maxLength: 3 }))
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), (rows) => {
        const toCells = (cells: string[][][]) =>
          cells.map((lines) =>
            lines
              .map((parts) => parts.join('').replace(/\s+/g, ' ').trim())
              .join('\n')
              .trim(),
          )
        const saved = save(...rows.map((cells) => toCells(cells).map((lines) => cell(lines.split('\n')))))
        const opened = markdown.parse(saved)
        opened.check()
        const table = opened.firstChild!.children.map((one) =>
          one.children.map((each) =>
            each.textBetween(0, each.content.size, '\n', (leaf) => (leaf.type.name === 'hardBreak' ? '\n' : '')),
          ),
        )
        expect(table, saved).toEqual(rows.map(toCells))
      }),
      { numRuns: 1000 },
    )
  })
})
