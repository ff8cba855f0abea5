import { expect, test } from 'vitest'
import { getPathKind, isOfSite, readLogDay, readLogLine } from './access-log.ts'
import { findAssistant } from './ai-assistants.ts'
import { mergeDay, noLines } from './merge-visits.ts'
import { readReferrals } from './read-referrals.ts'
import { findBot, visitingBots } from './visiting-bots.ts'

const agents = {
  GPTBot: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'OAI-SearchBot': 'Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)',
  'ChatGPT-User': 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  'Claude-User': 'Claude-User/1.0 (claude-user; +Claude-User@anthropic.com)',
  Googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  Bingbot: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Meta-ExternalAgent': 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
}
const line = (agent: string, path = '/guides/ratio?utm=1', status = 200, time = '19/Nov/2026:23:59:59 -0800') =>
  `192.0.2.7 - - [${time}] "GET ${path} HTTP/1.1" ${status} 5120 "-" "${agent}"`

test('bots are told by their names, and others that contain one aren’t', () => {
  for (const [bot, agent] of Object.entries(agents)) expect(findBot(agent)).toBe(bot)
  for (const agent of ['Googlebot-Image/1.0', 'Mozilla/5.0 Chrome/142', 'MyGPTBot/1.0', 'AdsBot-Google'])
    expect(findBot(agent)).toBeNull()
  // These names stand in robots.txt alone.
  expect(visitingBots.map(({ bot }) => bot)).not.toContain('Google-Extended')
})

test('a line gives the day of the server, the moment, and a path without its query', () => {
  expect(readLogLine(line(agents.GPTBot))).toEqual({
    ...{ host: null, day: '2026-11-19', at: Date.parse('2026-11-20T07:59:59Z') / 1000, path: '/guides/ratio' },
    ...{ status: 200, userAgent: agents.GPTBot },
    rest: expect.stringMatching(/^\[19\/Nov\/2026/),
  })
  expect(readLogLine(line('a \\"quoted\\" agent'))?.userAgent).toBe('a \\"quoted\\" agent')
  expect(readLogLine(`example.com:443 ${line('x')}`)?.host).toBe('example.com')
  expect(readLogLine(`2001:db8::1 - a user [19/Nov/2026:00:00:00 +0000] "GET / HTTP/2.0" 304 - "-" "x"`)).toMatchObject(
    {
      ...{ host: null, status: 304 },
    },
  )
  expect(readLogLine(line('x', 'https://example.com/a?b'))).toMatchObject({ host: 'example.com', path: '/a' })
  for (const wrong of ['', 'GET / 200', line('x').slice(0, -9), line('x', '/', 200, '31/Foo/2026:00:00:00 +0000')])
    expect(readLogLine(wrong)).toBeNull()
  expect(readLogDay(line('x'))).toBe('2026-11-19')
  expect(readLogDay('nothing')).toBeNull()
})

test('lines of other hosts and folders aren’t the site’s', () => {
  expect(isOfSite('example.com', { host: null, path: '/' })).toBe(true)
  expect(isOfSite('example.com', { host: 'www.example.com', path: '/' })).toBe(true)
  expect(isOfSite('example.com', { host: 'example.org', path: '/' })).toBe(false)
  expect(isOfSite('https://example.com/blog/', { host: null, path: '/blog/a' })).toBe(true)
  expect(isOfSite('https://example.com/blog/', { host: null, path: '/shop' })).toBe(false)
  expect(['/robots.txt', '/sitemap-1.xml.gz', '/a.css', '/guide', '/a.html', '/llms.txt'].map(getPathKind)).toEqual([
    ...['robots', 'robots', 'file', 'page', 'page', 'robots'],
  ])
})

const toDay = (hashes: number[], keys: number[]) => ({
  ...{ day: '2026-11-19', hashes: Float64Array.from(hashes) },
  keys: Uint32Array.from(keys),
  seconds: Float64Array.from(hashes),
})

test('lines of overlapping logs count once', () => {
  const first = mergeDay(noLines(), toDay([1, 5, 9], [0, 1, 0]))
  expect(first.counts).toEqual([
    { key: 0, visits: 2, last: 9 },
    { key: 1, visits: 1, last: 5 },
  ])
  const second = mergeDay(first.seen, toDay([0, 5, 9, 2 ** 48 - 1], [2, 1, 0, 0]))
  expect(second.counts).toEqual([
    { key: 2, visits: 1, last: 0 },
    { key: 0, visits: 1, last: 2 ** 48 - 1 },
  ])
  expect(second.seen).toHaveLength(5 * 6)
  expect(mergeDay(second.seen, toDay([0, 1, 5, 9], [0, 0, 0, 0])).counts).toEqual([])
  // After an import of the workspace, the lines aren’t known.
  expect(mergeDay(null, toDay([1], [0]))).toEqual({ counts: [], seen: null })
})

test('sources are assistants by their hosts', () => {
  const sources = {
    'chatgpt.com / referral': 'ChatGPT',
    'chatgpt.com / (not set)': 'ChatGPT',
    'www.perplexity.ai / referral': 'Perplexity',
    'gemini.google.com / referral': 'Gemini',
    'copilot.microsoft.com / referral': 'Copilot',
    'claude.ai': 'Claude',
    'google / organic': null,
    'notchatgpt.com / referral': null,
    'claude / email': null,
    '(direct) / (none)': null,
  }
  for (const [source, assistant] of Object.entries(sources))
    expect([source, findAssistant(source)]).toEqual([source, assistant])
})

const rows = (...lines: string[]) => lines.map((text) => ({ cells: text.split(','), problem: null }))

test('an export of Google Analytics gives sessions by assistant and landing page', () => {
  const found = readReferrals(
    rows(
      'Session source / medium,Landing page + query string,Sessions,Engaged sessions',
      ',,120,90,Grand total',
      'chatgpt.com / referral,/ratio,40,30',
      'chatgpt.com / referral,/ratio,2,1',
      'perplexity.ai / referral,/chart,6,5',
      'google / organic,/ratio,70,50',
      'claude.ai / referral,/chart,many,1',
    ),
    ['# Start date: 20261101', '# End date: 20261126'],
  )
  expect(found).toEqual({
    ...{ from: '2026-11-01', to: '2026-11-26', all_sessions: 118, total: 5, rejected: 1 },
    rows: [
      { assistant: 'ChatGPT', source: 'chatgpt.com', page: '/ratio', sessions: 42 },
      { assistant: 'Perplexity', source: 'perplexity.ai', page: '/chart', sessions: 6 },
    ],
  })
  const german = readReferrals(
    rows('Sitzung – Quelle,Datum,Sitzungen', 'chatgpt.com,20261102,3', 'chatgpt.com,20261104,1'),
  )
  expect(german).toMatchObject({ from: '2026-11-02', to: '2026-11-04', rows: [{ page: null, sessions: 4 }] })
  expect(() => readReferrals(rows('keyword,volume', 'cold brew,90'))).toThrow(
    expect.objectContaining({ options: expect.objectContaining({ reason: 'not_referrals' }) }),
  )
})
