import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeDocx from '../export/docx-thread.ts'
import { type DocumentFile, toMarkdownFile } from './document-file.ts'
import { toHtmlFile } from './document-html.ts'

const file: DocumentFile = {
  title: 'Cold brew & more',
  contentMd: [
    '## The *right* ratio',
    'Coarse **grounds** steep for 12 hours.[^2] See [the guide](https://example.com/guide).',
    '1. Grind\n2. Steep\n   - overnight\n   - cold',
    'Then:',
    '1. Again from one',
    '| A | B |\n| --- | ---: |\n| x | 1 |',
    '```\ncode <b>\n```',
    '<script>alert(1)</script> and [bad](javascript:alert(1)) and [^9]',
  ].join('\n\n'),
  citations: [
    { n: 1, url: 'https://example.com/unused', title: 'Unused', quote: 'No' },
    { n: 2, url: 'https://example.com/two?a=1&b=2', title: 'Page "two"', quote: 'It steeps for 12 hours.' },
  ],
  language: 'en',
}

test('Markdown starts with the title and ends with only the cited sources', () => {
  const text = toMarkdownFile(file)
  expect(text.startsWith('# Cold brew & more\n\n## The *right* ratio')).toBe(true)
  expect(text).toContain('[^2]: Page "two": “It steeps for 12 hours.” <https://example.com/two?a=1&b=2>')
  expect(text).not.toContain('Unused')
})

test('HTML is a complete page that escapes tags and scripts in the text', () => {
  const html = toHtmlFile(file)
  expect(html).toContain('<h1>Cold brew &amp; more</h1>')
  expect(html).toContain('<sup><a href="#source-2">2</a></sup>')
  expect(html).toContain(
    '<li id="source-2" value="2"><a href="https://example.com/two?a=1&amp;b=2">Page &quot;two&quot;</a>',
  )
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toMatch(/<script|href="javascript/i)
  expect(html).toContain('<td style="text-align:right">1</td>')
})

test('DOCX has headings, lists that restart their numbering, tables, links and sources', async () => {
  const entries = unzipSync(new Uint8Array(await writeDocx(file)))
  const xml = strFromU8(entries['word/document.xml']!)
  const text = xml.replace(/<\/w:p>/g, '\n').replace(/<[^>]+>/g, '')
  expect(text).toContain('Cold brew &amp; more')
  expect(text).toContain('Coarse grounds steep for 12 hours.2 See the guide.')
  expect(text).toContain('Sources')
  expect(text).toContain('Page "two"'.replaceAll('"', '&quot;'))
  expect(xml).toContain('w:val="Heading2"')
  expect(xml).toContain('<w:tbl>')
  expect(new Set([...xml.matchAll(/<w:numId w:val="(\d+)"/g)].map((match) => match[1])).size).toBeGreaterThanOrEqual(3)
  expect(strFromU8(entries['word/_rels/document.xml.rels']!)).toContain('https://example.com/guide')
})
