import { describe, expect, test } from 'vitest'
import type { BriefingSources } from '#features/reports/rules/briefing-sources.ts'
import { proposeBriefing } from './propose-briefing.ts'

const at = '2026-11-24T00:00:00.000Z'
const volume = (value: number) => ({ value, low: null, high: null, provider: 'dataforseo', as_of: at })
const filler = (about: string, words: number) =>
  Array.from({ length: Math.ceil(words / 9) }, (_, n) => `The ${about} takes ${n + 2} hours in the cold fridge.`).join(
    ' ',
  )
const page = (n: number, words: number | null, sections: [string, string][]): BriefingSources['pages'][number] => ({
  n,
  url: `https://page${n}.example/`,
  domain: `page${n}.example`,
  title: `Cold brew coffee, page ${n}`,
  words,
  headings: sections.map(([text]) => ({ type: 'h2', text })),
  content: words === null ? null : sections.map(([text, about]) => `${text}\n\n${filler(about, 120)}`).join('\n\n'),
  hasFailed: words === null,
})
const keyword = (text: string, more: Partial<BriefingSources['keywords'][number]> = {}) => ({
  ...{ text, type: 'related' as const, intent: null, volume: null },
  ...more,
})
const informational = { main: 'informational' as const, confidence: 0.9 }

const facts: BriefingSources = {
  query: 'cold brew coffee',
  language: 'en',
  createdAt: at,
  topic: null,
  alone: null,
  keywords: [
    keyword('cold brew coffee', { type: 'seed', volume: volume(5400), intent: informational }),
    keyword('coffee cold brew'),
    keyword('how long to steep cold brew', { type: 'question', intent: informational }),
    keyword('steeping cold brew', { volume: volume(900), intent: informational }),
    keyword('cold brew coffee near me', { intent: { main: 'local', confidence: 0.5 } }),
    keyword('cold brew coffee {year}', { type: 'idea' }),
  ],
  questions: [
    { text: 'how long does cold brew coffee last', volume: volume(300) },
    { text: 'how long to steep cold brew', volume: null },
  ],
  pages: [
    page(1, 400, [
      ['Steeping time', 'steeping time'],
      ['Storage', 'storage of cold brew'],
    ]),
    page(2, 500, [
      ['Steeping times', 'steeping time'],
      ['Grind size', 'grind size'],
    ]),
    page(3, null, []),
    page(4, 40, [['Share', 'share']]),
  ],
  topicUrls: null,
}

describe('a briefing proposed from a report', () => {
  const proposal = proposeBriefing(facts, [
    { url: 'https://blog.example/steeping', title: 'Steeping cold brew overnight' },
    { url: 'https://blog.example/tea', title: 'Iced tea' },
  ])

  test('keywords have the main intent and come without questions, templates and the same words in another order, with their volumes', () => {
    expect(proposal.keywords).toEqual([
      { text: 'cold brew coffee', volume: volume(5400) },
      { text: 'steeping cold brew', volume: volume(900) },
    ])
  })
  test('title ideas say what they were made from', () => {
    expect(proposal.titles[0]).toMatchObject({
      text: 'How long does cold brew coffee last?',
      from: 'question',
      volume: volume(300),
    })
    expect(proposal.titles.at(-1)).toMatchObject({ text: 'Cold brew coffee', from: 'keyword' })
  })
  test('the length is the median of pages that were read and have text', () => {
    expect(proposal.words).toEqual({ median: 450, low: 400, high: 500, pages: 2, reason: null })
  })
  test('the audience follows the most common intent, with its count', () => {
    expect(proposal.audience).toMatchObject({ intent: 'informational', keywords: 3, known: 4, reason: null })
    expect(proposal.audience.text).toContain('cold brew coffee')
  })
  test('each page says whether it can be a source', () => {
    expect(proposal.pages.map(({ n, state }) => [n, state])).toEqual([
      [1, 'read'],
      [2, 'read'],
      [3, 'failed'],
      [4, 'thin'],
    ])
  })
  test('the outline has headings with the pages that cover them, and no heading without origin', () => {
    expect(proposal.outline.length).toBeGreaterThan(0)
    for (const { from, pages } of proposal.outline) if (from === 'headings') expect(pages.length).toBeGreaterThan(0)
    expect(proposal.headings[0]).toEqual({ type: 'h2', text: 'Steeping time', pages: [1, 2] })
  })
  test('only posts about a keyword are links', () => {
    expect(proposal.links).toEqual([
      {
        url: 'https://blog.example/steeping',
        title: 'Steeping cold brew overnight',
        keyword: 'steeping cold brew',
      },
    ])
  })
})

describe('what isn’t known', () => {
  test('a report without pages has no length and no headings, and its outline is from questions', () => {
    const proposal = proposeBriefing({ ...facts, pages: [] }, [])
    expect(proposal.words).toMatchObject({ median: null, pages: 0, reason: 'no_pages' })
    expect(proposal.headings).toEqual([])
    expect(new Set(proposal.outline.map(({ from }) => from))).toEqual(new Set(['question']))
  })
  test('pages that couldn’t be read give no length', () => {
    expect(proposeBriefing({ ...facts, pages: [facts.pages[2]!] }, []).words).toMatchObject({
      median: null,
      reason: 'no_page_read',
    })
  })
  test('without intents there is no audience', () => {
    const keywords = facts.keywords.map((row) => ({ ...row, intent: null }))
    expect(proposeBriefing({ ...facts, keywords }, []).audience).toMatchObject({ text: null, reason: 'no_intents' })
  })
  test('an empty list proposes nothing', () => {
    const nothing = { query: null, keywords: [], questions: [], pages: [] }
    expect(proposeBriefing({ ...facts, ...nothing }, [])).toMatchObject({
      ...{ titles: [], keywords: [], outline: [], headings: [], questions: [], pages: [], links: [] },
    })
  })
})

describe('a briefing of one topic', () => {
  const topic = { id: 't', name: 'cold brew storage', pillar: 'cold brew storage', intent: null }
  test('has the pages that rank for its keywords, with the number of keywords', () => {
    const proposal = proposeBriefing({ ...facts, topic, topicUrls: { 'https://page2.example/': 3 } }, [])
    expect(proposal.pages_by).toBe('results')
    expect(proposal.pages.map(({ n, keywords }) => [n, keywords])).toEqual([[2, 3]])
    expect(proposal.words).toMatchObject({ median: 500, pages: 1 })
    expect(proposal.keywords[0]?.text).toBe('cold brew storage')
  })
  test('without known results has pages that treat it, only their headings on it, and no length', () => {
    const proposal = proposeBriefing({ ...facts, topic }, [])
    expect(proposal.pages_by).toBe('text')
    expect(proposal.pages.map(({ n }) => n)).toEqual([1])
    expect(proposal.headings.map(({ text }) => text)).toEqual(['Storage'])
    expect(proposal.words).toMatchObject({ median: null, reason: 'topic_unknown' })
  })
})
