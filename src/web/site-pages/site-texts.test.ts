import { expect, test } from 'vitest'
import { getChangelogHtml, getLegalText } from './site-texts.server.ts'

test.each(['terms', 'privacy'] as const)('without an own text, %s is a template with parts to fill in', (name) => {
  const { html, unfinished } = getLegalText(name, null)
  expect(unfinished).toBe(true)
  expect(html).toContain('<strong>[To fill in: ')
  expect(html).not.toContain('<h1>')
})

test('the operator’s text replaces the template, without its title and without HTML', () => {
  expect(getLegalText('terms', '# Terms\n\nBe **kind**. <script>alert(1)</script>')).toEqual({
    html: '<p>Be <strong>kind</strong>. &lt;script&gt;alert(1)&lt;/script&gt;</p>\n',
    unfinished: false,
  })
})

test('a copied template stays unfinished until all parts are filled in', () => {
  expect(getLegalText('privacy', 'We are **[To fill in: name]**.').unfinished).toBe(true)
})

test('the changelog has its versions as headings', () => {
  expect(getChangelogHtml()).toMatch(/<h2>.+<\/h2>/)
  expect(getChangelogHtml()).not.toContain('<h1>')
})
