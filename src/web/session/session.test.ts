import { expect, test } from 'vitest'
import { readCookie, safeRedirect, sessionCookie } from './session.ts'

const ours: [to: string, lands: string][] = [
  ['/app', '/app'],
  ['/app/reports?type=topic&q=a%20b#rows', '/app/reports?type=topic&q=a%20b#rows'],
  ['/r/token', '/r/token'],
  ['/', '/'],
  ['/app/../settings', '/settings'],
  ['/app?next=https://evil.example', '/app?next=https://evil.example'],
]

test.each(ours)('%s is a valid redirect', (to, lands) => {
  expect(safeRedirect(to)).toBe(lands)
})

const notOurs: (string | null | undefined | File)[] = [
  null,
  undefined,
  '',
  'app',
  'https://evil.example',
  'HTTPS:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\u0000/evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '//user@evil.example/app',
  '/./\\evil.example',
  '/.//evil.example',
  '/..//evil.example/app',
  '/app/..//evil.example',
  new File(['x'], 'redirect_to'),
]

test.each(notOurs)('%j redirects to /app', (to) => {
  expect(safeRedirect(to)).toBe('/app')
})

test('a redirect never leaves our origin', () => {
  for (const to of [...ours.map(([given]) => given), ...notOurs])
    expect(new URL(safeRedirect(to), 'https://ours.example/login').origin).toBe('https://ours.example')
})

test('the session cookie is HttpOnly, and Secure over https', () => {
  expect(sessionCookie('es_1', { secure: true })).toMatch(
    /^app_token=es_1; Path=\/; HttpOnly; SameSite=Lax; .*; Secure$/,
  )
  expect(sessionCookie('es_1', { secure: false })).not.toContain('Secure')
})

test('a cookie is found by its full name', () => {
  const request = new Request('http://ours.example', { headers: { Cookie: 'xapp_token=no; app_token=a%3Db; other=c' } })
  expect(readCookie(request, 'app_token')).toBe('a=b')
  expect(readCookie(request, 'app')).toBeNull()
  const odd = new Request('http://ours.example', { headers: { Cookie: 'app_workspace=%E0%A4%A' } })
  expect(readCookie(odd, 'app_workspace')).toBe('%E0%A4%A')
})
