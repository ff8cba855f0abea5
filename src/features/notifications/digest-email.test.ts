import { expect, test } from 'vitest'
import { digestMail } from './digest-email.ts'
import type { RunDetails } from './run-changes.ts'

const run = (more: Partial<RunDetails>): RunDetails => ({
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
const item = (text: string, type = 'related') => ({
  text,
  type,
  source: 'google_suggest',
  sources: ['google_suggest'],
})
const links = { publicUrl: 'https://earshot.example', unsubscribe: 'https://earshot.example/unsubscribe?token=t' }

test('several runs of one listener read as one: what came and went again in between is not told', () => {
  const mail = digestMail(
    [
      run({ runId: 'r2', at: '2026-03-03T09:30:00.000Z', added: [item('c')], removed: [item('a'), item('z')] }),
      run({ added: [item('a'), item('b'), item('how b', 'question')] }),
    ],
    links,
  )
  expect(mail.subject).toBe('cold brew: 3 new, 1 lost')
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
  expect(mail.subject).toBe('1 new, 1 lost from 2 listeners: cold brew, tea')
  expect(mail.html).not.toContain('<script>')
  expect(mail.html).toContain('&lt;script&gt;')
  expect(mail.text).toContain('https://earshot.example/app/listeners/l2')
})

test('a digest has a preview, and both parts say why it was sent and how to stop it', () => {
  const { text, html } = digestMail([run({ added: [item('a & b')], removed: [item('z')] })], links)
  expect(/<div style="display:none[^>]*>([^<]*)</.exec(html)?.[1]).toBe('New: a &amp; b. Lost: z')
  for (const part of [text, html]) {
    expect(part).toContain('because a listener in Earshot lists your email address as a recipient.')
    expect(part).toContain('https://earshot.example/unsubscribe?token=t')
  }
})
