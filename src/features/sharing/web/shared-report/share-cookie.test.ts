import { expect, test } from 'vitest'
import { sharePassCookie, sharePassFrom } from './share-cookie.ts'

const request = (cookie: string) => new Request('https://ours.example/r/t', { headers: { Cookie: cookie } })

test('the pass cookie is limited to one report’s page, and scripts can’t read it', () => {
  const cookie = sharePassCookie('abc_-1', 'a.b+c=', { secure: true })
  expect(cookie).toContain('; Path=/r/abc_-1;')
  expect(cookie).toContain('; HttpOnly; SameSite=Lax;')
  expect(cookie).toMatch(/; Secure$/)
  expect(sharePassCookie('abc', 'p', { secure: true, under: 'd' })).toContain('; Path=/d/abc;')
  expect(sharePassCookie('t', 'p', { secure: false })).not.toContain('Secure')
  expect(sharePassFrom(request(cookie.split(';')[0]!))).toBe('a.b+c=')
})

test('without a cookie there is no pass', () => {
  expect(sharePassFrom(request('other=1'))).toBeUndefined()
})

test('a token can’t add attributes to the cookie', () => {
  expect(sharePassCookie('t; Domain=evil.example', 'p', { secure: false })).not.toContain('; Domain')
})
