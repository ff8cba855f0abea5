import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Term } from '../../../contract.ts'
import { toFilteredHref } from '../keywords/filters/link-filter.ts'
import { TermsList } from './terms-list.tsx'

const terms: Term[] = [{ term: 'cold & brew', kind: 'phrase', weight: 1, pages: 3 }]
const render = (getHref?: (term: string) => string) =>
  renderToStaticMarkup(<TermsList terms={terms} pagesRead={5} getHref={getHref} />)

test('a term leads to the keywords that contain it', () => {
  const html = render((term) => toFilteredHref({ include: [term] }))
  const [, query] = /href="\?([^"]+)"/.exec(html)!
  const params = new URLSearchParams(query!.replaceAll('&amp;', '&'))
  expect([params.get('tab'), JSON.parse(params.get('filter')!)]).toEqual(['keywords', { include: ['cold & brew'] }])
})

test('without a table to lead to, a term is text', () => {
  expect(render()).not.toContain('href')
})
