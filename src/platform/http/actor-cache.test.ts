import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type AccessChanges, createActorCache, type LoadedActor } from './actor-cache.ts'

const token = Buffer.from('a token')
const makeActor = (userId = 'ada', expiresInMs: number | null = null): LoadedActor => ({
  actor: { userId, email: '', staff: false, tokenId: 'token', kind: 'session', key: null, memberships: [] },
  expiresInMs,
})

let isListening: boolean
let own: (userId: string) => void
let all: Parameters<AccessChanges['watchAll']>[0]
const load = vi.fn<(tokenHash: Buffer) => Promise<LoadedActor | null>>()
let cache: ReturnType<typeof createActorCache>

beforeEach(() => {
  isListening = true
  load.mockReset().mockImplementation(async () => makeActor())
  cache = createActorCache(load, {
    watchOwn(changed) {
      own = changed
    },
    watchAll(listener) {
      all = listener
    },
    isListening: () => isListening,
  })
})

const loadsOf = async (calls: () => Promise<unknown>) => {
  load.mockClear()
  await calls()
  return load.mock.calls.length
}

describe('the actor cache', () => {
  test('asks the database once for calls in a row', async () => {
    await cache.identify(token)
    expect(await loadsOf(() => cache.identify(token))).toBe(0)
  })

  test('asks again when the caller needs a fresh actor', async () => {
    await cache.identify(token)
    expect(await loadsOf(() => cache.identify(token, { fresh: true }))).toBe(1)
  })

  test.each([
    ['this process', () => own('ada')],
    ['another process', () => all.changed('ada')],
  ])('asks again after %s changed the account’s access', async (_who, change) => {
    await cache.identify(token)
    change()
    expect(await loadsOf(() => cache.identify(token))).toBe(1)
  })

  test('keeps an actor when somebody else’s access changed', async () => {
    await cache.identify(token)
    own('grace')
    expect(await loadsOf(() => cache.identify(token))).toBe(0)
  })

  test('does not store what was read before a change', async () => {
    const reading = Promise.withResolvers<LoadedActor>()
    load.mockImplementationOnce(() => reading.promise)
    const identified = cache.identify(token)
    own('ada')
    reading.resolve(makeActor())
    await identified
    expect(await loadsOf(() => cache.identify(token))).toBe(1)
  })

  test('is bypassed while signals can’t be heard, and empty afterwards', async () => {
    await cache.identify(token)
    isListening = false
    all.missed()
    expect(
      await loadsOf(async () => {
        await cache.identify(token)
        await cache.identify(token)
      }),
    ).toBe(2)
    isListening = true
    expect(await loadsOf(() => cache.identify(token))).toBe(1)
  })

  test('does not store what was read before signals could be heard', async () => {
    isListening = false
    const reading = Promise.withResolvers<LoadedActor>()
    load.mockImplementationOnce(() => reading.promise)
    const identified = cache.identify(token)
    isListening = true
    reading.resolve(makeActor())
    await identified
    expect(await loadsOf(() => cache.identify(token))).toBe(1)
  })

  test('never outlives its token', async () => {
    load.mockImplementation(async () => makeActor('ada', 30))
    await cache.identify(token)
    await vi.waitFor(async () => expect(await loadsOf(() => cache.identify(token))).toBe(1))
  })

  test('does not remember unknown tokens', async () => {
    load.mockResolvedValue(null)
    await cache.identify(token)
    expect(await loadsOf(() => cache.identify(token))).toBe(1)
  })
})
