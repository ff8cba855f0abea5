import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Doc, decodeUpdate, encodeStateAsUpdate } from 'yjs'
import { AppError } from '#kit/errors.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { createUpdateChecks, maxLoopBytes } from './check-updates.ts'
import isUpdate from './decode-update-thread.ts'

/** An update with a text of so many letters, in Base64. */
function makeUpdate(length: number): string {
  const doc = new Doc()
  doc.getText('text').insert(0, 'x'.repeat(length))
  return Buffer.from(encodeStateAsUpdate(doc)).toString('base64')
}

const short = makeUpdate(10)
const long = makeUpdate(2 * maxLoopBytes)

/** Threads that answer when they are told to. */
function makeThreads() {
  const tasks: { bytes: Uint8Array; finish(): void }[] = []
  const threads = {
    run: (_module: URL, bytes: Uint8Array) =>
      new Promise((resolve) => tasks.push({ bytes, finish: () => resolve(isUpdate(bytes)) })),
  } as unknown as Threads
  return { tasks, checks: createUpdateChecks({ threads }) }
}

const turn = 'workspace'
const toSent = (text: string) => ({ text, field: 'update', turn })

test('long updates are decoded in a thread, and those of a session are handed on in the order they came', async () => {
  const { tasks, checks } = makeThreads()
  const handedOn: string[] = []
  const send = (session: string, name: string, text: string) =>
    checks.inOrder(session, toSent(text), async () => {
      handedOn.push(name)
      return name
    })
  expect(await send('a', 'first', short)).toBe('first')
  const rest = [
    send('a', 'long', long),
    send('a', 'short', short),
    send('a', 'long too', long),
    send('a', 'last', short),
  ]
  expect(await send('b', 'other', short)).toBe('other')
  expect(handedOn).toEqual(['first', 'other'])
  expect(tasks).toHaveLength(2)
  // Even when the later one is decoded first.
  tasks[1]!.finish()
  tasks[0]!.finish()
  expect(await Promise.all(rest)).toEqual(['long', 'short', 'long too', 'last'])
  expect(handedOn).toEqual(['first', 'other', 'long', 'short', 'long too', 'last'])
  expect(await send('a', 'afterwards', short)).toBe('afterwards')
})

test('the next update waits for the check of the one before it, not until that is stored', async () => {
  const { tasks, checks } = makeThreads()
  let store!: () => void
  const stored = new Promise<void>((resolve) => {
    store = resolve
  })
  const first = checks.inOrder('a', toSent(long), () => stored)
  const next = checks.inOrder('a', toSent(short), async () => 'next')
  tasks[0]!.finish()
  expect(await next).toBe('next')
  store()
  await first
})

test('the first updates of a process, which load Yjs, are handed on in the order they came', async () => {
  const { checks } = makeThreads()
  const handedOn: number[] = []
  const send = (name: number) => checks.inOrder('a', toSent(short), async () => handedOn.push(name))
  await Promise.all([1, 2, 3].map(send))
  expect(handedOn).toEqual([1, 2, 3])
})

test('what isn’t an update is refused, and holds up nothing', async () => {
  const { tasks, checks } = makeThreads()
  const store = async () => 'stored'
  const noise = Buffer.alloc(2 * maxLoopBytes, 255).toString('base64')
  const refused = { code: 'invalid_input', options: { field: 'update', reason: 'invalid' } }
  await expect(checks.inOrder('a', toSent('////'), store)).rejects.toMatchObject(refused)
  const bad = checks.inOrder('a', toSent(noise), store)
  const good = checks.inOrder('a', toSent(short), store)
  tasks[0]!.finish()
  await expect(bad).rejects.toMatchObject(refused)
  await expect(bad).rejects.toBeInstanceOf(AppError)
  expect(await good).toBe('stored')
  await expect(checks.read('////', 'seed', turn)).rejects.toMatchObject({ options: { field: 'seed' } })
  expect((await checks.read(short, 'seed', turn)).toString('base64')).toBe(short)
})

/** Everything that decoding made: structs, the values in them, and deleted ranges. */
function countDecoded(bytes: Uint8Array): number {
  const { structs, ds } = decodeUpdate(bytes)
  const values = structs.reduce((sum, struct) => {
    const content: unknown = 'content' in struct ? struct.content : null
    return sum + 1 + ((content as { arr?: unknown[] } | null)?.arr?.length ?? 0)
  }, 0)
  return values + [...ds.clients.values()].reduce((sum, ranges) => sum + ranges.length, 0)
}

/** Numbers as Yjs writes them: seven bits a byte. */
function toVar(number: number): number[] {
  const bytes: number[] = []
  for (; number > 127; number = Math.floor(number / 128)) bytes.push(128 | (number % 128))
  return [...bytes, number]
}

test('whatever a short update says of its lengths, decoding makes at most one thing a byte', () => {
  const huge = [...toVar(2 ** 31), ...toVar(2 ** 52)]
  const head = [1, 1, 1, 0]
  const rows = [
    // Structs, deleted ranges, values, keys of an object, letters, bytes: more than there are.
    [1, ...toVar(2 ** 31), 1, 0],
    [...toVar(2 ** 31), 1, 1, 0],
    [0, 1, 1, ...toVar(2 ** 31)],
    [0, ...toVar(2 ** 31)],
    [...head, 8, 1, 1, 97, ...toVar(2 ** 31), 127, 127],
    [...head, 8, 1, 1, 97, 1, 118, ...toVar(2 ** 31)],
    [...head, 8, 1, 1, 97, 1, 117, ...toVar(2 ** 31), 127],
    [...head, 4, 1, 1, 97, ...toVar(2 ** 31), 120],
    [...head, 3, 1, 1, 97, ...toVar(2 ** 31), 120],
    [...head, 2, 1, 1, 97, ...toVar(2 ** 31), 1, 49],
    huge,
  ]
  for (const row of rows) expect(isUpdate(Uint8Array.from(row))).toBe(false)

  const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 10 }))
  const made = fc
    .tuple(fc.constantFrom([], head, [0, 1, 1], Buffer.from(short, 'base64')), fc.array(byte, { maxLength: 300 }))
    .map(([start, rest]) => Uint8Array.from([...start, ...rest]))
  fc.assert(
    fc.property(made, (bytes) => {
      if (isUpdate(bytes)) expect(countDecoded(bytes)).toBeLessThanOrEqual(bytes.length)
    }),
  )
})
