import { expect, test } from 'vitest'
import { digestMail } from './digest-mail.ts'
import type { RunNews } from './news.ts'

const run = (more: Partial<RunNews>): RunNews => ({
  workspaceId: 'w',
  listenerId: 'l1',
  runId: 'r1',
  keyword: 'cold brew',
  country: 'US',
  language: 'en',
  at: '2026-03-02T09:30:00.000Z',
  first: false,
  secret: '',
  added: [],
  removed: [],
  sourceErrors: [],
  ...more,
})
const item = (text: string, type = 'related') => ({ text, type, source: 'google_suggest' })
const links = { publicUrl: 'https://earshot.example', unsubscribe: 'https://earshot.example/unsubscribe?token=t' }

test('several runs of one listener read as one: what came and went again in between is not told', () => {
  const mail = digestMail(
    [
      run({ runId: 'r2', at: '2026-03-03T09:30:00.000Z', added: [item('c')], removed: [item('a'), item('z')] }),
      run({ added: [item('a'), item('b'), item('how b', 'question')] }),
    ],
    links,
  )
  expect(mail.subject).toBe('cold brew: 3 new, 1 gone')
  const lines = mail.text.split('\n').filter((line) => /^ {2}[+-]/.test(line))
  expect(lines).toEqual(['  + how b (Google)', '  + b (Google)', '  + c (Google)', '  - z (Google)'])
})

test('listeners stand one under the other, and what they heard cannot break the page', () => {
  const mail = digestMail(
    [
      run({ added: [item('<script>alert(1)</script>')] }),
      run({ listenerId: 'l2', runId: 'r3', keyword: 'tea', removed: [item('x')] }),
    ],
    links,
  )
  expect(mail.subject).toBe('1 new, 1 gone from 2 listeners: cold brew, tea')
  expect(mail.html).not.toContain('<script>')
  expect(mail.html).toContain('&lt;script&gt;')
  expect(mail.text).toContain('https://earshot.example/app/listeners/l2')
})
