import { describe, expect, it } from 'vitest'
import { aiCrawlers } from '../rules/crawl/ai-crawlers.ts'
import readAiCrawlers from './ai-crawlers-thread.ts'

const read = (text: string, start = 'https://shop.example/') => {
  const bots = readAiCrawlers({ address: 'https://shop.example/robots.txt', text, start })
  return new Map(bots.map(({ bot, ...verdict }) => [bot, verdict]))
}

describe('robots.txt for AI crawlers', () => {
  it('allows all without rules', () => {
    const found = read('Sitemap: https://shop.example/sitemap.xml')
    expect(found.size).toBe(aiCrawlers.length)
    for (const verdict of found.values()) expect(verdict).toEqual({ access: 'allowed', rule: null, line: null })
  })

  it('takes the group that names a bot, in any case, and otherwise that of all bots', () => {
    const found = read(
      'User-agent: *\nDisallow: /cart # not for bots\n\nuser-agent: gptbot\nUser-agent: CCBot/2.0\nDisallow: /',
    )
    expect(found.get('GPTBot')).toEqual({ access: 'blocked', rule: 'Disallow: /', line: 6 })
    expect(found.get('CCBot')).toEqual({ access: 'blocked', rule: 'Disallow: /', line: 6 })
    expect(found.get('ClaudeBot')).toEqual({ access: 'partly', rule: 'Disallow: /cart # not for bots', line: 2 })
  })

  it('lets a group of its own replace the rules for all', () => {
    const found = read(
      'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:\n\nUser-agent: Bingbot\nAllow: /',
    )
    expect(found.get('Googlebot')).toEqual({ access: 'allowed', rule: null, line: null })
    expect(found.get('Bingbot')).toEqual({ access: 'allowed', rule: 'Allow: /', line: 8 })
    expect(found.get('PerplexityBot')).toEqual({ access: 'blocked', rule: 'Disallow: /', line: 2 })
  })

  it('says partly where the longest rule opens or closes a part', () => {
    const found = read(
      'User-agent: GPTBot\nDisallow: /\nAllow: /guides/\n\nUser-agent: CCBot\nDisallow: /*.pdf$\n\nUser-agent: ClaudeBot\nAllow: /a/\nDisallow: /a/',
    )
    expect(found.get('GPTBot')).toEqual({ access: 'partly', rule: 'Disallow: /', line: 2 })
    expect(found.get('CCBot')).toEqual({ access: 'partly', rule: 'Disallow: /*.pdf$', line: 6 })
    // Of rules of the same length, the one that allows counts.
    expect(found.get('ClaudeBot')).toMatchObject({ access: 'allowed' })
  })

  it('is about a part of a host where the site is one', () => {
    const text =
      'User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nDisallow: /blog/\n\nUser-agent: CCBot\nDisallow: /blog/drafts/'
    const found = read(text, 'https://shop.example/blog/')
    expect(found.get('ClaudeBot')).toMatchObject({ access: 'allowed' })
    expect(found.get('GPTBot')).toEqual({ access: 'blocked', rule: 'Disallow: /blog/', line: 5 })
    expect(found.get('CCBot')).toEqual({ access: 'partly', rule: 'Disallow: /blog/drafts/', line: 8 })
  })
})
