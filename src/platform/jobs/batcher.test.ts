import { expect, test } from 'vitest'
import { type BatcherSettings, createBatcher } from './batcher.ts'

type Item = { name: string; size: number }
const toItem = (name: string, size = 1): Item => ({ name, size })

/** Each run waits until the test ends it. Results are upper-case names. */
function createHeld(settings: Partial<BatcherSettings<Item, string>> = {}) {
  const runs: { names: string; end(): void; fail(error: Error): void }[] = []
  const batcher = createBatcher<Item, string>({
    run: (items) =>
      new Promise((resolve, reject) =>
        runs.push({
          names: items.map(({ name }) => name).join(''),
          end: () => resolve(items.map(({ name }) => name.toUpperCase())),
          fail: reject,
        }),
      ),
    maxItems: 4,
    size: ({ size }) => size,
    maxSize: 100,
    maxWaitingSize: 50,
    ...settings,
  })
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
  return { runs, batcher, turn }
}

test('items added during a run go into the next one, up to its limits, and get their own results', async () => {
  const { runs, batcher, turn } = createHeld()
  const first = batcher.add(toItem('a'))
  await turn()
  const rest = ['b', 'c', 'd', 'e', 'f'].map((name) => batcher.add(toItem(name)))
  await turn()
  expect(runs.map(({ names }) => names)).toEqual(['a'])
  runs[0]!.end()
  expect(await first).toBe('A')
  await turn()
  expect(runs[1]!.names).toBe('bcde')
  runs[1]!.end()
  await turn()
  expect(runs[2]!.names).toBe('f')
  runs[2]!.end()
  expect(await Promise.all(rest)).toEqual(['B', 'C', 'D', 'E', 'F'])
})

test('an item larger than a run runs alone, and settle() waits for it', async () => {
  const { runs, batcher, turn } = createHeld()
  const added = [batcher.add(toItem('a', 101)), batcher.add(toItem('b'))]
  await turn()
  expect(runs[0]!.names).toBe('a')
  let settled = false
  const settling = batcher.settle().then(() => {
    settled = true
  })
  runs[0]!.end()
  await turn()
  expect(settled).toBe(false)
  runs[1]!.end()
  await Promise.all([...added, settling])
})

test('a failed run rejects all of its callers, and the next run continues', async () => {
  const { runs, batcher, turn } = createHeld({ maxItems: 2 })
  const outcome = Promise.allSettled([batcher.add(toItem('a')), batcher.add(toItem('b'))])
  await turn()
  runs[0]!.fail(new Error('the database went away'))
  expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = batcher.add(toItem('c'))
  await turn()
  runs[1]!.end()
  expect(await next).toBe('C')
})

test('with retryAlone, one bad item fails alone', async () => {
  const sizes: number[] = []
  const batcher = createBatcher<string, string>({
    async run(items) {
      sizes.push(items.length)
      if (items.includes('bad')) throw new Error('bad item')
      return items.map((item) => item.toUpperCase())
    },
    maxItems: 10,
    retryAlone: true,
  })
  const outcome = await Promise.allSettled(['a', 'bad', 'b'].map((item) => batcher.add(item)))
  expect(outcome.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected'))).toEqual(['A', 'rejected', 'B'])
  expect(sizes).toEqual([3, 1, 1, 1])
})

test('the batcher is full when too much is waiting, not counting the current run', async () => {
  const { runs, batcher, turn } = createHeld()
  const added = [batcher.add(toItem('a', 60))]
  await turn()
  expect(batcher.isFull()).toBe(false)
  added.push(batcher.add(toItem('b', 51)))
  expect(batcher.isFull()).toBe(true)
  runs[0]!.end()
  await turn()
  expect(batcher.isFull()).toBe(false)
  runs[1]!.end()
  await Promise.all(added)
})
