import { describe, expect, test, vi } from 'vitest'
import type { Log } from '../log.ts'
import { createLeasedRuns } from './leased-runs.ts'

const warnings: string[] = []
const log = { warn: (_fields: object, message: string) => void warnings.push(message) } as unknown as Log

const create = (closeAbandoned = async (_alone: boolean) => {}) =>
  createLeasedRuns({ log, name: 'Test runs', closeAbandoned, closeEveryMs: 5 })

const never = () => {
  throw new Error('The lease was not lost')
}

describe('a heartbeat', () => {
  test('saves one at a time until it is stopped, and stopping waits for the last save', async () => {
    let running = 0
    let most = 0
    let saved = 0
    const heartbeat = create().startHeartbeat({
      getGapMs: () => 1,
      onLost: never,
      async save() {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 5))
        running--
        saved++
        return true
      },
    })
    await vi.waitFor(() => expect(saved).toBeGreaterThan(2))
    await heartbeat.stop()
    const savedAtStop = saved
    expect(running).toBe(0)
    expect(most).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(saved).toBe(savedAtStop)
  })

  test('ends when the run was closed by another process', async () => {
    let saves = 0
    const lost = vi.fn()
    create().startHeartbeat({ getGapMs: () => 1, onLost: lost, save: async () => ++saves < 3 })
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce())
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(saves).toBe(3)
  })

  test('goes on after a save that failed', async () => {
    let saves = 0
    const heartbeat = create().startHeartbeat({
      getGapMs: () => 1,
      onLost: never,
      async save() {
        if (++saves === 1) throw new Error('The database is away')
        return true
      },
    })
    await vi.waitFor(() => expect(saves).toBeGreaterThan(1))
    await heartbeat.stop()
    expect(warnings).toContain('Progress of Test runs could not be saved')
  })
})

describe('abandoned runs', () => {
  test('are closed at the start, all of them when alone, and then at intervals', async () => {
    const calls: boolean[] = []
    const stop = await create(async (alone) => void calls.push(alone)).watch({ alone: true })
    expect(calls).toEqual([true])
    await vi.waitFor(() => expect(calls.slice(0, 3)).toEqual([true, false, false]))
    stop()
    const { length } = calls
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(calls).toHaveLength(length)
  })

  test('that can’t be closed don’t keep the process from starting', async () => {
    const stop = await create(async () => {
      throw new Error('The database is away')
    }).watch({ alone: false })
    stop()
    expect(warnings).toContain('Test runs of dead processes could not be closed')
  })
})

test('draining waits for tracked work, also for work that fails', async () => {
  const runs = create()
  const ended: string[] = []
  const end = (name: string) =>
    new Promise<void>((resolve) => setTimeout(resolve, 10)).then(() => void ended.push(name))
  runs.track(end('one'))
  const failed = runs.track(end('two').then(() => Promise.reject(new Error('failed'))))
  const caught = failed.catch(() => 'caught')
  await runs.drain()
  expect(ended).toEqual(['one', 'two'])
  expect(await caught).toBe('caught')
})
