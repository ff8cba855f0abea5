import { expect, test } from 'vitest'
import { scopes } from '#kit/endpoint.ts'
import { firstCall } from './example-call.ts'
import { scopeGroups, scopesInWords } from './scope-labels.ts'

const ids = { url: 'https://seo.example.com', workspaceId: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42', key: 'ek_secret' }

test.each(scopes)('a key with only %s has a call to try it with, and a label', (scope) => {
  expect(firstCall(ids, [scope])).toMatch(/^curl https:\/\/seo\.example\.com\/[a-z_/]+ \\\n/)
  expect(scopesInWords([scope])).not.toBe(scope)
})

test('a call that uses no credits comes first', () => {
  expect(firstCall(ids, ['research', 'reports:write', 'reports:read'])).toContain('/reports/find')
})

test('every permission is in the form once', () => {
  expect(scopeGroups.flatMap((group) => group.scopes.map(({ scope }) => scope)).sort()).toEqual([...scopes].sort())
})
