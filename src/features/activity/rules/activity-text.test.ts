import { expect, test } from 'vitest'
import { type ActivityEntry, activityKinds } from '../contract.ts'
import { getActivityText } from './activity-text.ts'

const formats = { day: (date: string) => date, count: (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}` }

const entry: ActivityEntry = {
  ...{ _id: 'entry-0', at: '2026-11-29T09:25:51.123Z', kind: 'created' },
  actor: { kind: 'member', name: 'Ana', key: null },
  subject: { kind: 'document', _id: 'a', title: 'Best cold brew grinders', link: '/app/content/a' },
  ...{ version: null, state: null, count: null, owner: null, due_on: null, text: null, destination: null, url: null },
}

function say(more: Partial<ActivityEntry>) {
  const { before, after } = getActivityText({ ...entry, ...more }, formats)
  return `${before}X${after}`
}

test('every kind has a sentence about its subject', () => {
  for (const kind of activityKinds) expect(say({ kind, version: 1, count: 1 })).toMatch(/^Ana\S* .*X/)
})

test('sentences say who did what in plain words', () => {
  expect(say({})).toBe('Ana created X')
  expect(say({ kind: 'state_changed', state: 'approved', version: 4 })).toBe('Ana approved version 4 of X')
  expect(say({ kind: 'state_changed', state: 'review', version: 4 })).toBe('Ana sent version 4 of X to review')
  expect(say({ kind: 'state_changed', state: 'draft', version: 4 })).toBe('Ana set X back to draft')
  expect(say({ kind: 'assigned', owner: 'Bo', due_on: '2026-12-04' })).toBe('Ana assigned X to Bo, due 2026-12-04')
  expect(say({ kind: 'assigned', due_on: '2026-12-04' })).toBe('Ana set X to be due 2026-12-04, without an owner')
  expect(say({ kind: 'assigned' })).toBe('Ana removed the owner and due date of X')
  expect(say({ kind: 'suggestions_accepted', count: 2 })).toBe('Ana accepted 2 suggestions for X')
  expect(say({ kind: 'published', destination: 'wordpress' })).toBe('Ana published X on WordPress')
  expect(say({ kind: 'report_done' })).toBe('Ana’s report X finished')
})

test('guests, API keys, Earshot and deleted accounts are named as such', () => {
  expect(say({ actor: { kind: 'guest', name: 'Cleo', key: null }, kind: 'commented' })).toBe(
    'Cleo (guest) commented on X',
  )
  expect(say({ actor: { kind: 'api', name: 'Ana', key: null }, kind: 'edited' })).toBe('Ana (API key) edited X')
  expect(say({ actor: { kind: 'api', name: 'Ana', key: 'CMS' }, kind: 'edited' })).toBe('Ana (API key CMS) edited X')
  expect(say({ actor: { kind: 'api', name: null, key: 'CMS' } })).toBe('A deleted account (API key CMS) created X')
  expect(say({ actor: { kind: 'earshot', name: 'Earshot', key: null }, kind: 'generated', version: 3 })).toBe(
    'Earshot wrote version 3 of X',
  )
  expect(say({ actor: { kind: 'earshot', name: 'Earshot', key: null }, kind: 'report_failed' })).toBe(
    'The report X failed',
  )
  expect(say({ actor: { kind: 'member', name: null, key: null } })).toBe('A deleted account created X')
  expect(say({ subject: { ...entry.subject, kind: 'plan' } })).toBe('Ana created the plan X')
})
