import { expect, test } from 'vitest'
import { type DocumentPlan, linksToSet, pagesThatShouldLink } from './links-to-set.ts'

const plan: DocumentPlan = {
  item: { _id: 'a', state: 'drafting' },
  links: [
    { from: 'a', to: 'b', anchor: 'cold brew ratio', state: 'proposed' },
    { from: 'a', to: 'c', anchor: 'coffee grinder', state: 'set' },
    { from: 'c', to: 'a', anchor: 'cold brew', state: 'proposed' },
    { from: 'b', to: 'a', anchor: 'cold brew', state: 'proposed' },
  ],
  targets: [
    { _id: 'b', title: 'Ratio', url: '/ratio', state: 'idea' },
    { _id: 'c', title: 'Grinder', url: '/grinder', state: 'published' },
  ],
}

test('the anchor is found as it stands in a sentence, not in headings or other links', () => {
  const content_md = '# Cold brew ratio\n\nSee [cold brew ratio](/other). A Cold  Brew ratio of 1:8 works.'
  const [link] = linksToSet({ content_md }, plan)
  expect(link).toMatchObject({ to: 'b', url: '/ratio', passage: { text: 'Cold  Brew ratio' } })
  expect(content_md.slice(link!.passage!.start, link!.passage!.end)).toBe('Cold  Brew ratio')
})

test('a link that the text has already, or that is set, is left out', () => {
  expect(linksToSet({ content_md: 'A [ratio](/ratio) of 1:8.' }, plan)).toEqual([])
})

test('a link without a passage is named all the same', () => {
  expect(linksToSet({ content_md: 'Nothing about it. Cold brew ratios differ.' }, plan)).toMatchObject([
    { to: 'b', passage: null },
  ])
})

test('published pages whose link is missing should link here', () => {
  expect(pagesThatShouldLink(plan).map(({ _id }) => _id)).toEqual(['c'])
})
