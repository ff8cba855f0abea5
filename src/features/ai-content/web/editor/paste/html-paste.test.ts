import { getSchema } from '@tiptap/core'
import { DOMParser, Slice } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { describe, expect, test } from 'vitest'
import { parseHtmlToDom } from '../../../../../../tests/support/html-dom.ts'
import { textExtensions } from '../editor-extensions.ts'
import { markdownFor } from '../editor-markdown.ts'
import { cleanNodes, countLostImages, unwrapAddress } from './clean-html.ts'
import { readNodes, writeHtml } from './html-tree.ts'
import { withFreeFootnotes } from './pasted-footnotes.ts'
import { withPlainTables } from './table-slice.ts'

const schema = getSchema(textExtensions)
const markdown = markdownFor(schema)

const clean = (html: string) => writeHtml(cleanNodes(readNodes(parseHtmlToDom(html) as unknown as Node)))

/** What is saved after HTML is pasted into a document, as the editor does it. */
function paste(html: string, into = ''): string {
  const cleaned = clean(html)
  expect(cleaned).not.toMatch(/mso|style="(?!text-align)|class="(?!language-)|docs-internal|data-sheets/i)
  const dom = parseHtmlToDom(cleaned) as unknown as HTMLElement
  const parsed = Slice.maxOpen(DOMParser.fromSchema(schema).parseSlice(dom).content, false)
  const doc = markdown.parse(into)
  const slice = withFreeFootnotes(withPlainTables(parsed), doc, [])
  const state = EditorState.create({ doc })
  const end = state.doc.content.size
  const { tr } = state
  const pasted = into === '' ? tr.replaceSelection(slice) : tr.replaceRange(end, end, slice)
  pasted.doc.check()
  const saved = markdown.serialize(pasted.doc)
  expect(markdown.serialize(markdown.parse(saved)), 'it stays so after it was saved').toBe(saved)
  return saved
}

const word = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {mso-style-parent:""; margin:0in;} @list l0:level1 {mso-level-number-format:bullet;} --></style><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head><body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->${body}<!--EndFragment--></body></html>`
const bullet = (level: number, text: string, list = 0) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level / 2}in;text-indent:-.25in;mso-list:l${list} level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${level === 1 ? '·' : 'o'}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\r\n\r\n`
const numbered = (sign: string, text: string, level = 1, list = 1) =>
  `<p class=MsoListParagraph style='mso-list:l${list} level${level} lfo2'><!--[if !supportLists]--><span><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><!--[endif]-->${text}<o:p></o:p></p>`

