import { describe, expect, it } from 'vitest'
import { isSampleTopic, matchSampleTopic, samplePage, sampleSource, sampleTopics } from './sample.ts'

const ask = (term: string) =>
  sampleSource.ask(term, { country: 'US', language: 'en' }, { signal: new AbortController().signal })
const texts = async (term: string) => (await ask(term)).suggestions.map(({ text }) => text)

describe('the sample source', () => {
  it.each([
    ['cold brew coffee', 'cold-brew-coffee'],
    ['Cold Brew', 'cold-brew-coffee'],
    ['how to make cold brew at home?', 'cold-brew-coffee'],
    ['standing desks', 'standing-desk'],
    ['sourdough', 'sourdough-starter'],
    ['best ebike', 'electric-bikes'],
    ['can you compost citrus peels', 'home-composting'],
  ])('knows what %s is about', (query, id) => expect(matchSampleTopic(query)?.id).toBe(id))

  it.each(['coffee', 'desk', 'bikes', 'brew cold', 'quantum physics', ''])(
    'knows nothing about "%s"',
    async (query) => {
      expect(matchSampleTopic(query)).toBeNull()
      expect(await ask(query)).toMatchObject({ suggestions: [], pages: [], discussions: [], features: [] })
    },
  )

  it('has a results page for the name of a topic alone', () => {
    expect(isSampleTopic(' Cold brew coffee? ')).toBe(true)
    expect(isSampleTopic('ebikes')).toBe(true)
    expect(isSampleTopic('cold brew coffee recipe')).toBe(false)
    expect(isSampleTopic('coffee')).toBe(false)
  })

  it('answers the seed with a results page, a question with suggestions only', async () => {
    const seed = await ask('cold brew coffee')
    expect(seed.pages.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(seed.discussions.length).toBeGreaterThanOrEqual(25)
    expect(seed.features.length).toBeGreaterThan(0)
    expect(seed.suggestions.filter(({ kind }) => kind === 'related').length).toBeGreaterThan(5)
    expect(await ask('how cold brew coffee')).toMatchObject({ pages: [], discussions: [] })
  })

  it('suggests ten at most, what continues the words first', async () => {
    const how = await texts('how to cold brew coffee')
    expect(how).toHaveLength(10)
    expect(how.every((text) => text.startsWith('how to'))).toBe(true)
    expect((await texts('cold brew coffee vs'))[0]).toBe('cold brew coffee vs iced coffee')
    const letter = await texts('cold brew coffee k')
    expect(letter.length).toBeGreaterThan(0)
    expect(letter[0]).toMatch(/^cold brew coffee k/)
    expect(letter.every((text) => /\bk/.test(text))).toBe(true)
  })

  it('goes on from a question that is asked again', async () => {
    const deeper = await texts('how to make cold brew coffee')
    expect(deeper).toContain('how to make cold brew coffee at home')
    expect(deeper).not.toContain('how to make cold brew coffee')
  })

  it('carries no search numbers', async () => {
    const seed = await ask('standing desk')
    expect(seed.metrics).toEqual([])
    expect(seed.discussions.every(({ score, answers, at }) => score === null && answers === null && at === null)).toBe(
      true,
    )
  })

  it('stops when it is told to', async () => {
    const asked = sampleSource.ask('sourdough', { country: 'US', language: 'en' }, { signal: AbortSignal.abort() })
    await expect(asked).rejects.toThrow()
  })
})

describe.each(sampleTopics)('$name', ({ name, aliases, keywords, discussions, pages, related, features }) => {
  it('has enough to say', () => {
    expect(keywords.length).toBeGreaterThanOrEqual(250)
    expect(keywords.length).toBeLessThanOrEqual(400)
    expect(discussions.length).toBeGreaterThanOrEqual(25)
    expect(pages.length).toBeGreaterThanOrEqual(6)
    expect(related.length).toBeGreaterThanOrEqual(10)
    expect(features.length).toBeGreaterThanOrEqual(5)
  })

  it('says each thing once, in the words people type', () => {
    expect(new Set(keywords).size).toBe(keywords.length)
    expect(new Set(discussions.map(({ url }) => url)).size).toBe(discussions.length)
    for (const keyword of keywords) expect(keyword).toMatch(/^[a-z0-9][a-z0-9 :'-]*[a-z0-9]$/)
    expect(aliases).toContain(name)
  })

  it('has a keyword for nearly every letter', () => {
    const letters = new Set(keywords.filter((text) => text.startsWith(`${name} `)).map((text) => text[name.length + 1]))
    expect([...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => !letters.has(letter)).length).toBeLessThanOrEqual(2)
  })

  it('has only addresses that resolve nowhere', () => {
    for (const { url } of [...discussions, ...pages]) expect(new URL(url).hostname).toMatch(/^[a-z]+\.example$/)
  })

  it('has written pages of 350 to 750 words with a title, parts and sentences', () => {
    for (const { url, body } of pages) {
      const words = body
        .flatMap((block) => ('items' in block ? block.items : [block.text]))
        .join(' ')
        .split(/\s+/).length
      expect(words, url).toBeGreaterThanOrEqual(350)
      expect(words, url).toBeLessThanOrEqual(750)
      expect(
        body.filter(({ kind }) => kind === 'h1'),
        url,
      ).toHaveLength(1)
      expect(body[0]?.kind, url).toBe('h1')
      expect(body.filter(({ kind }) => kind === 'h2').length, url).toBeGreaterThanOrEqual(4)
      for (const block of body) if (block.kind === 'p') expect(block.text, url).toMatch(/[.?!]$/)
    }
  })

  it('serves its pages as HTML with the furniture of a site', () => {
    for (const { url, body } of pages) {
      const html = samplePage(url)!
      expect(html).toMatch(/<nav>.*<article>.*<\/article>.*<footer>/s)
      expect(html.match(/<h2>/g)?.length).toBe(body.filter(({ kind }) => kind === 'h2').length)
      expect(html.replace(/<[^>]+>/g, '')).not.toMatch(/[<>]|## /)
    }
  })
})

it('knows no other pages', () => expect(samplePage('https://slowcup.example/nothing')).toBeNull())
