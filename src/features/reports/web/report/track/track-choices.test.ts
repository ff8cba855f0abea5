import { expect, test } from 'vitest'
import { getTrackChoices, type TrackFacts } from './track-choices.ts'
import { getTrackLabel } from './track-label.ts'

const facts: TrackFacts = {
  topic: 'cold brew',
  keywords: 24,
  questions: 1,
  ranks: { total: 3, ready: true },
  answers: { total: 0, ready: true },
  listeners: { used: 12, allowance: 50, unlimited: false },
}
const read = (more: Partial<TrackFacts>) =>
  Object.fromEntries(getTrackChoices({ ...facts, ...more }).map((choice) => [choice.kind, choice]))

test('each choice says what is tracked and what it takes of what is allowed', () => {
  expect(read({})).toMatchObject({
    ranks: {
      what: 'Positions in Google for 24 keywords',
      limit: '3 of 50 rank trackers in this workspace. Uses no credits.',
      isOpen: true,
    },
    answers: {
      what: 'How often AI engines name your brand in answers to 1 question',
      limit: '0 of 20 watched brands in this workspace. Uses no credits.',
      isOpen: true,
    },
    listener: {
      what: 'New and lost keywords of “cold brew”',
      limit: '12 of 50 listeners of your plan in use. Uses 1 while active.',
      isOpen: true,
    },
  })
})

test('a button says what the form it opens tracks', () => {
  expect(getTrackLabel('listener')).toBe('Track changes')
  expect(getTrackLabel('ranks')).toBe('Track rank')
  expect(getTrackLabel('ranks', 12)).toBe('Track ranks')
  expect(getTrackLabel('answers', 12)).toBe('Track AI answers')
})

test('what isn’t set up or has no room can’t be started, and says why', () => {
  const closed = read({
    ranks: { total: 0, ready: false },
    answers: { total: 20, ready: true },
    listeners: { used: 1, allowance: 1, unlimited: false },
  })
  expect(Object.values(closed).map(({ isOpen }) => isOpen)).toEqual([false, false, false])
  expect(closed.ranks!.limit).toContain('None is set up')
  expect(closed.answers!.limit).toContain('Delete one')
  expect(closed.listener!.limit).toBe('1 of 1 listener of your plan in use. Pause or delete one to free a slot.')
})

test('a plan without listeners or limits, and a plan of somebody else', () => {
  const limit = (listeners: TrackFacts['listeners']) => read({ listeners }).listener!
  expect(limit({ used: 0, allowance: 0, unlimited: false })).toMatchObject({ isOpen: false })
  expect(limit({ used: 9, allowance: 1e9, unlimited: true })).toMatchObject({ limit: 'Your plan has no limit.' })
  expect(limit(null)).toMatchObject({ limit: expect.stringContaining('owner’s plan'), isOpen: true })
})

test('while it loads, no number is shown and nothing is closed', () => {
  const loading = read({ keywords: null, questions: null, ranks: null, answers: null })
  expect(loading.ranks).toMatchObject({ what: 'Positions in Google', limit: '', isOpen: true })
  expect(loading.answers).toMatchObject({ what: 'How often AI engines name your brand', limit: '', isOpen: true })
})
