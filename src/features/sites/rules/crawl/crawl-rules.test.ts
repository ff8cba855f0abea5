import { expect, test } from 'vitest'
import { isInSite, normalizeSiteUrl } from '../site-url.ts'
import { getShape, isLooping } from './crawl-traps.ts'
import { toPageUrl } from './page-url.ts'
import { parseSitemap } from './sitemap.ts'

test.each([
  ['/cart?PHPSESSID=1&b=2&a=1#top', 'https://shop.example/cart?a=1&b=2'],
  ['/x;jsessionid=AB12?utm_source=mail', 'https://shop.example/x'],
  ['//other.example/', 'https://other.example/'],
  ['mailto:a@shop.example', null],
  ['https://user@shop.example/', null],
  [`/${'x'.repeat(3000)}`, null],
])('%s', (href, expected) => {
  expect(toPageUrl(href, 'https://shop.example/a/b')?.href ?? null).toBe(expected)
})

test('calendars and filters are limited, articles aren’t', () => {
  const shape = (path: string) => getShape(new URL(path, 'https://shop.example'))?.shape ?? null
  expect(shape('/events/2026/11')).toBe('shop.example/events/#/#')
  expect(shape('/events/2026-11-25/')).toBe('shop.example/events/#-#-#/')
  expect(shape('/list?color=oak')).toBe(shape('/list?size=2&color=oak'))
  expect(shape('/2026/11/a-title')).toBeNull()
  expect(shape('/product/123-shelf')).toBeNull()
  expect(isLooping(new URL('https://shop.example/a/b/a/b/a/b'))).toBe(true)
  expect(isLooping(new URL('https://shop.example/a/b/a'))).toBe(false)
})

test('sitemaps of any kind are read', () => {
  expect(
    parseSitemap(`<?xml version="1.0"?><urlset xmlns:image="x"><url><loc>
      https://shop.example/?a=1&amp;b=2 </loc><image:image><image:loc>https://shop.example/a.jpg</image:loc></image:image>
      <lastmod>2026-11-01</lastmod></url><url><loc><![CDATA[https://shop.example/b]]></loc></url><url><lastmod>x</lastmod></url></urlset>`),
  ).toEqual({
    sitemaps: [],
    urls: [
      { url: 'https://shop.example/?a=1&b=2', lastmod: '2026-11-01' },
      { url: 'https://shop.example/b', lastmod: null },
    ],
  })
  expect(
    parseSitemap('<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>').sitemaps,
  ).toEqual(['https://a.example/1.xml'])
  expect(parseSitemap('<html><url>'.repeat(1000))).toEqual({ urls: [], sitemaps: [] })
})

test('a domain has its subdomains, a prefix what begins like it', () => {
  const isIn = (site: string, url: string) => isInSite(normalizeSiteUrl(site), new URL(url))
  expect(isIn('www.shop.example', 'http://blog.shop.example/x')).toBe(true)
  expect(isIn('shop.example', 'https://notshop.example/')).toBe(false)
  expect(isIn('https://shop.example/blog', 'https://shop.example/blog/a')).toBe(true)
  expect(isIn('https://shop.example/blog', 'https://shop.example/blogs')).toBe(false)
})
