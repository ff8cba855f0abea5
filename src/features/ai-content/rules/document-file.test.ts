import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
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

const readDocx = async (document: DocumentFile) => {
  const entries = unzipSync(new Uint8Array(await writeDocx(document)))
  const xml = strFromU8(entries['word/document.xml']!)
  return {
    xml,
    text: xml
      .replace(/<w:br\/>/g, '\n')
      .replace(/<\/w:p>/g, '\n')
      .replace(/<[^>]+>/g, ''),
  }
}

test('tasks, lines of cells and footnotes of the text’s own are in every format', async () => {
  const own: DocumentFile = {
    title: 'Mats',
    contentMd: [
      'Enough.[^1] More.[^2]',
      '- [ ] Measure\n- [x] Buy',
      '| a |\n| --- |\n| one<br>two |',
      '[^1]: [Test of mats](https://example.com/test)\n[^2]: Only a *note*.',
    ].join('\n\n'),
    citations: [],
    language: 'en',
  }
  const html = toHtmlFile(own)
  expect(html).toContain('Enough.<sup><a href="#source-1">1</a></sup> More.<sup><a href="#note-2">a</a></sup>')
  expect(html).toContain('<li id="source-1" value="1"><a href="https://example.com/test">Test of mats</a></li>')
  expect(html).toMatch(/<ol type="a">\s*<li id="note-2"><p>Only a <em>note<\/em>\.<\/p>/)
  expect(html).toContain('<li><input type="checkbox" disabled /> Measure</li>')
  expect(html).toMatch(/<input type="checkbox" disabled checked \/> Buy/)
  expect(html).toContain('<td>one<br />\ntwo</td>')
  expect(html.match(/Test of mats/g)).toHaveLength(1)

  const { text } = await readDocx(own)
  expect(text).toContain('Enough.1 More.a')
  expect(text).toContain('☐ Measure\n☑ Buy')
  expect(text).toContain('one\ntwo')
  expect(text).toContain('a. Only a note.')
  expect(text).toContain('Sources\n1. Test of mats')

  expect(toMarkdownFile(own)).toBe(`# Mats\n\n${own.contentMd}\n`)
})

describe('right to left', () => {
  test.each([
    ['ar', 'دليل القهوة', 'قهوة iPhone 15 باردة، و**خشنة**.'],
    ['he', 'מדריך', 'קפה קר ו-iPhone 15 בבית, **גס**.'],
    ['fa', 'راهنما', 'قهوهٔ سرد و iPhone 15 در خانه، **درشت**.'],
    ['ur', 'رہنما', 'ٹھنڈی کافی اور iPhone 15 گھر پر، **موٹی**۔'],
    // The text decides where the language is another one.
    ['en', 'دليل', 'قهوة iPhone 15 باردة في المنزل، **خشنة**.'],
  ])('%s', async (language, title, text) => {
    const file = {
      title,
      contentMd: `## ${title}\n\n${text}\n\n1. ${text}\n\n| ${title} | b |\n| --- | ---: |\n| ${text} | 1 |`,
      citations: [],
      language,
    }
    expect(toHtmlFile(file)).toContain(`<html lang="${language}" dir="rtl">`)
    const { xml } = await readDocx(file)
    const paragraphs = xml.match(/<w:p>.*?<\/w:p>/gs)!
    expect(paragraphs.length).toBeGreaterThan(6)
    for (const one of paragraphs) expect(one).toMatch(/<w:bidi\/>/)
    expect(xml).toContain('<w:bidiVisual/>')
    const runs = xml.match(/<w:r>.*?<\/w:r>/gs)!
    const rightToLeft = runs.filter((run) => run.includes('<w:rtl/>'))
    expect(rightToLeft.length).toBeGreaterThan(4)
    for (const run of runs) {
      const words = run.replace(/<[^>]+>/g, '')
      if (/[A-Za-z]/.test(words)) expect(run).not.toContain('<w:rtl/>')
      if (/[\u0590-\u06ff]/.test(words)) expect(run).toContain('<w:rtl/>')
    }
    expect(xml.replace(/<[^>]+>/g, '')).toContain('iPhone 15')
  })

  test('a text from left to right has only its words from right to left marked', async () => {
    const { xml } = await readDocx({
      title: 'Guide',
      contentMd: 'The word קפה means coffee.\n\n> קפה קר בבית',
      citations: [],
      language: 'en',
    })
    expect(toHtmlFile({ title: 'Guide', contentMd: 'The word קפה.', citations: [], language: 'en' })).toContain(
      'dir="ltr"',
    )
    expect(xml.match(/<w:rtl\/>/g)).toHaveLength(2)
    expect(xml.match(/<w:bidi\/>/g)).toHaveLength(1)
  })
})
