import { expect, it } from 'vitest'
import { botUserAgent } from './bot-user-agent.ts'

it.each([
  ['https://seo.example.com', undefined, 'EarshotBot/1.2.0 (+https://seo.example.com)'],
  ['https://seo.example.com', 'team@example.com', 'EarshotBot/1.2.0 (+https://seo.example.com; team@example.com)'],
  ['http://127.0.0.1:3000', 'team@example.com', 'EarshotBot/1.2.0 (team@example.com)'],
  ['http://localhost:3000', undefined, 'EarshotBot/1.2.0'],
  ['http://[::1]:3000', undefined, 'EarshotBot/1.2.0'],
  ['http://earshot.internal', undefined, 'EarshotBot/1.2.0'],
])('includes a contact that others can reach: %s, %s', (publicUrl, contact, expected) => {
  expect(botUserAgent({ version: '1.2.0', publicUrl, contact })).toBe(expected)
})