describe('Word', () => {
  test('a cell’s paragraphs are its lines, and words after a link aren’t part of it', () => {
    const html = `<table class=MsoTableGrid border=1><tr><td width=200><p class=MsoNormal><b>Model<o:p></o:p></b></p></td><td><p class=MsoNormal>Shop<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>Mat</p><p class=MsoNormal>blue</p></td><td><p class=MsoNormal><a href="https://example.com/mat">shop</a> other text</p></td></tr></table>`
    expect(paste(html)).toBe(
      '| **Model** | Shop |\n| --- | --- |\n| Mat<br>blue | [shop](https://example.com/mat) other text |',
    )
  })

  test('nested lists of both kinds', () => {
    expect(
      paste(
        word(
          bullet(1, 'First') +
            bullet(2, '<b>Nested</b>') +
            bullet(3, 'Deep') +
            bullet(1, 'Second') +
            numbered('3.', 'three') +
            numbered('a.', 'a', 2) +
            numbered('4.', 'four') +
            '<p class=MsoNormal>After<o:p></o:p></p>',
        ),
      ),
    ).toBe('- First\n  - **Nested**\n    - Deep\n- Second\n\n3. three\n   1. a\n4. four\n\nAfter')
  })

  test('a list whose signs a browser wrote without the mark to ignore them', () => {
    const item = (text: string) =>
      `<p class="MsoListParagraphCxSpFirst" style="text-indent:-.25in;mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span style="font-family:Symbol">·<span style="font:7.0pt">&nbsp;&nbsp; </span></span><!--[endif]-->${text}<o:p></o:p></p>`
    expect(paste(item('Revenue') + item('Churn'))).toBe('- Revenue\n- Churn')
    expect(paste(item('Revenue').replace(/<!--.*?-->/g, ''))).toBe('- Revenue')
  })

  test('paragraphs in list style without a sign stay paragraphs', () => {
    expect(paste('<p class=MsoListParagraph>Indented<o:p></o:p></p>')).toBe('Indented')
  })

  test('headings of all levels, with numbers as their words', () => {
    const headings = [1, 2, 3, 4, 5, 6].map(
      (n) =>
        `<h${n} style='mso-style-next:Normal'><a name="_Toc${n}"></a><span lang=DE style='mso-ansi-language:DE'>H${n}<o:p></o:p></span></h${n}>`,
    )
    expect(
      paste(
        word(`<p class=MsoTitle>Title</p>${headings.join('')}<p class=MsoHeading7>H7</p><p class=MsoHeading9>H9</p>`),
      ),
    ).toBe('# Title\n\n# H1\n\n## H2\n\n### H3\n\n#### H4\n\n##### H5\n\n###### H6\n\n###### H7\n\n###### H9')
    expect(
      paste(
        `<h2 style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.</span><![endif]> Intro</h2><p class=MsoNormal>x</p>`,
      ),
    ).toBe('## 1. Intro\n\nx')
  })

  test('merged cells leave values in their columns, and numbers stand right', () => {
    const td = (text: string, more = '') =>
      `<td ${more}><p class=MsoNormal ${/^\d/.test(text) ? 'align=right' : ''}>${text}<o:p></o:p></p></td>`
    expect(
      paste(
        word(
          `<table class=MsoNormalTable border=1><tr>${td('Item', 'rowspan=2')}${td('Price', 'colspan=2 style="text-align:center"')}</tr><tr>${td('net')}${td('gross')}</tr><tr>${td('Mat')}${td('10')}${td('12')}</tr><tr>${td('Rug')}${td('20')}${td('24')}</tr></table>`,
        ),
      ),
    ).toBe('| Item | Price |  |\n| --- | ---: | ---: |\n|  | net | gross |\n| Mat | 10 | 12 |\n| Rug | 20 | 24 |')
  })

  test('footnotes get a number that is free', () => {
    const html = word(
      `<p class=MsoNormal>Enough.<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]>[1]<![endif]></span></span></a> More.</p><div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> <a href="https://example.com/test">Test</a></p></div></div>`,
    )
    expect(paste(html, 'Old.[^4]')).toBe(
      'Old.[^4]\n\nEnough.[^5] More.\n\n---\n\n[^5]: [Test](https://example.com/test)',
    )
    expect(paste(html.replace(/<div .*<\/div>/, ''), 'Old.[^1]')).toBe('Old.[^1]\n\nEnough.\\[1\\] More.')
  })

  test('hidden text, smart tags, fields and empty lines are left out', () => {
    expect(
      paste(
        word(
          `<p class=MsoNormal><st1:place>Vienna</st1:place> <span style='display:none;mso-hide:all'>secret</span>m<sup>2</sup><!--[if supportFields]><span style='mso-element:field-begin'></span> PAGE <![endif]--></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal><span style='font-weight:bold'>Next</span></p>`,
        ),
      ).replace(/\n{3,}/g, '\n\n'),
    ).toBe('Vienna m²\n\n**Next**')
  })
})

