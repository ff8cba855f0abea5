import { afterEach, expect, test, vi } from 'vitest'
import { createWorkerProcess } from './child-process-worker.ts'

const module = new URL('../../../tests/support/failing-worker.ts', import.meta.url)
const create = (timeoutMs: number, maxWaiting = 8) =>
  createWorkerProcess<string, number | string[]>(module, { timeoutMs, idleMs: 60_000, maxWaiting: maxWaiting })

let worker: ReturnType<typeof create> | null = null
afterEach(() => worker?.stop())

test('a process that exits or hangs is replaced, and the tasks behind it are completed', async () => {
  worker = create(3000)
  const first = await worker.run('answer')
  expect(await worker.run('answer')).toBe(first)
  const [ended, afterEnd, hung, afterHang] = await Promise.allSettled(
    ['end', 'answer', 'hang', 'answer'].map((task) => worker!.run(task)),
  )
  expect(ended).toMatchObject({ status: 'rejected', reason: { name: 'WorkerDied', reason: 'crash' } })
  expect(afterEnd).toMatchObject({ status: 'fulfilled' })
  expect(hung).toMatchObject({ status: 'rejected', reason: { name: 'WorkerDied', reason: 'time' } })
  expect(afterHang).toMatchObject({ status: 'fulfilled' })
  expect(new Set([first, (afterEnd as { value: unknown }).value, (afterHang as { value: unknown }).value]).size).toBe(3)
}, 30_000)

test('an error keeps its code and field, and the process continues', async () => {
  worker = create(10_000)
  const before = await worker.run('answer')
  await expect(worker.run('refuse')).rejects.toMatchObject({ code: 'conflict', options: { field: 'file' } })
  expect(await worker.run('answer')).toBe(before)
}, 30_000)

test('tasks beyond the queue limit are rejected as unavailable', async () => {
  worker = create(10_000, 2)
  const answers = await Promise.allSettled(['answer', 'answer', 'answer'].map(async (task) => worker!.run(task)))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(answers[2]).toMatchObject({ reason: { code: 'unavailable' } })
}, 30_000)

test('the process doesn’t inherit our environment variables', async () => {
  vi.stubEnv('SECRET_OF_OURS', 'x')
  worker = create(10_000)
  const names = (await worker.run('environment')) as string[]
  expect(names).toContain('MALLOC_ARENA_MAX')
  expect(names.some((name) => name === 'SECRET_OF_OURS' || name === 'HOME' || name === 'PATH')).toBe(false)
}, 30_000)
