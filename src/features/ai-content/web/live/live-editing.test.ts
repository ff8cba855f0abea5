import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveSession } from '../../contract-live.ts'
import type { LiveBinding } from './live-binding.ts'
import { createLiveEditing, type LiveHost, type LiveSaving } from './live-editing.ts'
import type { LiveEvent, LivePosition, LiveTransport } from './live-transport.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const person = (client: string, joined = false) => ({ client, user_id: client, name: client, joined })
const session = (more: Partial<LiveSession> = {}): LiveSession => ({
  ...{ epoch: 'e1', seq: 3, saved_seq: 3, version: 1, updates: [] },
  ...more,
})

/** An open document with a network and an editor that are both fake. */
function open(client = 'ada') {
  const calls: string[] = []
  const positions: LivePosition[] = []
  const savings: (LiveSaving | null)[] = []
  const state = {
    canJoin: true,
    isSaved: true,
    joined: null as LiveSession | null,
    seq: 3,
    hasUnsent: false,
    own: false,
  }
  let on: Parameters<LiveTransport['open']>[1]
  let ended: Parameters<LiveHost<object>['bind']>[2] | null = null
  const transport: LiveTransport = {
    async join({ seed }) {
      calls.push(seed ? 'seed' : 'join')
      return seed ? session({ seq: 0, saved_seq: 0 }) : state.joined
    },
    update: async () => ({ seq: 1 }),
    presence: async () => ({}),
    open(position, handlers) {
      positions.push(position)
      on = handlers
      return () => {}
    },
  }
  const binding = (epoch: string): LiveBinding => ({
    epoch,
    get seq() {
      return state.seq
    },
    get hasUnsent() {
      return state.hasUnsent
    },
    trouble: null,
    hasChangesAfter: () => state.own,
    receive(event) {
      if (event.event === 'session' && event.data.epoch !== epoch) ended!.ended({ hasUnsent: false, reason: 'ended' })
    },
    setPeople: () => {},
    setAbout: () => {},
    flush: async () => {},
    leave: () => calls.push('leave'),
  })
  const editing = createLiveEditing<object>({
    client,
    transport,
    host: {
      async load() {
        calls.push('load')
        return {}
      },
      canJoin: () => state.canJoin,
      save: async () => state.isSaved,
      getVersion: () => 1,
      makeSeed: () => 'AAA=',
      bind(_module, joined, handlers) {
        calls.push('bind')
        ended = handlers
        return binding(joined.epoch)
      },
      onSaving: (saving) => savings.push(saving),
      onSaved: (version, isWhole) => calls.push(`saved ${version} ${isWhole}`),
      saveLate: () => calls.push('late'),
      noteSaved: () => calls.push('note'),
      onChanged: ({ version }) => calls.push(`changed ${version}`),
      onEnded: (mustMerge) => calls.push(mustMerge ? 'merge' : 'adopt'),
      onPeople: () => {},
    },
  })
  return {
    ...{ calls, positions, savings, state, editing },
    async event(event: LiveEvent) {
      on.event(event)
      await vi.advanceTimersByTimeAsync(0)
    },
    people: async (...items: ReturnType<typeof person>[]) => {
      on.event({ event: 'people', data: { items } })
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const noSession: LiveEvent = { event: 'session', data: { epoch: null, version: 1, saved_seq: 0, is_saved: true } }

test('alone, nothing is loaded, and changes of the document are followed', async () => {
  const { calls, event, people } = open()
  await event({ event: 'changed', data: { version: 1, status: 'done' } })
  await event(noSession)
  await people(person('ada'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toEqual(['changed 1'])
})

test('with a second person, it begins a session or joins the one there is', async () => {
  const first = open()
  await first.people(person('ada'), person('bob'))
  expect(first.calls).toEqual(['load', 'join', 'seed', 'bind', 'saved 1 true'])
  expect(first.positions.at(-1)).toEqual({ epoch: 'e1', after: 0 })
  const second = open('bob')
  second.state.joined = session()
  await second.people(person('ada', true), person('bob'))
  expect(second.calls).toEqual(['load', 'join', 'bind', 'saved 1 true'])
  expect(second.positions.at(-1)).toEqual({ epoch: 'e1', after: 3 })
  // The version is the session's, so it isn't fetched and merged.
  await second.event({ event: 'changed', data: { version: 2, status: 'done' } })
  expect(second.calls).not.toContain('changed 2')
})

test('it joins once what kept it from it is over', async () => {
  const { calls, state, people } = open()
  state.canJoin = false
  await people(person('ada'), person('bob'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toEqual([])
  state.canJoin = true
  state.isSaved = false
  await vi.advanceTimersByTimeAsync(1500)
  expect(calls).toEqual(['load'])
  state.isSaved = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toContain('bind')
})

test('alone, a session that was left with unsaved text is joined, so that the text is saved', async () => {
  const { calls, state, event, people } = open()
  state.joined = session({ saved_seq: 1 })
  await people(person('ada'))
  await event({ event: 'session', data: { epoch: 'e1', version: 1, saved_seq: 1, is_saved: false } })
  expect(calls).toEqual(['load', 'join', 'bind', 'saved 1 false'])
})

test('the first of the people saves, and another one once that one left', async () => {
  const { savings, state, people } = open('bob')
  state.joined = session()
  await people(person('ada', true), person('bob'))
  await people(person('ada', true), person('bob', true))
  expect(savings.at(-1)).toMatchObject({ epoch: 'e1', isSaver: false, isStored: true })
  await people(person('bob', true))
  expect(savings.at(-1)).toMatchObject({ isSaver: true })
})

test('if the one who saves doesn’t for long, such as in a tab in the background, another one does', async () => {
  const { calls, state, event, people } = open('bob')
  state.joined = session()
  await people(person('ada', true), person('bob', true))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(calls).not.toContain('late')
  state.seq = 5
  await vi.advanceTimersByTimeAsync(6000)
  await event({ event: 'session', data: { epoch: 'e1', version: 2, saved_seq: 5, is_saved: true } })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(calls).not.toContain('late')
  state.seq = 6
  await vi.advanceTimersByTimeAsync(18_000)
  expect(calls).toContain('late')
})

test('changes that left no text to save are noted as saved', async () => {
  const { calls, state, people } = open()
  state.joined = session({ saved_seq: 1 })
  await people(person('ada'), person('bob'))
  await people(person('ada', true), person('bob', true))
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls.filter((call) => call === 'note')).toHaveLength(1)
})

test.each([
  [true, 'merge'],
  [false, 'adopt'],
])('at the end of a session, own changes that aren’t saved are merged: %s', async (own, call) => {
  const { calls, positions, state, event, people } = open('bob')
  state.joined = session()
  state.own = own
  await people(person('ada', true), person('bob', true))
  await event({ event: 'session', data: { epoch: null, version: 2, saved_seq: 0, is_saved: true } })
  expect(calls.at(-1)).toBe(call)
  expect(positions.at(-1)).toEqual({ epoch: null, after: 0 })
  // Then they begin another one, less and less often.
  const joins = () => calls.filter((each) => each === 'bind').length
  await vi.advanceTimersByTimeAsync(5000)
  expect(joins()).toBe(2)
})

test('before a text is generated it leaves, and does not join until that is over', async () => {
  const { calls, state, savings, editing, people } = open()
  state.joined = session()
  await people(person('ada', true), person('bob', true))
  state.canJoin = false
  editing.leave()
  expect(calls.at(-1)).toBe('leave')
  expect(savings.at(-1)).toBeNull()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(editing.isOn).toBe(false)
  state.canJoin = true
  await vi.advanceTimersByTimeAsync(3000)
  expect(editing.isOn).toBe(true)
})
