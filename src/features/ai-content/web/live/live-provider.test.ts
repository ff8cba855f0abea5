import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyUpdate, Doc, encodeStateVector } from 'yjs'
import { AppError } from '#kit/errors.ts'
import { createLiveProvider } from './live-provider.ts'
import { createLiveStream } from './live-stream.ts'
import { fromBase64, type LiveEvent } from './live-transport.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A session in memory, with the faults of a network: what comes late, twice, in another order, or not at all. */
function createSession() {
  const stored: string[] = []
  let epoch = 'e1'
  return {
    stored,
    end() {
      epoch = 'e2'
    },
    store(from: string, update: string): number {
      if (from !== epoch) throw new AppError('conflict', 'It ended.', { reason: 'live_ended' })
      return stored.push(update)
    },
    joined: () => ({ epoch, seq: stored.length, saved_seq: 0, version: 1, updates: [...stored] }),
    after: (seq: number): LiveEvent => ({
      event: 'updates',
      data: { epoch: 'e1', seq: stored.length, updates: stored.slice(seq) },
    }),
  }
}

function open(
  session: ReturnType<typeof createSession>,
  send = async (epoch: string, update: string) => ({ seq: session.store(epoch, update) }),
) {
  const doc = new Doc()
  const ends: unknown[] = []
  const unsent: boolean[] = []
  const provider = createLiveProvider({
    doc,
    session: session.joined(),
    send,
    onEnded: (end) => ends.push(end),
    onUnsent: (has) => unsent.push(has),
  })
  return { doc, provider, ends, unsent, text: doc.getText('t') }
}

const areSame = (a: Doc, b: Doc) => Buffer.from(encodeStateVector(a)).equals(Buffer.from(encodeStateVector(b)))

test('changes are sent in batches, one at a time, and are unsent until they are stored', async () => {
  const session = createSession()
  let answer = () => {}
  const sent: string[] = []
  const ada = open(session, (epoch, update) => {
    sent.push(update)
    return new Promise((resolve) => {
      answer = () => resolve({ seq: session.store(epoch, update) })
    })
  })
  ada.text.insert(0, 'a')
  ada.text.insert(1, 'b')
  await vi.advanceTimersByTimeAsync(80)
  expect(sent).toHaveLength(1)
  ada.text.insert(2, 'c')
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toHaveLength(1)
  expect(ada.provider.hasUnsent).toBe(true)
  answer()
  await vi.advanceTimersByTimeAsync(80)
  expect(sent).toHaveLength(2)
  answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(ada.unsent).toEqual([true, false])
  expect(ada.provider.seq).toBe(2)
  const late = open(session)
  expect(late.text.toString()).toBe('abc')
})

test('a change whose answer was lost is sent again and stays one change', async () => {
  const session = createSession()
  let failures = 2
  const ada = open(session, async (epoch, update) => {
    const seq = session.store(epoch, update)
    if (failures-- > 0) throw new AppError('unavailable', 'The answer was lost.')
    return { seq }
  })
  ada.text.insert(0, 'once')
  await vi.advanceTimersByTimeAsync(5000)
  expect(session.stored).toHaveLength(3)
  expect(ada.provider.hasUnsent).toBe(false)
  const bob = open(session)
  expect(bob.text.toString()).toBe('once')
})

test('an ended session keeps the text and says what was never stored', async () => {
  const session = createSession()
  const [ada, bob] = [open(session), open(session)]
  ada.text.insert(0, 'a')
  await vi.advanceTimersByTimeAsync(80)
  session.end()
  bob.text.insert(0, 'b')
  await vi.advanceTimersByTimeAsync(80)
  expect(bob.ends).toEqual([{ hasUnsent: true, reason: 'ended' }])
  ada.provider.receive({ event: 'session', data: { epoch: 'e2', version: 2, saved_seq: 0, is_saved: true } })
  expect(ada.ends).toEqual([{ hasUnsent: false, reason: 'ended' }])
  expect(ada.text.toString()).toBe('a')
  // Nothing is sent or taken any more.
  ada.text.insert(1, 'x')
  await vi.advanceTimersByTimeAsync(1000)
  expect(session.stored).toHaveLength(1)
})

