import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { getElements, type HtmlElement, storedXss } from '../../../../tests/support/stored-xss.ts'
import { articleHtml } from './article-html.ts'

const allowedTags = new Set(
  'h2 h3 h4 h5 h6 p ul ol li blockquote pre code hr br strong em s sup a img table thead tbody tr th td div input'.split(
    ' ',
  ),
)
const allowedAttributes = new Set(
  'id href title src alt start type disabled checked class style rel loading decoding role tabindex aria-hidden aria-label'.split(
    ' ',
  ),
)

/** Elements, attributes and URLs in the HTML that aren’t allowed. */
function dangers(html: string): string[] {
  const found: string[] = []
  for (const { name, attribs } of getElements(parseDocument(html) as HtmlElement)) {
    if (!allowedTags.has(name!)) found.push(`<${name}>`)
    for (const [attribute, value] of Object.entries(attribs ?? {})) {
      if (!allowedAttributes.has(attribute)) found.push(`${name} ${attribute}`)
      const address = value.replace(/[\s\p{Cc}]/gu, '')
      if (/^(href|src)$/.test(attribute) && /^(?!https?:|mailto:|tel:)[a-z][a-z0-9+.-]*:/i.test(address))
        found.push(`${name} ${attribute}=${value}`)
      if (attribute === 'style' && !/^text-align:\s*(left|right|center)$/.test(value)) found.push(`style ${value}`)
    }
  }
  return found
}

const source = { n: 1, url: 'https://example.com/page', title: 'Page' }

test('the check itself detects dangerous HTML', () => {
  expect(dangers('<p onclick="x">y</p><script>x</script>')).toEqual(['p onclick', '<script>'])
  expect(dangers('<a href="java\tscript:x">y</a>')).toEqual(['a href=java\tscript:x'])
})

test.for(storedXss.map((payload) => [payload] as const))('%j is shown as text', ([payload]) => {
  for (const markdown of [
    payload,
    `Text ${payload} text`,
    `# ${payload}`,
    `> - ${payload}`,
    `| a |\n|---|\n| ${payload} |`,
  ])
    for (const foreign of [true, false]) {
      const { html, headings } = articleHtml(markdown, [source], foreign)
      expect(dangers(html), markdown).toEqual([])
      for (const { id } of headings) expect(id).toMatch(/^[\p{L}\p{M}\p{N}-]+$/u)
    }
})

test('headings start at level 2, and each has a unique id', () => {
  const { html, headings } = articleHtml(
    '# One & two\n\n## Deeper\n\n# One & two\n\n# Content\n\n# Source 3\n\n# …',
    [],
    false,
  )
  expect(headings).toEqual([
    { level: 2, text: 'One & two', id: 'one-two' },
    { level: 3, text: 'Deeper', id: 'deeper' },
    { level: 2, text: 'One & two', id: 'one-two-2' },
    { level: 2, text: 'Content', id: 'content-1' },
    { level: 2, text: 'Source 3', id: 'source-3-1' },
    { level: 2, text: '…', id: 'section' },
  ])
  expect(html).toContain('<h2 id="one-two">One &amp; two<a class="anchor" href="#one-two"')
  expect(html).not.toContain('<h1')
})

test('images load lazily, tables and code scroll, citations link to their source, and untrusted links are nofollow', () => {
  const markdown =
    '![A jar](https://a.example/x.png)\n\n| a |\n|---|\n| 1 |\n\n```js\nx\n```\n\n[out](HTTPS://a.example) [in](/x) said[^1] and[^2].'
  const own = articleHtml(markdown, [source], false).html
  expect(own).toContain('<img loading="lazy" decoding="async" src="https://a.example/x.png" alt="A jar" />')
  expect(own).toMatch(/<div class="wide" role="group" tabindex="0" aria-label="Table"><table>[\s\S]*<\/table><\/div>/)
  expect(own).toContain('<pre tabindex="0"><code')
  expect(own).toContain('said<sup><a href="#source-1">1</a></sup> and.')
  expect(own).toMatch(/<a rel="noopener" href="https:\/\/a\.example">/i)
  expect(own).toContain('<a href="/x">in</a>')
  expect(articleHtml(markdown, [], true).html).toMatch(/<a rel="ugc nofollow noopener" href="https:\/\/a\.example">/i)
})

test('equal headings get unique ids, in linear time', () => {
  const work = (headings: number) => {
    const text = '# a\n'.repeat(headings)
    // The minimum of several runs, because a garbage collection can slow one down.
    return Math.min(
      ...Array.from({ length: 4 }, () => {
        const before = process.cpuUsage()
        articleHtml(text, [], true)
        const { user, system } = process.cpuUsage(before)
        return user + system
      }),
    )
  }
  work(500)
  // Counting from the start for each heading took 64 times as long: 13 seconds for 40,000 headings.
  expect(work(4000) / work(500)).toBeLessThan(40)
  const { headings } = articleHtml('# a\n'.repeat(4000), [], true)
  expect(headings.slice(0, 3).map(({ id }) => id)).toEqual(['a', 'a-2', 'a-3'])
  expect(new Set(headings.map(({ id }) => id)).size).toBe(4000)
})
