import { describe, expect, test } from 'vitest'
import { findMissing } from './compare-pages.ts'
import { readPageParts, toFigures } from './read-page-parts.ts'

const page = (main: string, head = '') =>
  `<html lang="en"><head><title>Cold brew</title>${head}</head><body><nav><ul><li><a href="/a">A</a><li><a href="/b">B</a><li><a href="/c">C</a></ul></nav><main><article><h1>Cold brew</h1><p>Cold brew is coffee that steeps in cold water for a long time, which makes it sweet.</p>${main}</article></main></body></html>`
const read = (main: string, head?: string) =>
  readPageParts(page(main, head), 'https://guide.example/cold-brew', 'how long does cold brew last', 'en')

describe('what a page has', () => {
  test('formats of the main content, not of its menu', () => {
    expect(read('<p>That is all there is to say about it, and it takes a sentence or two.</p>').formats).toEqual([])
    expect(read('<ol><li>Grind it</li><li>Steep it</li><li>Strain it</li></ol>').formats).toEqual(['steps'])
    expect(read('<ul><li>A jar</li><li>A filter</li><li>Cold water</li></ul>').formats).toEqual(['list'])
    const rows =
      '<tr><th>Where</th><th>Days</th></tr><tr><td>Fridge</td><td>7</td></tr><tr><td>Counter</td><td>1</td></tr>'
    expect(read(`<table>${rows}</table>`).formats).toEqual(['table'])
  })

  test('questions and answers by three headings or their markup, videos by their markup', () => {
    const heading = (text: string) =>
      `<h2>${text}</h2><p>${text.slice(0, -1)}: it depends on the grind, the water and the jar that it steeps in.</p>`
    const questions = ['How long?', 'How much?', 'Which beans?'].map(heading).join('')
    expect(read(questions).formats).toEqual(['faq'])
    expect(read(heading('How long?')).formats).toEqual([])
    const marked =
      '<script type="application/ld+json">{"@graph":[{"@type":"FAQPage"},{"@type":"VideoObject"}]}</script>'
    expect(read('', marked).formats).toEqual(['faq', 'video'])
  })

  test('sentences with figures that are on the prompt, the closest first', () => {
    const { facts, words } = read(
      '<p>A glass costs about 4 dollars in most towns of the country. Cold brew lasts for 7 to 10 days in the fridge. It is sweet.</p><p>Cold brew is made with 100 grams of coffee.</p>',
    )
    expect(facts).toEqual([
      'Cold brew lasts for 7 to 10 days in the fridge.',
      'Cold brew is made with 100 grams of coffee.',
    ])
    expect(words).toBeGreaterThan(20)
  })

  test('never throws, whatever the HTML is', () => {
    for (const html of ['', '<', '<table><tr><td>', '<ol>'.repeat(5000), '\u0000<p>7'])
      expect(readPageParts(html, 'https://a.example/', 'x', 'en').facts).toEqual([])
  })
})

test('figures are the same with and without separators between thousands', () => {
  expect(toFigures('1,200 of 1.200 and 1200, 3.5 and 12')).toEqual(['1200', '1200', '1200', '3.5', '12'])
})

describe('what one’s own page lacks', () => {
  const own = read(
    '<h2>How to make it</h2><p>Steep 100 grams of coffee in cold water for 16 hours, then strain it.</p>',
  )
  const cited = [
    {
      url: 'https://a.example/',
      parts: read(
        '<h2>How to make it</h2><h2>Shelf life</h2><p>Cold brew lasts for 7 days in the fridge. Cold brew steeps 16 hours.</p><ol><li>Grind</li><li>Steep</li><li>Strain</li></ol>',
      ),
    },
    {
      url: 'https://b.example/',
      parts: read(
        '<h2>The shelf life</h2><p>Plain words about the taste of it, and nothing that could be counted.</p>',
      ),
    },
    {
      url: 'https://c.example/',
      parts: read(
        '<ol><li>Grind</li><li>Steep</li><li>Strain</li></ol><ul><li>A jar</li><li>A lid</li><li>Water</li></ul>',
      ),
    },
  ]
  test('formats of half of the pages, headings once, figures it doesn’t have', () => {
    expect(findMissing(own, cited, 'en')).toEqual({
      formats: [{ format: 'steps', pages: 2 }],
      headings: [{ text: 'Shelf life', url: 'https://a.example/' }],
      facts: [{ text: 'Cold brew lasts for 7 days in the fridge.', url: 'https://a.example/' }],
    })
  })
  test('nothing without pages that were read', () => {
    expect(findMissing(own, [], 'en')).toEqual({ formats: [], headings: [], facts: [] })
  })
})