test('a refused change ends it; an expired sign-in doesn’t', async () => {
  const refuse = (code: 'forbidden' | 'unauthenticated') => async () => {
    throw new AppError(code, 'No.')
  }
  const ada = open(createSession(), refuse('forbidden'))
  ada.text.insert(0, 'a')
  const bob = open(createSession(), refuse('unauthenticated'))
  bob.text.insert(0, 'b')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ada.ends).toEqual([{ hasUnsent: true, reason: 'refused' }])
  expect(bob.ends).toEqual([])
})

test('a connection is opened again after the last update that came, less and less often', async () => {
  const opened: number[] = []
  const on: { event(event: LiveEvent): void; closed(): void }[] = []
  const events: LiveEvent[] = []
  const stream = createLiveStream({
    open(position, handlers) {
      opened.push(position.after)
      on.push(handlers)
      return () => {}
    },
    onEvent: (event) => events.push(event),
  })
  stream.follow({ epoch: 'e1', after: 3 })
  expect(opened).toEqual([0, 3])
  on[1]!.event({ event: 'updates', data: { epoch: 'e1', seq: 7, updates: [] } })
  on[1]!.closed()
  await vi.advanceTimersByTimeAsync(700)
  expect(opened).toEqual([0, 3, 7])
  // A connection that was replaced has no say.
  on[1]!.event({ event: 'updates', data: { epoch: 'e1', seq: 9, updates: [] } })
  on[0]!.closed()
  expect(events).toHaveLength(1)
  for (let count = 0; count < 10; count++) {
    on.at(-1)!.closed()
    await vi.advanceTimersByTimeAsync(6500)
  }
  expect(opened.at(-1)).toBe(7)
  stream.close()
  on.at(-1)!.closed()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(opened).toHaveLength(13)
})

test('property: texts converge and lose nothing through lost, repeated and reordered updates', async () => {
  const step = fc.record({
    who: fc.constantFrom(0, 1, 2),
    what: fc.constantFrom('insert', 'insert', 'insert', 'delete', 'receive', 'repeat', 'reorder', 'lose'),
    at: fc.nat(1000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 120 }), async (steps) => {
      const session = createSession()
      let isDown = false
      const people = [0, 1, 2].map(() =>
        open(session, async (epoch, update) => {
          const seq = session.store(epoch, update)
          if (isDown) throw new AppError('unavailable', 'Lost.')
          return { seq }
        }),
      )
      const [inserted, deleted] = [new Set<string>(), new Set<string>()]
      let next = 0x4e00
      for (const { who, what, at } of steps) {
        const { text, provider, doc } = people[who]!
        const { length } = text
        if (what === 'insert') {
          const letter = String.fromCharCode(next++)
          inserted.add(letter)
          text.insert(at % (length + 1), letter)
        } else if (what === 'delete' && length > 0) {
          deleted.add(text.toString()[at % length]!)
          text.delete(at % length, 1)
        } else if (what === 'receive') provider.receive(session.after(provider.seq))
        else if (what === 'repeat') provider.receive(session.after(0))
        else if (what === 'reorder')
          for (const update of session.stored.slice(at % 7).reverse())
            applyUpdate(doc, fromBase64(update), { isRemote: true })
        else isDown = !isDown
        await vi.advanceTimersByTimeAsync(at % 3 === 0 ? 100 : 0)
      }
      isDown = false
      await vi.advanceTimersByTimeAsync(60_000)
      for (const { provider } of people) provider.receive(session.after(0))
      await vi.advanceTimersByTimeAsync(60_000)
      for (const { provider } of people) provider.receive(session.after(0))
      for (const each of people) {
        expect(each.provider.hasUnsent).toBe(false)
        expect(areSame(each.doc, people[0]!.doc)).toBe(true)
        expect(each.text.toString()).toBe(people[0]!.text.toString())
        each.provider.stop()
      }
      const left = [...inserted].filter((letter) => !deleted.has(letter)).sort()
      expect([...people[0]!.text.toString()].sort()).toEqual(left)
    }),
    { numRuns: 60 },
  )
})
