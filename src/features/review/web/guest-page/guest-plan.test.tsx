import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { guestRestTitle, restTitle } from '#features/content-plan/rules/rest-item.ts'
import type { GuestPlan, PlanComment } from '../../contract-plans.ts'
import { GuestPlanText } from './guest-plan.tsx'
import { GuestPlanComments } from './guest-plan-comments.tsx'

const first = '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c41'
const second = '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42'

const plan: GuestPlan = {
  name: 'Coffee',
  language: 'en',
  updated_at: '2026-11-02T09:30:00.000Z',
  total: 230,
  page: 2,
  limit: 100,
  items: [
    {
      ...{ _id: first, title: 'Cold brew <b>', role: 'pillar', state: 'briefed', due_on: '2026-12-04' },
      ...{ keyword: 'cold brew', keyword_count: 3, is_page: true },
    },
    {
      ...{ _id: second, title: 'Ratio', role: 'spoke', state: 'idea', due_on: null },
      ...{ keyword: null, keyword_count: 0, is_page: true },
    },
  ],
}

const comment: PlanComment = {
  ...{
    _id: second,
    plan_id: first,
    item_id: null,
    item_title: 'Old page',
    parent_id: null,
    text: '<script>',
    mentions: [],
  },
  author: { kind: 'guest', name: 'Ada', key: null },
  ...{ created_at: '2026-11-02T09:30:00.000Z', resolved_at: null, resolved_by: null, orphaned: true },
}

test('guests see each item with its keyword, state and due date, and links to the other pages', () => {
  const html = renderToStaticMarkup(<GuestPlanText plan={plan} mayComment={false} />)
  expect(html).toContain('Cold brew &lt;b&gt;')
  for (const text of ['and 2 more', 'Briefed', 'Dec 4, 2026', 'Page 2 of 3', 'href="?page=1"', 'href="?page=3"'])
    expect(html).toContain(text)
  expect(html).not.toContain('#comment-form')
})

test('keywords that fit no page are neither planned nor in a state, under a name that guests understand', () => {
  const other = { ...plan.items[1]!, title: guestRestTitle, keyword: 'brew jar', keyword_count: 84, is_page: false }
  const items = [other]
  const html = renderToStaticMarkup(<GuestPlanText plan={{ ...plan, language: 'de', items }} mayComment />)
  for (const text of ['>Other keywords<', 'No page is planned for these.', 'brew jar', 'and 83 more'])
    expect(html).toContain(text)
  expect(html).not.toContain('Idea')
  expect(html).not.toMatch(/lang="de"[^>]*>Other keywords/)
  const comments = [{ ...comment, item_id: other._id, item_title: restTitle, orphaned: false }]
  const threads = renderToStaticMarkup(
    <GuestPlanComments {...{ planId: first, plan, comments, itemId: '', guestName: '', refused: null }} />,
  )
  expect(threads).toContain('Other keywords')
  expect(threads).not.toContain(restTitle)
})

test('those who may comment can choose the item, and come back to the page they were on', () => {
  const html = renderToStaticMarkup(<GuestPlanText plan={plan} mayComment />)
  expect(html).toContain(`href="?page=2&amp;item=${second}#comment-form"`)
  const form = renderToStaticMarkup(
    <GuestPlanComments planId={first} plan={plan} comments={[]} itemId={second} guestName="" refused={null} />,
  )
  expect(form).toMatch(new RegExp(`<option value="${second}" selected="">Ratio`))
})

test('a refused comment keeps what was entered, at the field that is wrong', () => {
  const refused = {
    entered: {
      ...{ guest_name: '', item_id: first, text: 'First, please.', parent_id: '' },
      ...{ quote: '', prefix: '', suffix: '' },
    },
    field: 'guest_name',
    error: 'Enter your name.',
  }
  const html = renderToStaticMarkup(
    <GuestPlanComments {...{ planId: first, plan, refused, comments: [comment] }} {...{ itemId: '', guestName: '' }} />,
  )
  for (const text of [
    'Enter your name.',
    'First, please.',
    'About: ',
    'Old page',
    'isn’t in the plan anymore',
    '&lt;script&gt;',
  ])
    expect(html).toContain(text)
})