describe('Word Online', () => {
  const item = (level: number, text: string, tag = 'ul', start = 1) =>
    `<div class="ListContainerWrapper SCXW1"><${tag} class="BulletListStyle1" ${tag === 'ol' ? `start="${start}"` : ''}><li data-leveltext="" data-listid="1" data-aria-posinset="1" data-aria-level="${level}" class="OutlineElement Ltr"><p class="Paragraph" style="font-weight:normal"><span class="TextRun" style="font-family:Calibri"><span class="NormalTextRun">${text}</span></span><span class="EOP">&nbsp;</span></p></li></${tag}></div>`

  test('items with a level are a nested list, and a role is a heading', () => {
    expect(
      paste(
        `<div class="OutlineElement"><p class="Paragraph" role="heading" aria-level="2"><span class="TextRun">Plan</span></p></div>${item(1, 'a')}${item(2, 'b')}${item(2, 'c')}${item(1, 'd')}${item(1, 'one', 'ol')}${item(1, 'two', 'ol', 2)}`,
      ),
    ).toBe('## Plan\n\n- a\n  - b\n  - c\n- d\n\n1. one\n2. two')
  })
})

describe('Google Docs', () => {
  const docs = (body: string) =>
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1">${body}</b>`

  test('redirects are unwrapped', () => {
    expect(
      paste(
        docs(
          '<p dir="ltr">see <a href="https://www.google.com/url?q=https://example.com/x&amp;sa=D&amp;source=docs"><span style="color:#1155cc">a link</span></a></p>',
        ),
      ),
    ).toBe('see [a link](https://example.com/x)')
  })

  test.each([
    [
      'https://www.google.com/url?q=https://example.com/a?b%3D1%26c%3D2%23d&sa=D&ust=1&usg=AOv',
      'https://example.com/a?b=1&c=2#d',
    ],
    [
      'https://www.google.de/url?sa=t&url=https%3A%2F%2Fexample.com%2F%C3%BC',
      'https://example.com/%C3%BC'.replace('%C3%BC', 'ü'),
    ],
    ['https://www.google.co.uk/url?q=https://www.google.com/url?q%3Dhttps://example.com/', 'https://example.com/'],
    [
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2F&data=05',
      'https://example.com/',
    ],
    ['https://www.google.com/search?q=https://example.com', 'https://www.google.com/search?q=https://example.com'],
    ['https://www.google.com/url?q=javascript:alert(1)', 'https://www.google.com/url?q=javascript:alert(1)'],
    ['https://notgoogle.com/url?q=https://example.com', 'https://notgoogle.com/url?q=https://example.com'],
  ])('%s leads to %s', (href, target) => {
    expect(unwrapAddress(href)).toBe(target)
  })

  test('marks are styles, headings have their level, and breaks between paragraphs are none', () => {
    const span = (text: string, style = '') =>
      `<span style="font-size:11pt;font-family:Arial;color:#000;background-color:transparent;font-weight:400;${style}white-space:pre-wrap;">${text}</span>`
    expect(
      paste(
        docs(
          `<h2 dir="ltr" style="line-height:1.38">${span('Title')}</h2><p dir="ltr">${span('Plain ')}<span style="font-weight:700;">bold</span>${span(' and ')}<span style="font-style:italic;font-weight:400">slanted</span>, <span style="text-decoration:line-through;">old</span></p><br /><h6 dir="ltr">${span('Six')}</h6><p dir="ltr">${span('CO')}<span style="vertical-align:sub">2</span></p>`,
        ),
      ),
    ).toBe('## Title\n\nPlain **bold** and *slanted*, ~~old~~\n\n###### Six\n\nCO₂')
  })

  test('the list of a level is beside its item, and checklists are tasks', () => {
    const li = (text: string, level: number, more = '') =>
      `<li dir="ltr" ${more} aria-level="${level}" style="list-style-type:disc"><p dir="ltr" role="presentation"><span style="font-weight:400">${text}</span></p></li>`
    expect(
      paste(
        docs(`<ul>${li('a', 1)}<ul>${li('b', 2)}<ul>${li('c', 3)}</ul></ul>${li('d', 1)}</ul><ol>${li('e', 1)}</ol>`),
      ),
    ).toBe('- a\n  - b\n    - c\n- d\n\n1. e')
    expect(
      paste(
        docs(
          `<ul>${li('open', 1, 'role="checkbox" aria-checked="false"')}${li('done', 1, 'role="checkbox" aria-checked="true"')}</ul>`,
        ),
      ),
    ).toBe('- [ ] open\n- [x] done')
  })

  test('tables', () => {
    const td = (text: string, more = '') =>
      `<td ${more} style="border:solid 1pt;vertical-align:top"><p dir="ltr"><span style="font-weight:400">${text}</span></p></td>`
    expect(
      paste(
        docs(
          `<div dir="ltr" align="left"><table><colgroup><col width="99"><col></colgroup><tbody><tr>${td('a', 'colspan="2"')}${td('b')}</tr><tr>${td('1')}${td('2')}${td('3')}</tr></tbody></table></div>`,
        ),
      ),
    ).toBe('| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |')
  })
})

