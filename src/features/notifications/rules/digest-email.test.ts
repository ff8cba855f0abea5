import { expect, test } from 'vitest'
import { digestEmail } from './digest-email.ts'
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
const links = {
  publicUrl: 'https://earshot.example',
  unsubscribe: 'https://earshot.example/unsubscribe?token=t',
  workspaces: new Map([['w', { name: 'Hollow Oak', color: '#225588' }]]),
}
const volume = (value: number) => ({ value, low: value, high: value, provider: 'dataforseo', as_of: '2026-10-01' })
const keywordsOf = (text: string) => text.split('\n').filter((line) => /^ {2}[+-]/.test(line))

test('several runs of a listener are summarized, without keywords that appeared and disappeared in between', () => {
  const email = digestEmail(
    [
      run({ runId: 'r2', at: '2026-03-03T09:30:00.000Z', added: [item('c')], removed: [item('a'), item('z')] }),
      run({ added: [item('a'), item('b'), item('how b', 'question')] }),
    ],
    links,
  )
  expect(email.subject).toBe('3 new keywords for “cold brew”')
  expect(keywordsOf(email.text)).toEqual(['  + how b (Google)', '  + b (Google)', '  + c (Google)', '  - z (Google)'])
  expect(email.text).toContain('United States · English · 2 runs since the last email')
})

test('keywords with known volumes come first, with their volume, its source and its month', () => {
  const email = digestEmail(
    [run({ added: [item('a'), { ...item('b'), volume: volume(1900), difficulty: 14 }], removed: [item('z')] })],
    links,
  )
  expect(keywordsOf(email.text)).toEqual(['  + b (Google, 1,900, KD 14)', '  + a (Google)', '  - z (Google)'])
  expect(email.preview).toBe('“b” is new with 1,900 searches a month. 1 keyword lost.')
  expect(email.text).toContain(
    'Searches a month: DataForSEO, October 2026, rounded by Google Ads. “–”: the workspace has no number for it.',
  )
  expect(email.html).toContain('Hollow Oak')
  expect(email.html).toContain('Review 2 new keywords')
})

test('a digest without volumes has no column of them', () => {
  const { html, text } = digestEmail([run({ added: [item('a')] })], links)
  expect(html).not.toContain('–</span>')
  expect(text).not.toContain('Searches a month')
})

test('a source with incomplete results is named', () => {
  const sourceErrors = [{ source: 'bing_suggest', message: 'blocked' }]
  expect(digestEmail([run({ removed: [item('a')], sourceErrors })], links).text).toContain(
    'Incomplete results from Bing. None of their keywords count as lost.',
  )
})

test('listeners are listed below each other, and HTML in keywords is escaped', () => {
  const email = digestEmail(
    [
      run({ added: [item('<script>alert(1)</script>')] }),
      run({ listenerId: 'l2', runId: 'r3', workspaceId: 'w2', keyword: 'tea', removed: [item('x')] }),
    ],
    links,
  )
  expect(email.subject).toBe('1 new keyword in 2 listeners')
  expect(email.html).not.toContain('<script>')
  expect(email.html).toContain('&lt;script&gt;')
  expect(email.text).toContain('https://earshot.example/app/listeners/l2')
  // Of two workspaces neither is the sender.
  expect(email.html).not.toContain('Hollow Oak')
})

test('a digest has a preview, and both parts explain why it was sent and how to unsubscribe', () => {
  const { text, html } = digestEmail([run({ added: [item('a & b')], removed: [item('z')] })], links)
  expect(/<div style="display:none[^>]*>([^<\u00a0]*)/.exec(html)?.[1]).toBe('New: a &amp; b. 1 keyword lost.')
  for (const part of [text, html]) {
    expect(part).toContain('because a listener in Hollow Oak lists your email address as a recipient.')
    expect(part).toContain('https://earshot.example/unsubscribe?token=t')
  }
})
