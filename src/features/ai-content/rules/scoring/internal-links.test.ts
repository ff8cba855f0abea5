import { expect, test } from 'vitest'
import { compileTarget } from './compile-target.ts'
import { scoreText } from './content-score.ts'
import { type OwnPages, rankOwnPages } from './internal-links.ts'
import { emptyTarget } from './score-target.ts'

const page = (slug: string, title: string) => ({
  title,
  url: `https://blog.example/${slug}`,
  path: `/b/w1/${slug}`,
})
const own: OwnPages = {
  home: 'https://blog.example',
  path: '/b/w1',
  pages: [page('ratio', 'The cold brew ratio'), page('grind', 'Grind size'), page('ice', 'Ice cubes')],
}
const score = (text: string, pages: OwnPages | null = own) =>
  scoreText(text, compileTarget({ ...emptyTarget('en', ['cold brew']), own_pages: pages }))
const part = (text: string, pages?: OwnPages | null) =>
  score(text, pages).parts.find(({ id }) => id === 'internal_links')!

const sentence = 'Cold brew needs 80 grams of coarse coffee for each liter of cold water.'

test('without another published page it doesn’t count and says so', () => {
  expect(part(sentence, null)).toMatchObject({ value: null, weight: 0, figure: '–', missing: [] })
  expect(part(sentence, null).note).toContain('no other published page')
})

test('a text without internal links names the pages to link to', () => {
  expect(part(sentence)).toMatchObject({
    value: 0,
    figure: '0 of 1',
    missing: ['The cold brew ratio', 'Grind size', 'Ice cubes'],
  })
})

test.each([
  ['the URL', 'https://blog.example/ratio'],
  ['the URL with a query', 'http://www.blog.example/ratio/?a=1#top'],
  ['the path', '/b/w1/ratio'],
])('a link by %s counts, in a sentence about the topic', (_, url) => {
  expect(part(`${sentence} See the [cold brew ratio](${url}).`)).toMatchObject({ value: 100, figure: '1 of 1' })
  expect(score(`${sentence} See the [cold brew ratio](${url}).`).total).toBeGreaterThan(score(sentence).total)
})

test.each([
  ['another site', `${sentence} See [it](https://other.example/ratio).`],
  ['a site whose name begins alike', `${sentence} See [it](https://blog.example.com/ratio).`],
  ['the home page', `${sentence} See [it](https://blog.example/).`],
  ['an image', `${sentence} ![Ratio](https://blog.example/ratio)`],
  ['a list of links', `${sentence}\n\n- [The cold brew ratio](https://blog.example/ratio)`],
])('%s doesn’t count', (_, text) => {
  expect(part(text).value).toBe(0)
})

test('one page linked twice counts once, and longer texts want more', () => {
  const long = Array.from(
    { length: 60 },
    (_, at) => `Cold brew number ${at} needs ${at + 60} grams of coffee in jar ${at + 3} for ${at + 9} hours.`,
  ).join(' ')
  const linked = `${long} See the [cold brew ratio](/b/w1/ratio) or the [cold brew ratio](https://blog.example/ratio).`
  expect(part(linked).missing).not.toContain('The cold brew ratio')
  expect(part(linked).figure).toMatch(/ of [23]$/)
})

test('pages on the topic come first', () => {
  const pages = [page('ice', 'Ice cubes'), page('ratio', 'The cold brew ratio'), page('tea', 'Cold tea')]
  expect(rankOwnPages(pages, ['cold brew'], 'en').map(({ title }) => title)).toEqual([
    'The cold brew ratio',
    'Cold tea',
    'Ice cubes',
  ])
})
