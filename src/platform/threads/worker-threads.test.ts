import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#kit/errors.ts'
import type { TestTask } from './worker-threads.test-task.ts'
import { createThreads, type ThreadOptions, type Threads } from './worker-threads.ts'

const run = (threads: Threads, task: TestTask, options: ThreadOptions) =>
  threads.run(new URL('./worker-threads.test-task.ts', import.meta.url), task, options)
const flag = () => new SharedArrayBuffer(4)
const release = (buffer: SharedArrayBuffer) => {
  Atomics.store(new Int32Array(buffer), 0, 1)
  Atomics.notify(new Int32Array(buffer), 0)
}

let threads: Threads
beforeEach(() => {
  threads = createThreads({
    imports: { threads: 2, timeoutMs: 60_000, maxWaiting: 4, maxWaitingPerTurn: 2 },
    // A new thread starts within it even where other processes keep the machine busy.
    texts: { threads: 1, timeoutMs: 5000, memoryMb: 64, maxWaiting: 10 },
  })
})
afterEach(() => threads.stop())

describe('limits', () => {
  test.each([
    ['an endless loop', 'loop'],
    ['a regular expression that backtracks', 'backtrack'],
  ] as const)('%s is stopped at the time limit, and its thread runs the next task', async (_, task) => {
    const first = run(threads, { do: task }, { pool: 'texts' })
    const next = run(threads, { do: 'echo', value: 'next' }, { pool: 'texts' })
    await expect(first).rejects.toMatchObject({
      code: 'too_large',
      message: 'This took longer than 5 seconds and was stopped. Try again with less data.',
    })
    expect(await next).toBe('next')
  })

  test('a thread that uses too much memory is stopped, and the next task gets a new one', async () => {
    const threads = createThreads({ texts: { threads: 1, timeoutMs: 60_000, memoryMb: 48 } })
    try {
      const tooMuch = ({ kind }: { kind: string }) => new AppError('invalid_input', `reached: ${kind}`)
      const first = run(threads, { do: 'allocate' }, { pool: 'texts', tooMuch })
      const next = run(threads, { do: 'echo', value: 'next' }, { pool: 'texts' })
      await expect(first).rejects.toMatchObject({ code: 'invalid_input', message: 'reached: memory' })
      expect(await next).toBe('next')
    } finally {
      await threads.stop()
    }
  })

  test('canceling stops the task', async () => {
    const leave = new AbortController()
    const running = run(threads, { do: 'loop' }, { pool: 'imports', signal: leave.signal })
    leave.abort()
    await expect(running).rejects.toThrow()
    expect(await run(threads, { do: 'echo', value: 1 }, { pool: 'imports' })).toBe(1)
  })
})

describe('turns', () => {
  test('one account uses one thread at a time, so that the other is free for others', async () => {
    const [first, second] = [flag(), flag()]
    const mine = run(threads, { do: 'wait', flag: first }, { pool: 'imports', turn: 'ann' })
    const mineToo = run(threads, { do: 'wait', flag: second }, { pool: 'imports', turn: 'ann' })
    expect(await run(threads, { do: 'echo', value: 'quick' }, { pool: 'imports', turn: 'bob' })).toBe('quick')
    expect(await run(threads, { do: 'echo', value: 'again' }, { pool: 'imports', turn: 'bob' })).toBe('again')
    release(second)
    expect(
      await Promise.race([
        mineToo,
        run(threads, { do: 'echo', value: 'still waiting' }, { pool: 'imports', turn: 'bob' }),
      ]),
    ).toBe('still waiting')
    release(first)
    expect(await Promise.all([mine, mineToo])).toEqual(['released', 'released'])
  })

  test('accounts take turns, regardless of the order of their tasks', async () => {
    const order: string[] = []
    const flags = [flag(), flag()]
    const busy = flags.map((buffer, at) =>
      run(threads, { do: 'wait', flag: buffer }, { pool: 'imports', turn: `busy ${at}` }),
    )
    const queue = (turn: string) =>
      run(threads, { do: 'echo', value: turn }, { pool: 'imports', turn }).then(() => {
        order.push(turn)
      })
    const waiting = ['ann', 'ann', 'bob'].map(queue)
    release(flags[0]!)
    await Promise.all(waiting)
    expect(order).toEqual(['ann', 'bob', 'ann'])
    release(flags[1]!)
    await Promise.all(busy)
  })

  test('an account with too many waiting tasks is rate-limited, and a full queue rejects everyone', async () => {
    const flags = [flag(), flag()]
    const busy = flags.map((buffer, at) =>
      run(threads, { do: 'wait', flag: buffer }, { pool: 'imports', turn: `busy ${at}` }),
    )
    const ask = (turn: string) => run(threads, { do: 'echo', value: turn }, { pool: 'imports', turn })
    const waiting = [ask('ann'), ask('ann')]
    await expect(ask('ann')).rejects.toMatchObject({ code: 'rate_limited', options: { retryAfterSeconds: 10 } })
    waiting.push(ask('bob'), ask('eve'))
    await expect(ask('zoe')).rejects.toMatchObject({ code: 'unavailable', options: { retryAfterSeconds: 5 } })
    for (const buffer of flags) release(buffer)
    await Promise.all([...waiting, ...busy])
  })
})
