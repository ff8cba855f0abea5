import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#kit/errors.ts'
import { type AutosaveSettings, createAutosave, type Saved, type SaveState } from './autosave.ts'
import { type Draft, readUnsaved, removeUnsaved, storeUnsaved, type UnsavedText } from './unsaved-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const first: Saved = { title: 'T', content_md: 'one', outline: [], version: 1 }
const text = (content_md: string): Draft => ({ title: 'T', content_md, outline: [] })

function start(send: AutosaveSettings['send']) {
  const states: SaveState[] = []
  const stored: { now: UnsavedText | null } = { now: null }
  const sends: [Draft, number][] = []
  const autosave = createAutosave({
    saved: first,
    send: (draft, version) => {
      sends.push([draft, version])
      return send(draft, version)
    },
    backUp: (unsaved) => {
      stored.now = unsaved
      return true
    },
    forget: () => {
      stored.now = null
    },
    onState: (state) => states.push(state),
  })
  return { autosave, states, stored, sends, kinds: () => states.map(({ kind }) => kind) }
}

const accepts: AutosaveSettings['send'] = async (draft, version) => ({ ...draft, version: version + 1 })

test('changes are saved once, 800 ms after typing pauses, and the local copy is removed after the save', async () => {
  const { autosave, stored, sends, kinds } = start(accepts)
  autosave.change(text('one t'))
  await vi.advanceTimersByTimeAsync(700)
  autosave.change(text('one two'))
  expect(stored.now?.content_md).toBe('one two')
  expect(stored.now?.base).toMatchObject({ version: 1, content_md: 'one' })
  await vi.advanceTimersByTimeAsync(799)
  expect(sends).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(sends).toEqual([[text('one two'), 1]])
  expect(kinds()).toEqual(['waiting', 'waiting', 'saving', 'saved'])
  expect(stored.now).toBeNull()
  expect(autosave.saved.version).toBe(2)
})

