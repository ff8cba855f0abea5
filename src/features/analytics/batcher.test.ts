import { expect, test } from 'vitest'
import { createGroupCommit, type GroupCommitSettings } from './batcher.ts'

/** Writes are held until they are let go, in the order they began. */
function held(settings: Partial<GroupCommitSettings<string>> = {}) {
  const writes: { items: string[]; done(): void; fail(error: Error): void }[] = []
  const commit = createGroupCommit<string>({
    write: (items) => new Promise((resolve, reject) => writes.push({ items, done: resolve, fail: reject })),
    lanes: 1,
    maxItems: 4,
    maxSize: 100,
    maxWaitingSize: 50,
    ...settings,
  })
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
  return { writes, commit, turn }
}

test('what arrives during a write goes with the next, up to its size', async () => {
  const { writes, commit, turn } = held()
  const first = commit.add(['a'], 1)
  await turn()
  const rest = [commit.add(['b', 'c'], 1), commit.add(['d', 'e'], 1), commit.add(['f'], 1)]
  await turn()
  expect(writes.map(({ items }) => items)).toEqual([['a']])
  writes[0]!.done()
  await first
  await turn()
  expect(writes[1]!.items).toEqual(['b', 'c', 'd', 'e'])
  writes[1]!.done()
  await turn()
  expect(writes[2]!.items).toEqual(['f'])
  writes[2]!.done()
  await Promise.all(rest)
})

test('a caller that brings more than a write carries is written alone, and settle waits for all', async () => {
  const { writes, commit, turn } = held()
  const added = commit.add(['a', 'b', 'c', 'd', 'e'], 1)
  await turn()
  expect(writes[0]!.items).toHaveLength(5)
  let settled = false
  const settling = commit.settle().then(() => {
    settled = true
  })
  await turn()
  expect(settled).toBe(false)
  writes[0]!.done()
  await Promise.all([added, settling])
})

test('a failure fails every caller of that write, and the next write goes on', async () => {
  const { writes, commit, turn } = held({ maxItems: 2 })
  const outcome = Promise.allSettled([commit.add(['a'], 1), commit.add(['b'], 1)])
  await turn()
  writes[0]!.fail(new Error('the database went away'))
  expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = commit.add(['c'], 1)
  await turn()
  writes[1]!.done()
  await next
})

test('it is full when more than allowed waits, not counting what is being written', async () => {
  const { writes, commit, turn } = held()
  const added = [commit.add(['a'], 60)]
  await turn()
  expect(commit.isFull()).toBe(false)
  added.push(commit.add(['b'], 51))
  expect(commit.isFull()).toBe(true)
  writes[0]!.done()
  await turn()
  expect(commit.isFull()).toBe(false)
  writes[1]!.done()
  await Promise.all(added)
})
