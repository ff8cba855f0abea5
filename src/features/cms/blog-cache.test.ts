import { expect, test, vi } from 'vitest'
import { createBlogCache } from './blog-cache.ts'

test('loads once, again after a change, and again when the next post is due', async () => {
  vi.useFakeTimers()
  try {
    let due: number | null = null
    const cache = createBlogCache(async () => due)
    let loads = 0
    const read = (blog: string | null = null) => cache.read(blog, 'list', async () => ++loads)
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    expect(await read()).toBe(1)
    expect(await read('another')).toBe(2)
    cache.clear()
    due = 5000
    expect(await read()).toBe(3)
    vi.advanceTimersByTime(4999)
    expect(await read()).toBe(3)
    vi.advanceTimersByTime(2)
    due = null
    expect(await read()).toBe(4)
    vi.advanceTimersByTime(60_001)
    expect(await read()).toBe(5)
  } finally {
    vi.useRealTimers()
  }
})

test('results of failed loads, or of loads during a change, aren’t cached', async () => {
  const cache = createBlogCache(async () => null)
  let release = (_: string) => {}
  const slow = cache.read(null, 'post', () => new Promise<string>((resolve) => (release = resolve)))
  await new Promise((resolve) => setImmediate(resolve))
  cache.clear()
  release('before')
  expect(await slow).toBe('before')
  expect(await cache.read(null, 'post', async () => 'after')).toBe('after')
  await expect(cache.read(null, 'broken', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.read(null, 'broken', async () => 'well')).toBe('well')
})
