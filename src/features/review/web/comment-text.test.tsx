import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CommentText } from './comment-text.tsx'

const comment = { created_at: '2026-11-02T09:30:00.000Z', text: 'Hm.', mentions: [], resolved_by: null }
const render = (author: { kind: 'member' | 'guest'; name: string; key: string | null }) =>
  renderToStaticMarkup(<CommentText comment={{ ...comment, author }} />).replaceAll(/<[^>]+>/g, '')

test('a comment has its author, and the API key or the review link it came by', () => {
  expect(render({ kind: 'member', name: 'Ada', key: null })).toMatch(/^Ada · /)
  expect(render({ kind: 'member', name: 'Ada', key: 'CMS' })).toMatch(/^Ada by API key CMS · /)
  expect(render({ kind: 'guest', name: 'Grace', key: null })).toMatch(/^Grace \(guest\) · /)
})
