import { describe, expect, it } from 'vitest'
import { parseSiteTarget } from '#kit/site-target.ts'
import { findContainingSite } from './find-site.ts'

const sites = ['example.com', 'https://www.example.com/shop/', 'https://blog.example.com/', 'other.example'].map(
  (url) => ({ url }),
)
const find = (domain: string, of = sites) => findContainingSite(parseSiteTarget(domain)!, of)?.url ?? null

describe('the site of a tracked domain', () => {
  it('is the narrowest one that contains it', () => {
    expect(find('example.com')).toBe('example.com')
    expect(find('www.example.com/shop/cups')).toBe('https://www.example.com/shop/')
    expect(find('example.com/shopping')).toBe('example.com')
    expect(find('blog.example.com')).toBe('https://blog.example.com/')
    expect(find('de.blog.example.com')).toBe('example.com')
  })

  it('is none where a site has only a part of it, or isn’t there', () => {
    expect(find('example.com', [{ url: 'https://www.example.com/shop/' }])).toBeNull()
    expect(find('shop.example.com', [{ url: 'https://www.example.com/' }])).toBeNull()
    expect(find('notexample.com')).toBeNull()
    expect(find('example.com', [])).toBeNull()
  })

  it('takes a prefix of the whole host for a domain without subdomains', () => {
    expect(find('example.com', [{ url: 'https://www.example.com/' }])).toBe('https://www.example.com/')
  })
})
