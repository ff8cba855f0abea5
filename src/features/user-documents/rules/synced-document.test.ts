import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UserDocument } from '../contract.ts'
import { syncDocument } from './synced-document.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const conflict = new Error('conflict')

/** A server with one document. Tests can change `content` as another device would. */
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
  const synced = syncDocument<{ text?: string }>(
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
  return { at, puts, kept: synced, problems }
}

test('loads once, and saves only the last change after a pause', async () => {
  const { at, puts, kept: synced } = server({ text: 'old' })
  expect(await synced.load()).toEqual({ text: 'old' })
  synced.save({ text: 'n' })
  synced.save({ text: 'ne' })
  await vi.advanceTimersByTimeAsync(799)
  expect(puts).toEqual([])
  synced.save({ text: 'new' })
  await vi.advanceTimersByTimeAsync(800)
  expect(puts).toEqual([{ text: 'new' }])
  expect(at).toEqual({ version: 2, content: { text: 'new' } })
})

test('overwrites a change made elsewhere in the meantime', async () => {
  const { at, kept: synced, problems } = server()
  await synced.load()
  Object.assign(at, { version: 3, content: { text: 'elsewhere' } })
  synced.save({ text: 'here' })
  await synced.flush()
  expect(at).toEqual({ version: 4, content: { text: 'here' } })
  expect(problems).toEqual([])
})

test('a change made before the first load isn’t overwritten by it', async () => {
  const { kept: synced } = server({ text: 'old' })
  const loading = synced.load()
  synced.save({ text: 'new' })
  expect(await loading).toEqual({ text: 'new' })
})

test('deleting also drops pending changes, and the document can be created again', async () => {
  const { at, puts, kept: synced } = server({ text: 'old' })
  await synced.load()
  synced.save({ text: 'new' })
  await synced.forget()
  await vi.advanceTimersByTimeAsync(5000)
  expect(puts).toEqual([])
  expect(at.content).toBeNull()
  expect(await synced.load()).toBeNull()
  synced.save({ text: 'again' })
  await synced.flush()
  expect(at).toEqual({ version: 1, content: { text: 'again' } })
})

test('a failed save is reported, and the next one is tried', async () => {
  const problems: unknown[] = []
  let fails = true
  const synced = syncDocument<{ text: string }>(
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
  synced.save({ text: 'a' })
  await synced.flush()
  expect(problems).toHaveLength(1)
  fails = false
  synced.save({ text: 'b' })
  await synced.flush()
  expect(problems).toHaveLength(1)
})
