import { expect, test, vi } from 'vitest'
import { createDeltaSender, gapWith } from './coalesce-deltas.ts'

const gapMs = () => 50

function recorder() {
  const sent: { event: string; data: unknown }[] = []
  const texts = () => sent.filter(({ event }) => event === 'delta').map(({ data }) => (data as { text: string }).text)
  return { sent, texts, send: async (event: string, data: unknown) => void sent.push({ event, data }) }
}

test('the first text goes out at once, what follows closely goes out together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { texts, send } = recorder()
  const deltas = createDeltaSender(send, gapMs)
  vi.advanceTimersByTime(1000)
  await deltas.add('a')
  expect(texts()).toEqual(['a'])
  await deltas.add('b')
  await deltas.add('c')
  expect(texts()).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(50)
  expect(texts()).toEqual(['a', 'bc'])
  vi.useRealTimers()
})

test('another event comes after the text before it', async () => {
  const { sent, send } = recorder()
  const deltas = createDeltaSender(send, gapMs)
  await deltas.add('one ')
  await deltas.add('two')
  await deltas.send('section', { index: 1, text: 'Next' })
  expect(sent.map(({ event }) => event)).toEqual(['delta', 'delta', 'section'])
})

test('a reader without room makes the writer wait', async () => {
  let release = () => {}
  const deltas = createDeltaSender(() => new Promise<void>((resolve) => (release = resolve)), gapMs)
  let added = false
  const adding = deltas.add('x').then(() => {
    added = true
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(added).toBe(false)
  release()
  await adding
  expect(added).toBe(true)
})

test('what waits for a reader without room stays bounded, however fast text comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let release = () => {}
  const sent: string[] = []
  const deltas = createDeltaSender((_, data) => {
    sent.push((data as { text: string }).text)
    return new Promise<void>((resolve) => (release = resolve))
  }, gapMs)
  let added = 0
  let adding = true
  const writing = (async () => {
    while (adding) {
      await deltas.add('x'.repeat(100))
      added += 100
    }
  })()
  for (let turn = 0; turn < 300; turn++) await vi.advanceTimersByTimeAsync(1)
  // The first send never resolved, so little more than one event's worth may be queued.
  expect(sent.length).toBe(1)
  expect(added).toBeLessThan(10_000)
  adding = false
  vi.useRealTimers()
  release()
  const releasing = setInterval(() => release(), 1)
  await writing
  clearInterval(releasing)
  expect(sent.join('').length).toBe(added)
})

test('a reader that is gone is told to the writer with the next text', async () => {
  const deltas = createDeltaSender(() => Promise.reject(new Error('gone')), gapMs)
  await expect(deltas.add('x')).rejects.toThrow('gone')
  await expect(deltas.add('y')).rejects.toThrow('gone')
})

test('a process that writes many streams sends fewer, longer deltas, and never stalls one for it', () => {
  expect([1, 150, 300, 100_000].map(gapWith)).toEqual([50, 50, 100, 150])
})