test('changes made during a save are saved next, based on its version', async () => {
  let answer = () => {}
  const { autosave, sends, stored } = start(
    (draft, version) =>
      new Promise((resolve) => {
        answer = () => resolve({ ...draft, version: version + 1 })
      }),
  )
  autosave.change(text('a'))
  await vi.advanceTimersByTimeAsync(800)
  autosave.change(text('ab'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(sends).toHaveLength(1)
  answer()
  await vi.advanceTimersByTimeAsync(800)
  expect(sends[1]).toEqual([text('ab'), 2])
  expect(stored.now?.content_md).toBe('ab')
  answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(stored.now).toBeNull()
})

test('changes stay stored locally while the server can’t be reached and are sent again automatically', async () => {
  let reachable = false
  const { autosave, stored, kinds } = start((draft, version) =>
    reachable ? accepts(draft, version) : Promise.reject(new AppError('unavailable', 'No server.')),
  )
  autosave.change(text('a'))
  await vi.advanceTimersByTimeAsync(800)
  expect(autosave.state).toMatchObject({ kind: 'unsent', isBackedUp: true })
  expect(stored.now?.content_md).toBe('a')
  reachable = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(kinds().at(-1)).toBe('saved')
  expect(stored.now).toBeNull()
})

test('a rejected save shows its error and isn’t retried until the text changes', async () => {
  const { autosave, sends } = start(() => Promise.reject(new AppError('forbidden', 'Not yours.')))
  autosave.change(text('a'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sends).toHaveLength(1)
  expect(autosave.state).toMatchObject({ kind: 'refused', error: { message: 'Not yours.' } })
})

test('a version conflict returns the server’s text, and nothing is saved until it is resolved', async () => {
  const theirs = { version: 4, title: 'T', content_md: 'theirs', outline: [] }
  let stale = true
  const { autosave, sends } = start((draft, version) =>
    stale ? Promise.reject(new AppError('conflict', 'Stale.', { details: theirs })) : accepts(draft, version),
  )
  autosave.change(text('mine'))
  await vi.advanceTimersByTimeAsync(800)
  expect(autosave.state).toMatchObject({ kind: 'conflict', theirs, mine: text('mine'), base: { content_md: 'one' } })
  autosave.change(text('mine, more'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sends).toHaveLength(1)
  expect(autosave.state).toMatchObject({ kind: 'conflict', mine: text('mine, more') })
  stale = false
  autosave.adopt(theirs, text('merged'))
  await vi.advanceTimersByTimeAsync(800)
  expect(sends[1]).toEqual([text('merged'), 4])
  expect(autosave.state.kind).toBe('saved')
})

test('nothing is saved while the document is being written, and changes are saved afterwards', async () => {
  const { autosave, sends, stored } = start(accepts)
  autosave.pause(true)
  autosave.change(text('a'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(sends).toHaveLength(0)
  expect(stored.now?.content_md).toBe('a')
  autosave.pause(false)
  await vi.advanceTimersByTimeAsync(800)
  expect(sends).toHaveLength(1)
})

test('a save rejected because of a running generation is retried', async () => {
  const writing = new AppError('conflict', 'Being written.', {
    details: { version: 1, status: 'writing' },
    retryable: true,
  })
  const { autosave } = start(() => Promise.reject(writing))
  autosave.change(text('a'))
  await vi.advanceTimersByTimeAsync(800)
  expect(autosave.state).toMatchObject({ kind: 'unsent' })
})

test('undoing back to the saved text doesn’t trigger a save', async () => {
  const { autosave, sends, stored } = start(accepts)
  autosave.change(text('a'))
  autosave.change(text('one'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(sends).toHaveLength(0)
  expect(stored.now).toBeNull()
  expect(autosave.state.kind).toBe('saved')
})

const follower = { epoch: 'e1', isSaver: false, isStored: true, trouble: null }

test('while someone else saves for all, changes are safe once they are stored', async () => {
  const { autosave, sends, stored, kinds } = start(accepts)
  autosave.share({ ...follower, isStored: false })
  autosave.change(text('a'))
  expect(autosave.state.kind).toBe('waiting')
  expect(stored.now?.content_md).toBe('a')
  autosave.share(follower)
  expect(autosave.state.kind).toBe('saved')
  expect(stored.now).toBeNull()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sends).toHaveLength(0)
  autosave.share({ ...follower, isStored: false, trouble: { code: 'unavailable' } })
  autosave.change(text('ab'))
  expect(kinds().at(-1)).toBe('unsent')
  // Leaving the page saves anyway.
  await autosave.flush()
  expect(sends).toEqual([[text('ab'), 1]])
})

test('it takes over from the one who saved, and saves alone again afterwards', async () => {
  const { autosave, sends } = start(accepts)
  autosave.share(follower)
  autosave.change(text('a'))
  autosave.share({ ...follower, isSaver: true })
  await vi.advanceTimersByTimeAsync(800)
  expect(sends).toEqual([[text('a'), 1]])
  autosave.share(follower)
  autosave.change(text('ab'))
  autosave.share(null)
  await vi.advanceTimersByTimeAsync(800)
  expect(sends.at(-1)).toEqual([text('ab'), 2])
})

test('who saves for all doesn’t wait for others to pause', async () => {
  const { autosave, sends } = start(accepts)
  autosave.share({ ...follower, isSaver: true })
  for (let round = 0; round < 10; round++) {
    autosave.change(text('a'.repeat(round + 1)))
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(sends.length).toBeGreaterThanOrEqual(1)
})

test('a version that someone of the session saved is the base, without a merge', async () => {
  const theirs = { version: 4, title: 'T', content_md: 'one two', outline: [], live_epoch: 'e1' }
  let stale = true
  const { autosave, sends, kinds } = start((draft, version) => {
    if (!stale) return accepts(draft, version)
    stale = false
    return Promise.reject(new AppError('conflict', 'Stale.', { details: theirs }))
  })
  autosave.share({ ...follower, isSaver: true })
  autosave.change(text('one two three'))
  await vi.advanceTimersByTimeAsync(800)
  await vi.advanceTimersByTimeAsync(800)
  expect(sends.map(([, version]) => version)).toEqual([1, 4])
  expect(kinds()).not.toContain('conflict')
  // Of another session it's a conflict, as alone.
  stale = true
  theirs.live_epoch = 'e2'
  autosave.change(text('x'))
  await vi.advanceTimersByTimeAsync(800)
  expect(autosave.state.kind).toBe('conflict')
})

test('a version that someone else saved is noted, with its text if that is known', async () => {
  const { autosave, sends } = start(accepts)
  autosave.share({ ...follower, isSaver: true })
  autosave.change(text('a'))
  autosave.noteVersion(2, text('a'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(sends).toHaveLength(0)
  expect(autosave.state.kind).toBe('saved')
  autosave.noteVersion(3, null)
  expect(autosave.saved).toMatchObject({ version: 3, content_md: 'a' })
  // An older one changes nothing.
  autosave.noteVersion(2, text('z'))
  expect(autosave.saved).toMatchObject({ version: 3, content_md: 'a' })
})

test('stored changes are restored, and invalid data or full storage is ignored', () => {
  const held = new Map<string, string>()
  const store = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
  const unsaved: UnsavedText = { ...text('mine'), base: first, at: '2026-11-21T10:00:00Z' }
  expect(storeUnsaved(store, 'd1', unsaved)).toBe(true)
  expect(readUnsaved(store, 'd1')).toEqual(unsaved)
  expect(readUnsaved(store, 'd2')).toBeNull()
  removeUnsaved(store, 'd1')
  expect(readUnsaved(store, 'd1')).toBeNull()
  held.set('earshot:unsaved:d1', '{"content_md": 3')
  expect(readUnsaved(store, 'd1')).toBeNull()
  const full = {
    ...store,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  expect(storeUnsaved(full, 'd1', unsaved)).toBe(false)
})
