import { randomBytes } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { writeZip } from './zip-writer.ts'

test('an archive restores texts, binary files, empty files and non-Latin names', async () => {
  const bytes = randomBytes(300_000)
  async function* files() {
    yield { path: 'a.txt', content: 'naïve 寿司' }
    yield { path: 'empty.json', content: '' }
    yield {
      path: 'данные/b.bin',
      content: (async function* () {
        yield bytes.subarray(0, 100)
        yield bytes.subarray(100)
      })(),
    }
    yield {
      path: 'lines.txt',
      content: (async function* () {
        for (let line = 0; line < 50_000; line++) yield `line ${line}\n`
      })(),
    }
  }
  const unzipped = unzipSync(Buffer.concat(await Array.fromAsync(writeZip(files()))))
  expect(Object.keys(unzipped)).toEqual(['a.txt', 'empty.json', 'данные/b.bin', 'lines.txt'])
  expect(strFromU8(unzipped['a.txt']!)).toBe('naïve 寿司')
  expect(unzipped['empty.json']).toHaveLength(0)
  expect(Buffer.from(unzipped['данные/b.bin']!).equals(bytes)).toBe(true)
  expect(strFromU8(unzipped['lines.txt']!).split('\n')).toHaveLength(50_001)
})

test('the archive is created while it is read', async () => {
  let made = 0
  const piece = 64 * 1024
  async function* endless() {
    for (;;) {
      made += piece
      yield randomBytes(piece)
    }
  }
  async function* files() {
    yield { path: 'endless.bin', content: endless() }
  }
  let taken = 0
  for await (const chunk of writeZip(files())) {
    taken += chunk.byteLength
    expect(made - taken).toBeLessThan(10 * piece)
    if (taken > 3_000_000) break
  }
  expect(taken).toBeGreaterThan(3_000_000)
})

test('an error in a source fails the archive', async () => {
  async function* files() {
    yield { path: 'a.txt', content: 'a' }
    throw new Error('the database went away')
  }
  await expect(Array.fromAsync(writeZip(files()))).rejects.toThrow('the database went away')
})
