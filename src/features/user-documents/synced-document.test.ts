import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UserDocument } from './contract.ts'
import { syncDocument } from './synced-document.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const conflict = new Error('conflict')

/** A server that keeps one document; `content` may be changed behind the screen's back. */
function server(content: Record<string, unknown> | null = null) {
  const at = { version: content ? 1 : 0, content }
  const puts: unknown[] = []
  const shown = (): UserDocument => ({
    path: 'drafts/a',
    workspace_id: null,
    version: at.version,
    bytes: 0,
    updated_at: '',
    content: at.content!,
  })
  const problems: unknown[] = []
  const kept = syncDocument<{ text?: string }>(
    {
      get: async () => (at.content ? shown() : null),
      put: async (version, next) => {
        puts.push(next)
        if (version !== at.version) throw conflict
        Object.assign(at, { version: version + 1, content: next })
        return shown()
      },
      delete: async () => void Object.assign(at, { version: 0, content: null }),
      isConflict: (error) => error === conflict,
    },
    (error) => problems.push(error),
  )
  return { at, puts, kept, problems }
}

test('what is there is read once; what is written goes after a pause, the last of it alone', async () => {
  const { at, puts, kept } = server({ text: 'old' })
  expect(await kept.load()).toEqual({ text: 'old' })
  kept.keep({ text: 'n' })
  kept.keep({ text: 'ne' })
  await vi.advanceTimersByTimeAsync(799)
  expect(puts).toEqual([])
  kept.keep({ text: 'new' })
  await vi.advanceTimersByTimeAsync(800)
  expect(puts).toEqual([{ text: 'new' }])
  expect(at).toEqual({ version: 2, content: { text: 'new' } })
})

test('what was written elsewhere meanwhile is written over', async () => {
  const { at, kept, problems } = server()
  await kept.load()
  Object.assign(at, { version: 3, content: { text: 'elsewhere' } })
  kept.keep({ text: 'here' })
  await kept.flush()
  expect(at).toEqual({ version: 4, content: { text: 'here' } })
  expect(problems).toEqual([])
})

test('what was written before the answer came is not taken back by it', async () => {
  const { kept } = server({ text: 'old' })
  const loading = kept.load()
  kept.keep({ text: 'new' })
  expect(await loading).toEqual({ text: 'new' })
})

test('forgotten is gone, also what waited; then it begins anew', async () => {
  const { at, puts, kept } = server({ text: 'old' })
  await kept.load()
  kept.keep({ text: 'new' })
  await kept.forget()
  await vi.advanceTimersByTimeAsync(5000)
  expect(puts).toEqual([])
  expect(at.content).toBeNull()
  expect(await kept.load()).toBeNull()
  kept.keep({ text: 'again' })
  await kept.flush()
  expect(at).toEqual({ version: 1, content: { text: 'again' } })
})

test('a write that fails is told of, and the next one is tried', async () => {
  const problems: unknown[] = []
  let fails = true
  const kept = syncDocument<{ text: string }>(
    {
      get: async () => null,
      put: async (version, content) => {
        if (fails) throw new Error('no network')
        return { path: 'a', workspace_id: null, version: version + 1, bytes: 0, updated_at: '', content }
      },
      delete: async () => undefined,
      isConflict: () => false,
    },
    (error) => problems.push(error),
  )
  kept.keep({ text: 'a' })
  await kept.flush()
  expect(problems).toHaveLength(1)
  fails = false
  kept.keep({ text: 'b' })
  await kept.flush()
  expect(problems).toHaveLength(1)
})