describe('Sheets and Excel', () => {
  test('cells of Sheets, with a link that is only an attribute and a merged head', () => {
    expect(
      paste(
        `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;Mat&quot;}" rowspan="1" colspan="2">Mat</td><td style="font-weight:bold;">Price</td></tr><tr><td data-sheets-hyperlink="https://www.google.com/url?q=https://example.com/blue">blue</td><td>a<br/>b</td><td style="text-align:right;" data-sheets-numberformat="{}">$20</td></tr></tbody></table></google-sheets-html-origin>`,
      ),
    ).toBe('| **Mat** |  | **Price** |\n| --- | --- | ---: |\n| [blue](https://example.com/blue) | a<br>b | $20 |')
  })

  test('one cell of Sheets is words', () => {
    expect(
      paste(
        `<google-sheets-html-origin><style>td {}</style><span style="font-size:10pt;font-weight:bold;" data-sheets-root="1" data-sheets-value="{}" data-sheets-hyperlink="https://example.com/">Mat</span></google-sheets-html-origin>`,
        'The',
      ),
    ).toBe('The\n\n[**Mat**](https://example.com/)')
  })

  test('cells of Excel, with a merged column, a line break and a hidden row', () => {
    expect(
      paste(
        `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {mso-number-format:"Short Date";}--></style></head><body link="#0563C1"><table border=0 cellpadding=0 width=192 style='border-collapse:collapse;width:144pt'><!--StartFragment--><col width=64 span=3 style='width:48pt'><tr height=20><td height=20 class=xl65 width=64>Model</td><td>Size</td><td>Price</td></tr><tr height=20><td rowspan=2 height=40 class=xl66>Mat</td><td>S<br>small</td><td align=right>1,200</td></tr><tr style='mso-height-source:userset;display:none'><td>x</td><td>y</td></tr><tr height=20><td>L</td><td align=right x:num>1400</td></tr><!--EndFragment--></table></body></html>`,
      ),
    ).toBe('| Model | Size | Price |\n| --- | --- | ---: |\n| Mat | S<br>small | 1,200 |\n|  | L | 1400 |')
  })
})

describe('web pages', () => {
  test('scripts, relative links and fragments are left out, and checkboxes are tasks', () => {
    expect(
      paste(
        `<article><h1>Title</h1><script>alert(1)</script><p>See <a href="/wiki/x">here</a><sup><a href="#cite_note-1">[1]</a></sup>, <a href="javascript:alert(1)">run</a> or <a href="mailto:a@example.com">write</a>.</p><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled> open</li><li><p><input type="checkbox" checked> done</p></li></ul><pre><code class="language-js">a &lt; b\n  c</code></pre></article>`,
      ),
    ).toBe(
      '# Title\n\nSee here\\[1\\], run or [write](mailto:a@example.com).\n\n- [ ] open\n- [x] done\n\n```js\na < b\n  c\n```',
    )
  })
})

test('images of the computer are left out and counted, others stay', () => {
  const html =
    '<p class=MsoNormal><!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/a.png"/></v:shape><![endif]--><![if !vml]><img width=9 src="file:///C:/Users/a/clip_image001.png" v:shapes="x"><![endif]>a<img src="https://lh7-rt.googleusercontent.com/docsz/x" alt="A mat" style="width:9px"></p>'
  expect(countLostImages(readNodes(parseHtmlToDom(html) as unknown as Node))).toBe(1)
  expect(paste(html)).toBe('a![A mat](https://lh7-rt.googleusercontent.com/docsz/x)')
})
