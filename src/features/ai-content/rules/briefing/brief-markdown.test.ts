import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownToHtml } from '#kit/markdown/markdown-html.ts'
import { storedXss } from '../../../../../tests/support/stored-xss.ts'
import type { ContentBrief } from '../../contract-brief.ts'
import { toBriefMarkdown } from './brief-markdown.ts'
import { composeBrief } from './compose-brief.ts'
import { findFacts } from './find-facts.ts'

const briefing = {
  ...{ keywords: ['cold brew ratio'], tone: 'plain', audience: 'home baristas', language: 'en', words: 800 },
  ...{ instructions: null, text: null, do_not_claim: ['that it has no acid'] },
}
const brief = (more: Partial<ContentBrief> = {}): ContentBrief => ({
  ...composeBrief({ id: 'd', title: 'Cold brew', outline: [], briefing, voice: null }, null),
  ...more,
})

describe('a brief', () => {
  test('says what was entered, and why the rest is unknown', () => {
    const text = toBriefMarkdown(brief())
    expect(text).toContain('## Reader\n\nhome baristas')
    expect(text).toContain('## Search intent\n\nUnknown: the document isn’t based on a report.')
    expect(text).toContain('## Length\n\n800 words.')
    expect(text).toContain('## Do not claim\n\n- that it has no acid')
    expect(text).not.toContain('## Facts with sources')
    expect(text).not.toContain('Google Ads')
    expect(text).not.toContain('null')
  })

  test('has each part of a report, with ranges and sources', () => {
    const text = toBriefMarkdown(
      brief({
        intent: { main: 'informational', keywords: 7, known: 9, reason: null },
        keywords: [
          { text: 'cold brew ratio', volume: null },
          {
            text: 'cold brew at home',
            volume: { value: 9900, low: null, high: null, provider: 'dataforseo', as_of: '2026-10-01T00:00:00.000Z' },
          },
        ],
        outline: [
          { type: 'h2', text: 'Ratio' },
          { type: 'h3', text: 'By weight' },
        ],
        questions: ['how long does it last'],
        terms: [{ term: 'grounds', low: 2, high: 5, pages: 8 }],
        competitors: [
          {
            n: 1,
            url: 'https://example.com/a',
            title: 'A guide',
            words: 1200,
            headings: [{ type: 'h2', text: 'Steps' }],
          },
        ],
        facts: [{ text: 'Steep it for 16 hours.', url: 'https://example.com/a', title: 'A guide' }],
        links: [{ url: 'https://example.com/own', title: 'Our beans' }],
        length: { words: null, median: 900, low: 400, high: 2100, pages: 9, reason: null },
        voice: { name: 'House', traits: ['Short sentences.'] },
      }),
    )
    const html = markdownToHtml(text, new Set(), 'en')
    for (const part of [
      '7 of 9 keywords',
      'Ranking pages: 400–2,100 words, median 900 (9 pages).',
      'cold brew at home – 9,900 searches per month (DataForSEO, October 2026)',
      'Google Ads rounds these volumes, and gives close variants the same one.',
      '<td>2–5</td>',
      '<a href="https://example.com/a"',
      'Steep it for 16 hours.',
      'H3: By weight',
      'how long does it last',
      'Short sentences.',
      'Our beans',
    ])
      expect(html).toContain(part)
  })

  test('nothing from people or pages is markup in it', () => {
    const payload = fc.oneof(fc.constantFrom(...storedXss), fc.string({ maxLength: 40 }))
    fc.assert(
      fc.property(payload, (text) => {
        const filled = brief({
          reader: { text, from: 'document', reason: null },
          keywords: [{ text, volume: null }],
          outline: [{ type: 'h2', text }],
          questions: [text],
          terms: [{ term: text, low: 1, high: 1, pages: 1 }],
          competitors: [{ n: 1, url: text, title: text, words: null, headings: [{ type: 'h2', text }] }],
          facts: [{ text, url: text, title: text }],
          links: [{ url: `https://example.com/${text}`, title: text }],
          ...{ do_not_claim: [text], tone: text, instructions: text, voice: { name: text, traits: [text] } },
        })
        const plain = brief({
          reader: { text: 'x', from: 'document', reason: null },
        })
        const html = markdownToHtml(toBriefMarkdown(filled), new Set(), 'en')
        for (const [, name, attributes] of html.matchAll(/<(\w+)([^>]*)>/g)) {
          expect(['h2', 'h3', 'p', 'ul', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td']).toContain(name)
          expect(attributes).toMatch(name === 'a' ? /^ href="https?:\/\// : /^$/)
        }
        expect(html.match(/<h2/g)!.length).toBeGreaterThanOrEqual(toBriefMarkdown(plain).match(/^## /gm)!.length)
        expect(html.match(/<h1/g)).toBeNull()
      }),
    )
  })
})

test('facts are sentences with figures about the topic that can stand alone, a few from each page', () => {
  const page = (n: number, content: string) => ({
    ...{ n, url: `https://example.com/${n}`, title: `Page ${n}`, headings: [], content },
  })
  const facts = findFacts(
    [
      page(1, 'Cold brew takes 12 to 24 hours in the fridge. It costs 3 dollars. We love cold brew with 5 friends.'),
      page(2, 'Cold brew takes 12 to 24 hours in the fridge.\nThe moon is 384,400 kilometers away from the earth.'),
    ],
    ['cold brew'],
    'en',
  )
  expect(facts).toEqual([
    { text: 'Cold brew takes 12 to 24 hours in the fridge.', url: 'https://example.com/1', title: 'Page 1' },
  ])
})
