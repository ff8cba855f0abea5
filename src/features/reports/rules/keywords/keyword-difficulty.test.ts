import { describe, expect, it } from 'vitest'
import { getDifficulty, type KnownPage } from './keyword-difficulty.ts'

const page = (over: Partial<KnownPage> = {}): KnownPage => ({
  url: 'https://small.example/post',
  domain: 'small.example',
  title: 'Something else',
  words: 300,
  ...over,
})
const pages = (count: number, over: Partial<KnownPage> = {}) => Array.from({ length: count }, () => page(over))

describe('getDifficulty', () => {
  it('is null for fewer than five pages', () => expect(getDifficulty('cold brew', pages(4))).toBeNull())

  it('is 0 without any competition and 100 with the strongest', () => {
    expect(getDifficulty('cold brew', pages(10))?.value).toBe(0)
    const hard = {
      url: 'https://www.amazon.com/',
      domain: 'www.amazon.com',
      title: 'Cold-Brew: all of it',
      words: 4000,
    }
    expect(getDifficulty('cold brew', pages(10, hard))?.value).toBe(100)
  })

  it('ignores unknown parts instead of guessing them', () => {
    const unread = getDifficulty('cold brew', pages(10, { title: 'Cold brew', words: null }))
    expect(unread?.value).toBe(50)
    expect(unread?.pages).toBe(10)
    expect(unread?.parts.map(({ name }) => name)).toEqual(['titles', 'hubs', 'roots'])
  })

  it('rises with every page that has the keyword in its title', () => {
    const values = [0, 2, 5, 8, 10].map(
      (n) => getDifficulty('c++ lambda', [...pages(n, { title: 'C++ lambda guide' }), ...pages(10 - n)])!.value,
    )
    expect(values).toEqual(values.toSorted((a, b) => a - b))
    expect(new Set(values).size).toBe(5)
    expect(getDifficulty('c lambda', pages(5, { title: 'C++ lambda guide' }))?.value).toBe(0)
  })

  it.each([
    'en.wikipedia.org',
    'www.amazon.co.uk',
    'pubmed.ncbi.nlm.nih.gov',
    'extension.oregonstate.edu',
    'www.gov.uk',
  ])('%s is a hub', (domain) => expect(getDifficulty('x', pages(5, { domain }))!.value).toBe(30))
  it.each(['amazonia.example', 'target.shoes'])('%s isn’t a hub', (domain) => {
    expect(getDifficulty('x', pages(5, { domain }))!.value).toBe(domain === 'target.shoes' ? 30 : 0)
  })
})
