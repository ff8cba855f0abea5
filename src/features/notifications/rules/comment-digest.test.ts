import { expect, test } from 'vitest'
import { countComments, type DigestComment, getCommentHeading, toCommentSection } from './comment-digest.ts'
import { digestEmail } from './digest-email.ts'
import type { RunDetails } from './run-changes.ts'

const comment = (more: Partial<DigestComment> = {}): DigestComment => ({
  ...{ workspaceId: 'w', kind: 'document_comment', subjectId: 'd1', title: 'Cold brew', mentioned: false },
  ...{ by: 'Ada', isGuest: false, about: '', text: 'Which?', decision: null, version: null },
  at: '2026-03-02T09:30:00.000Z',
  ...more,
})
const review = comment({
  kind: 'document_review',
  decision: 'approved',
  version: 3,
  text: '',
  by: 'Sam',
  isGuest: true,
})
const links = {
  publicUrl: 'https://earshot.example',
  unsubscribe: 'https://earshot.example/unsubscribe?token=t',
  workspaces: new Map([['w', { name: 'Hollow Oak', color: '#225588' }]]),
}
const rows = (comments: DigestComment[], isAlone = true) => {
  const [part] = toCommentSection(comments, links.publicUrl, { isAlone })
  return part?.kind === 'quotes' ? part : null
}

test('a comment has its author, passage, first 140 characters and a link', () => {
  const text = `First\n line ${'x'.repeat(200)}`
  const [row] = rows([comment({ about: 'Steep it.', text, isGuest: true })])!.rows
  expect(row).toMatchObject({
    ...{ about: 'Cold brew', detail: 'Ada (guest) commented on “Steep it.”' },
    link: 'https://earshot.example/app/content/d1',
  })
  expect(row!.text).toMatch(/^First line x+…$/)
  expect(row!.text).toHaveLength(140)
  expect(rows([comment({ kind: 'plan_comment', subjectId: 'p1' })])!.rows[0]!.link).toBe(
    'https://earshot.example/app/plan/p1',
  )
})

test('mentions come first, then the latest, up to twelve', () => {
  const many = Array.from({ length: 14 }, (_, n) =>
    comment({ text: `${n}`, at: `2026-03-02T09:${n + 10}:00.000Z`, mentioned: n === 0 }),
  )
  const shown = rows(many)!
  expect(shown.rows.map(({ text }) => text).slice(0, 3)).toEqual(['0', '13', '12'])
  expect(shown.rows[0]!.detail).toBe('Ada mentioned you')
  expect(shown).toMatchObject({ more: 2 })
  expect(rows([])).toBeNull()
})

test('the subject says who did what, or how many there are', () => {
  expect(getCommentHeading([comment()])).toBe('Ada commented on “Cold brew”')
  expect(getCommentHeading([comment({ mentioned: true })])).toBe('Ada mentioned you in a comment on “Cold brew”')
  expect(getCommentHeading([review])).toBe('Sam (guest) approved “Cold brew”')
  expect(getCommentHeading([{ ...review, decision: 'changes' }])).toBe('Sam (guest) requested changes to “Cold brew”')
  expect(getCommentHeading([comment(), review])).toBe('2 comments and reviews on “Cold brew”')
  expect(getCommentHeading([comment(), comment({ subjectId: 'd2', title: 'Tea' })])).toBe('2 comments')
  // Two documents may have one title.
  expect(getCommentHeading([comment(), comment({ subjectId: 'd2' })])).toBe('2 comments')
  expect(countComments([review])).toBe('1 review')
})

test('a digest of comments alone explains why it was sent, and its HTML is escaped', () => {
  const email = digestEmail([], { ...links, comments: [comment({ text: '<script>alert(1)</script>', by: '<b>Ada' })] })
  expect(email.subject).toBe('<b>Ada commented on “Cold brew”')
  expect(email.preview).toBe('<b>Ada: <script>alert(1)</script>')
  expect(email.html).not.toMatch(/<script>|<b>Ada/)
  for (const part of [email.text, email.html]) {
    expect(part).toContain('because people commented in Hollow Oak on what you work on or mentioned you.')
    expect(part).toContain('https://earshot.example/unsubscribe?token=t')
    expect(part).toContain('https://earshot.example/app/content/d1')
  }
  expect(digestEmail([], { ...links, comments: [review] }).preview).toBe('Sam (guest) approved version 3.')
})

const getButton = (html: string) => /<a class="e-button" href="([^"]*)"[^>]*>([^<]*)/.exec(html)?.slice(1)

test('of one document, the button opens it, and no section repeats the heading', () => {
  const { html, text } = digestEmail([], { ...links, comments: [comment(), review] })
  expect(getButton(html)).toEqual(['https://earshot.example/app/content/d1', 'View document'])
  expect(html).not.toContain('<h2')
  expect(text).toMatch(/^2 comments and reviews on “Cold brew”\n\nCold brew\n/)
  expect(text).not.toContain('Comments and reviews')
  expect(text).toContain('View document:\nhttps://earshot.example/app/content/d1\n')
})

test('of several documents and plans, each is a link, and the button opens the notifications', () => {
  // A plan and a document that share an id are two things.
  const comments = [
    comment(),
    comment({ subjectId: 'd2', title: 'Tea' }),
    comment({ kind: 'plan_comment', title: 'Winter' }),
  ]
  const { html, text } = digestEmail([], { ...links, comments })
  expect(getButton(html)).toEqual(['https://earshot.example/app/notifications', 'View notifications'])
  const subjects = [
    ['Cold brew', 'content/d1'],
    ['Tea', 'content/d2'],
    ['Winter', 'plan/d1'],
  ]
  for (const [title, path] of subjects) {
    expect(html).toMatch(new RegExp(`<a [^>]*href="https://earshot.example/app/${path}"[^>]*>${title}</a>`))
    expect(text).toContain(`${title}\nAda commented\nWhich?\nhttps://earshot.example/app/${path}`)
  }
  expect(text).toContain('View notifications:\nhttps://earshot.example/app/notifications\n')
  const plan = digestEmail([], { ...links, comments: [comments[2]!] })
  expect(getButton(plan.html)).toEqual(['https://earshot.example/app/plan/d1', 'View plan'])
})

test('keywords and comments share one email', () => {
  const run: RunDetails = {
    ...{ workspaceId: 'w', listenerId: 'l1', runId: 'r1', keyword: 'tea', country: 'US', language: 'en', secret: '' },
    ...{ at: '2026-03-02T09:30:00.000Z', first: false, removed: [], sourceErrors: [] },
    added: [{ text: 'green tea', type: 'related', source: 'google_suggest', sources: ['google_suggest'] }],
  }
  const { subject, text } = digestEmail([run], { ...links, comments: [comment()] })
  expect(subject).toBe('1 new keyword for “tea”, 1 comment')
  expect(text).toContain('Comments\n\nCold brew\nAda commented\nWhich?\nhttps://earshot.example/app/content/d1')
  expect(rows([comment(), review], false)!.title).toBe('Comments and reviews')
  expect(rows([review], false)!.title).toBe('Reviews')
  expect(text).toContain('lists your email address as a recipient, and because people commented in Hollow Oak')
})
