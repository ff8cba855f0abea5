import { expect, test } from 'vitest'
import { getFootnoteSources, numberFootnotes, withFootnoteSources } from './footnote-sources.ts'
import { markdownToHtml } from './markdown-html.ts'

const url = 'https://example.com/test'

test.each([
  ['[Test of mats](https://example.com/test)', 'Test of mats'],
  ['https://example.com/test', ''],
  ['<https://example.com/test>', ''],
  ['Smith, “Mats”, 2024. https://example.com/test.', 'Smith, “Mats”, 2024.'],
  ['*Smith*, [Test of \\[mats\\]](https://example.com/test "T"), p. 4', 'Smith, Test of [mats], p. 4'],
  ['[Test](<https://example.com/test>) and [more](https://example.com/more)', 'Test and more'],
])('the source of %j', (definition, title) => {
  expect(getFootnoteSources(`A.[^1]\n\n[^1]: ${definition}`)).toEqual([{ n: 1, url, title, quote: '' }])
})

test('an exported footnote keeps its quote', () => {
  expect(getFootnoteSources(`A.[^12]\n\n[^12]: Mats: “20 mm is enough: always.” <${url}>`)).toEqual([
    { n: 12, url, title: 'Mats', quote: '20 mm is enough: always.' },
  ])
})

test('a definition goes on to its end, and code and notes are no sources', () => {
  const text = `A.[^1] B.[^2] C.[^3]\n\n[^1]: First line\nof the source\n\n    ${url}\n\nText\n\n[^2]: Only a note\n\n\`\`\`\n[^3]: ${url}\n\`\`\``
  expect(getFootnoteSources(text)).toEqual([{ n: 1, url, title: 'First line of the source', quote: '' }])
})

test('the text’s own sources come beside the known ones, and replace those of their number', () => {
  const known = [
    { n: 1, url: 'https://a.example', title: 'A', quote: 'q' },
    { n: 2, url, title: 'Known', quote: 'q' },
  ]
  expect(withFootnoteSources('no footnotes', known)).toBe(known)
  expect(withFootnoteSources(`[^2]: [Other title](${url})`, known)).toBe(known)
  expect(withFootnoteSources(`[^1]: ${url}\n[^3]: [C](https://c.example)`, known)).toEqual([
    { n: 1, url, title: '', quote: '' },
    known[1],
    { n: 3, url: 'https://c.example', title: 'C', quote: '' },
  ])
})

test('named footnotes get a free number, and code stays', () => {
  expect(numberFootnotes('A[^mats] b[^2] `[^mats]` c[^other]\n\n```\n[^mats]\n```\n\n[^Mats]: x', [4])).toBe(
    'A[^5] b[^2] `[^mats]` c[^other]\n\n```\n[^mats]\n```\n\n[^5]: x',
  )
  expect(numberFootnotes('A[^1]\n\n[^1]: x', [])).toBe('A[^1]\n\n[^1]: x')
  expect(numberFootnotes('A[^2024]\n\n[^2024]: x', [])).toBe('A[^1]\n\n[^1]: x')
})

test('in HTML, sources are only marks, and notes a list at the end', () => {
  const text = `A[^2] b[^1] c[^n]\n\n> [^2]: note *two*\n\n[^1]: [T](${url})\n[^n]: named\n\n    more`
  expect(markdownToHtml(text, new Set([1]))).toBe(
    '<p>A<sup><a href="#note-2">a</a></sup> b<sup><a href="#source-1">1</a></sup> c<sup><a href="#note-3">b</a></sup></p>\n' +
      '<blockquote></blockquote>\n<ol type="a">\n<li id="note-2"><p>note <em>two</em></p>\n</li>\n' +
      '<li id="note-3"><p>named</p>\n<p>more</p>\n</li>\n</ol>\n',
  )
})

test('tasks and line breaks are HTML, and other tags are text', () => {
  expect(markdownToHtml('- [x] a<br>b <b>\n- [ ]c\n- []')).toBe(
    '<ul>\n<li><input type="checkbox" disabled checked /> a<br />\nb &lt;b&gt;</li>\n<li>[ ]c</li>\n<li>[]</li>\n</ul>\n',
  )
})
