import { expect, test } from 'vitest'
import type { Citation, Claim } from '../contract.ts'
import { getPublishProblems } from './publish-checks.ts'

const citation = { n: 1, url: 'https://a.example/1', title: 'A', quote: 'Cold brew keeps a week.' }
const claim = (text: string, state: Claim['state']): Claim => ({
  text,
  start: 0,
  end: 1,
  kind: 'number',
  state,
  note: '',
})

const check = (markdown: string, citations: Citation[] = [], claims: Claim[] | null = null, title = 'Cold brew') =>
  getPublishProblems({ title, markdown, citations, claims })

test('a finished text has no problems', () => {
  const text =
    '# Cold brew\n\nIt keeps a week.[^1]\n\n## Steps\n\n### First\n\nStir.\n\n![A jar](/images/jar.webp) See [the ratio](https://a.example/x_(y)), [more](/guides) or [ask](mailto:a@b.example).\n\n```\n## No heading\n```'
  expect(check(text, [citation], [claim('It keeps a week.', 'sourced')])).toEqual([])
})

test('what is missing is counted, with examples', () => {
  const text =
    '# Cold brew\n\nIt keeps a week.[^1] It keeps two.[^7]\n\n## Nothing here\n\n## Last\n\n![](/images/jar.webp) See [the ratio](http://) or [this](htp:/x).\n\n## Empty end'
  const claims = [claim('It keeps two.', 'unsupported'), claim('It keeps a week.', 'sourced')]
  expect(check(text, [citation], claims)).toEqual([
    { id: 'empty_sections', count: 2, examples: ['Nothing here', 'Empty end'] },
    { id: 'lost_citations', count: 1, examples: ['[7]'] },
    { id: 'claims', count: 1, examples: ['It keeps two.'] },
    { id: 'alt_text', count: 1, examples: ['/images/jar.webp'] },
    { id: 'links', count: 2, examples: ['the ratio', 'this'] },
  ])
})

test('headings that repeat an earlier one are listed, but not the same parts of different sections', () => {
  const text =
    '# Brewers\n\nA.\n\n## French press\n\nA.\n\n### Pros\n\nA.\n\n### Cons\n\nA.\n\n## Moka pot\n\nA.\n\n### Pros\n\nA.\n\n## French Press:\n\nA.\n\n### Moka pot\n\nA.\n\n### Size\n\nA.\n\n### Size\n\nA.'
  expect(check(text)).toEqual([{ id: 'repeated_headings', count: 3, examples: ['French Press:', 'Moka pot', 'Size'] }])
})

test('claims that were not checked are no problem', () => {
  expect(check('Half of all desks wobble.')).toEqual([])
})

test('notes of the built-in writer are found, and no other quotation', () => {
  const text =
    '> Cold brew keeps a week.\n\n> No page of the report answers this, so nothing is written here.\n\n> Sourced research draft: 729 words.\n\n> Rechercheentwurf mit Quellen: 10 Wörter.'
  const [notes] = check(text)
  expect([notes!.id, notes!.count]).toEqual(['writer_notes', 3])
})

test('titles and headings that are still searches are listed', () => {
  expect(
    check('Text.\n\n## how long does it last\n\nA week.\n\n## eBay\n\nText.', [], null, 'cold brew ratio'),
  ).toEqual([{ id: 'raw_titles', count: 2, examples: ['cold brew ratio', 'how long does it last'] }])
})

test('sentences taken from pages are listed, and many quotations are counted', () => {
  const quote = 'Left with the coarse grounds, cold brew turns bitter within two days.'
  expect(check(`We tried it. ${quote}[^1]`, [{ ...citation, quote }])).toEqual([
    { id: 'copied', count: 1, examples: [quote] },
  ])
  expect(check(`We tried it. a.example: “${quote}”[^1]`, [{ ...citation, quote }])).toEqual([
    { id: 'quoted', count: expect.any(Number), examples: [] },
  ])
})
