import { expect, test } from 'vitest'
import { isApex, normalizeDomain } from './domain-name.ts'
import { hostName } from './host-name.ts'

const of = (given: string, ours = ['app.earshot.example', 'cname.earshot.example']) => normalizeDomain(given, ours)

test.for([
  ['reports.acme.com', 'reports.acme.com'],
  ['  Reports.ACME.com. ', 'reports.acme.com'],
  ['acme.co.uk', 'acme.co.uk'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['faß.example', 'xn--fa-hia.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['mapped.test', 'mapped.test'],
  ['someone.github.io', 'someone.github.io'],
  ['blog.earshot.example', 'blog.earshot.example'],
  ['reports.acme。com', 'reports.acme.com'],
])('normalizes %s to %s', ([given, domain]) => {
  expect(of(given!)).toEqual({ ok: true, domain })
})

test.for([
  '',
  'com',
  'co.uk',
  'github.io',
  'localhost',
  'app.localhost',
  'https://acme.com',
  'acme.com/path',
  'acme.com?x',
  'user@acme.com',
  'acme.com:8443',
  '*.acme.com',
  '127.0.0.1',
  '0x7f.1',
  '２１２.１.１.１',
  '[::1]',
  '2001:db8::1',
  'a_b.acme.com',
  '-a.acme.com',
  'a-.acme.com',
  'a..acme.com',
  '.acme.com',
  'a b.com',
  'a%2eb.com',
  'a\u0000b.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(130)}com`,
  '1.0.0.127.in-addr.arpa',
  'app.earshot.example',
  'login.app.earshot.example',
  'cname.earshot.example',
])('rejects %s with a message that starts with the field', (given) => {
  const verdict = of(given)
  expect(verdict.ok).toBe(false)
  expect(!verdict.ok && verdict.message).toMatch(/^domain (is|must|may)\b.*\.$/)
})

test('a registrable domain is an apex, and a subdomain isn’t', () => {
  expect(['acme.com', 'acme.co.uk', 'reports.acme.com', 'someone.github.io'].map(isApex)).toEqual([
    true,
    true,
    false,
    true,
  ])
})

test('a Host header is normalized to lowercase without port and trailing dot', () => {
  expect(['Reports.Acme.com:8443', 'reports.acme.com.', '[::1]:80'].map(hostName)).toEqual([
    'reports.acme.com',
    'reports.acme.com',
    '[::1]',
  ])
})
