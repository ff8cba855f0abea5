import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { expect, test, vi } from 'vitest'
import { clusterKeywords } from './rules/clustering/cluster-keywords.ts'

const input = {
  keywords: Array.from({ length: 3000 }, (_, at) => `kind${at % 40} thing${at % 97} ${at % 2 ? 'best' : 'cheap'}`),
  language: 'en',
}

test('clusters in a worker thread and reports progress', async () => {
  const pool = new Piscina({ filename: new URL('./clustering-thread.ts', import.meta.url).href, maxThreads: 1 })
  const { port1, port2 } = new MessageChannel()
  // The DOM types, which the pages need, declare a different MessagePort.
  const transfer = { transferList: [port2] } as unknown as Parameters<typeof pool.run>[1]
  const heard: number[] = []
  port1.on('message', (fraction: number) => heard.push(fraction))
  try {
    const result = await pool.run({ input, port: port2 }, transfer)
    await vi.waitFor(() => expect(heard.at(-1)).toBe(1))
    expect(result).toEqual(clusterKeywords(input))
    expect(heard.length).toBeGreaterThan(3)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(await pool.run({ input })).toEqual(result)
  } finally {
    port1.close()
    await pool.destroy()
  }
})
