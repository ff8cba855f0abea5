import { expect, test } from 'vitest'
import { renderEmail } from './email-template.ts'

const email = renderEmail({
  subject: 'Ada\nBcc: x@example.com invited you',
  preview: 'You’ll be able to read.',
  workspace: { name: 'A & B <Co>', color: '#225588' },
  heading: 'Join A & B',
  parts: [
    { kind: 'text', text: 'Ada <ada@example.com> invited you.' },
    { kind: 'codes', codes: ['EAR-1', 'EAR-2'] },
    { kind: 'numbers', numbers: [{ value: '9', label: 'new' }] },
    { kind: 'warning', text: 'Bing failed.' },
    { kind: 'section', title: 'tea', detail: '2 new', link: 'https://earshot.example/l' },
    {
      kind: 'list',
      title: 'New',
      sign: '+',
      rows: [{ text: 'k', detail: 'Google', value: null, note: null }],
      more: 3,
    },
  ],
  action: { label: 'Accept', link: 'https://earshot.example/invite?token="a"&b=1' },
  after: ['Ignore it otherwise.'],
  why: 'You were invited.',
  links: [{ label: 'Unsubscribe', link: 'https://earshot.example/u' }],
})

test('a name can’t add headers or markup', () => {
  expect(email.subject).toBe('Ada Bcc: x@example.com invited you')
  expect(email.html).toContain('A &amp; B &lt;Co&gt;')
  expect(email.html).toContain('Ada &lt;ada@example.com&gt; invited you.')
  expect(email.html).toContain('href="https://earshot.example/invite?token=&quot;a&quot;&amp;b=1"')
})

test('both parts say the same', () => {
  for (const said of [
    'Join A',
    'EAR-1',
    'EAR-2',
    '9',
    'Bing failed.',
    'tea',
    '2 new',
    'and 3 more',
    'Accept',
    'Ignore it otherwise.',
    'You were invited.',
    'Unsubscribe',
  ]) {
    expect(email.text).toContain(said)
    expect(email.html).toContain(said)
  }
  expect(email.text).toContain('  + k (Google)')
  expect(email.html).toContain('–</span>')
})

test('the preview comes first in the message, hidden, and is followed by nothing an inbox would show', () => {
  const body = email.html.slice(email.html.indexOf('<body'))
  expect(body).toMatch(/^<body[^>]*>\s*<div style="display:none[^>]*>You’ll be able to read\.(\u00a0\u200c){40}<\/div>/)
})
