import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Document, RemovedList } from '../../contract.ts'
import { describeRemovedCitations } from '../generation/removed-citations.ts'
import { TemplateChecks } from './template-checks.tsx'

const page = { n: 1, url: 'https://www.coffee.example/cold-brew', title: 'How to make cold brew' }

function render(claims: RemovedList['claims'], pages: (typeof page)[]) {
  const item = {
    ...{ template: 'blog_post', title: 'Cold brew', keywords: [], words_wanted: null, language: 'en' },
    provenance: { provider: 'openai', model: 'm', prompt_version: '1', removed: { claims, links: [] } },
  } as unknown as Document
  return renderToStaticMarkup(<TemplateChecks item={item} markdown="It keeps for nine days." pages={pages} />)
}
const toText = (html: string) => html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')

test('a removed citation names its page with a link, and what comes nearest there', () => {
  const html = render(
    [{ text: 'It keeps for nine days.', ...page, nearest: 'Cold brew keeps for seven days.' }],
    // Another page has its number by now.
    [{ n: 1, url: 'https://other.example/', title: 'Other' }],
  )
  expect(html).toContain(`href="${page.url}"`)
  expect(toText(html)).toContain(
    '“It keeps for nine days.” How to make cold brew (coffee.example) doesn’t support it. It comes nearest with: “Cold brew keeps for seven days.”',
  )
})

test('one of an earlier version, which has a number only, is found among the report’s pages', () => {
  const html = render([{ text: 'It keeps for nine days.', n: 1 }], [page])
  expect(html).toContain(`href="${page.url}"`)
  expect(toText(html)).toContain('How to make cold brew (coffee.example) doesn’t support it.')
  expect(toText(html)).not.toContain('nearest')
  expect(toText(render([{ text: 'It keeps for nine days.', n: 7 }], [page]))).toContain('Source 7 doesn’t support it.')
})

test('the note after writing names the sites', () => {
  const claim = (n: number, url?: string) => ({ text: 'It keeps.', n, ...(url ? { url, title: '' } : {}) })
  expect(describeRemovedCitations([])).toBe('')
  expect(describeRemovedCitations([claim(1, page.url)])).toBe(
    '1 citation removed: coffee.example doesn’t support the sentence. See “Removed while writing” beside the text.',
  )
  expect(describeRemovedCitations([claim(1, page.url), claim(2, 'https://tea.example/'), claim(1, page.url)])).toMatch(
    /^3 citations removed: coffee\.example and tea\.example don’t support the sentences\./,
  )
  expect(describeRemovedCitations([claim(1, page.url), claim(2, 'https://tea.example/'), claim(3)])).toMatch(
    /^3 citations removed: coffee\.example and 2 other sites don’t support the sentences\./,
  )
})
