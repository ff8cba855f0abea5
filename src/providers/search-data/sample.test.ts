import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { topicFile } from './sample/topic.ts'
import { getSampleTopics, isSampleTopic, matchSampleTopic, samplePage, sampleSource } from './sample.ts'

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
  ])('recognizes the topic of “%s”', (query, id) => expect(matchSampleTopic(query)?.id).toBe(id))

  it.each(['coffee', 'desk', 'bikes', 'brew cold', 'quantum physics', ''])('has nothing about “%s”', async (query) => {
    expect(matchSampleTopic(query)).toBeNull()
    expect(await ask(query)).toMatchObject({ suggestions: [], pages: [], discussions: [], features: [] })
  })

  it('has a results page only for the name of a topic', () => {
    expect(isSampleTopic(' Cold brew coffee? ')).toBe(true)
    expect(isSampleTopic('ebikes')).toBe(true)
    expect(isSampleTopic('cold brew coffee recipe')).toBe(false)
    expect(isSampleTopic('coffee')).toBe(false)
  })

  it('returns a results page for the seed, and only suggestions for a question', async () => {
    const seed = await ask('cold brew coffee')
    expect(seed.pages.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(seed.discussions.length).toBeGreaterThanOrEqual(25)
    expect(seed.features.length).toBeGreaterThan(0)
    expect(seed.suggestions.filter(({ kind }) => kind === 'related').length).toBeGreaterThan(5)
    expect(await ask('how cold brew coffee')).toMatchObject({ pages: [], discussions: [] })
  })

  it('returns up to ten suggestions, starting with those that continue the query', async () => {
    const how = await texts('how to cold brew coffee')
    expect(how).toHaveLength(10)
    expect(how.every((text) => text.startsWith('how to'))).toBe(true)
    expect((await texts('cold brew coffee vs'))[0]).toBe('cold brew coffee vs iced coffee')
    const letter = await texts('cold brew coffee k')
    expect(letter.length).toBeGreaterThan(0)
    expect(letter[0]).toMatch(/^cold brew coffee k/)
    expect(letter.every((text) => /\bk/.test(text))).toBe(true)
  })

  it('continues a question that is expanded', async () => {
    const deeper = await texts('how to make cold brew coffee')
    expect(deeper).toContain('how to make cold brew coffee at home')
    expect(deeper).not.toContain('how to make cold brew coffee')
  })

  it('has no search metrics', async () => {
    const seed = await ask('standing desk')
    expect(seed.metrics).toEqual([])
    expect(seed.discussions.every(({ score, answers, at }) => score === null && answers === null && at === null)).toBe(
      true,
    )
  })

  it('can be canceled', async () => {
    const asked = sampleSource.ask('sourdough', { country: 'US', language: 'en' }, { signal: AbortSignal.abort() })
    await expect(asked).rejects.toThrow()
  })
})

describe.each(getSampleTopics())('$name', ({ name, aliases, keywords, discussions, pages, related, features }) => {
  it('has enough keywords, discussions and pages', () => {
    expect(keywords.length).toBeGreaterThanOrEqual(250)
    expect(keywords.length).toBeLessThanOrEqual(400)
    expect(discussions.length).toBeGreaterThanOrEqual(25)
    expect(pages.length).toBeGreaterThanOrEqual(6)
    expect(related.length).toBeGreaterThanOrEqual(10)
    expect(features.length).toBeGreaterThanOrEqual(5)
  })

  it('has no duplicates, and keywords look like what people type', () => {
    expect(new Set(keywords).size).toBe(keywords.length)
    expect(new Set(discussions.map(({ url }) => url)).size).toBe(discussions.length)
    for (const keyword of keywords) expect(keyword).toMatch(/^[a-z0-9][a-z0-9 :'-]*[a-z0-9]$/)
    expect(aliases).toContain(name)
  })

  it('has a keyword for nearly every letter', () => {
    const letters = new Set(keywords.filter((text) => text.startsWith(`${name} `)).map((text) => text[name.length + 1]))
    expect([...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => !letters.has(letter)).length).toBeLessThanOrEqual(2)
  })

  it('uses only .example domains', () => {
    for (const { url } of [...discussions, ...pages]) expect(new URL(url).hostname).toMatch(/^[a-z]+\.example$/)
  })

  it('has pages of 350 to 750 words with a title, sections and full sentences', () => {
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

  it('serves its pages as HTML with navigation and footer', () => {
    for (const { url, body } of pages) {
      const html = samplePage(url)!
      expect(html).toMatch(/<nav>.*<article>.*<\/article>.*<footer>/s)
      expect(html.match(/<h2>/g)?.length).toBe(body.filter(({ kind }) => kind === 'h2').length)
      expect(html.replace(/<[^>]+>/g, '')).not.toMatch(/[<>]|## /)
    }
  })
})

it('has no other pages', () => expect(samplePage('https://slowcup.example/nothing')).toBeNull())

describe.each(getSampleTopics())('the files of $name', ({ id }) => {
  const folder = path.join(import.meta.dirname, 'sample', id)
  const read = () => JSON.parse(readFileSync(path.join(folder, 'topic.json'), 'utf8'))

  it('are the topic and its pages, each listed once', () => {
    const { pages } = topicFile.parse(read())
    expect(['topic.json', ...pages.map(({ file }) => file)].sort()).toEqual(readdirSync(folder).sort())
  })

  it.each([
    ['an empty question', { questions: ['how to', ' '] }],
    ['an unknown field', { tails: [] }],
    ['a forum that could exist', { discussions: { 'forum.com': ['A thread'] } }],
    ['a page file outside its folder', { pages: [{ ...read().pages[0], file: '../other/page.md' }] }],
    ['a page address that could exist', { pages: [{ ...read().pages[0], url: 'https://slowcup.com/' }] }],
  ])('can’t have %s', (_fault, change) => {
    expect(topicFile.safeParse({ ...read(), ...change }).success).toBe(false)
  })
})
