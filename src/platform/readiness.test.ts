import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#kit/errors.ts'
import { createReadiness, type ProbeFiles } from './readiness.ts'

const megabyte = 1_000_000
const healthy: ProbeFiles = {
  statfs: async () => ({ bavail: 100 * megabyte, bsize: 4096 }),
  write: async () => {},
  remove: async () => {},
}
const healthyDatabase = { probe: async () => {} }

const failing = (code: string) => async () => {
  throw Object.assign(new Error(`${code}: as the system says it`), { code })
}

/** Null when ready. */
const getRefusal = (readiness: () => Promise<void>) =>
  readiness().then(
    () => null,
    (error: AppError) => error,
  )

const whenDisk = (files: Partial<ProbeFiles>) =>
  getRefusal(createReadiness({ database: healthyDatabase, dataDir: '/data', files: { ...healthy, ...files } }))

const unavailable = (reason: string, message: string, retryAfterSeconds: number) => ({
  code: 'unavailable',
  status: 503,
  message,
  options: { reason, retryAfterSeconds },
})
const full = unavailable('data_dir_full', 'The data directory’s disk is full, so nothing can be saved.', 30)

test('a writable disk with free space is ready', async () => {
  expect(await whenDisk({})).toBeNull()
})

test.each(['ENOSPC', 'EDQUOT'])('%s means not ready, because the disk is full', async (code) => {
  expect(await whenDisk({ write: failing(code) })).toMatchObject(full)
})

test('less than 16 MB of free space counts as full, even if a small file can be written', async () => {
  const withFree = (bytes: number) => whenDisk({ statfs: async () => ({ bavail: bytes / 1000, bsize: 1000 }) })
  expect(await withFree(15 * megabyte)).toMatchObject(full)
  expect(await withFree(17 * megabyte)).toBeNull()
})

test.each([
  ['EROFS', 'The data directory is read-only.'],
  ['EACCES', 'The data directory can’t be written to.'],
  ['EIO', 'The data directory can’t be written to.'],
])('%s means not ready, with a message instead of the code', async (code, sentence) => {
  const refusal = await whenDisk({ write: failing(code) })
  expect(refusal).toMatchObject(unavailable('data_dir_not_writable', sentence, 30))
  expect(refusal!.cause).toMatchObject({ code })
})

test('a missing data directory means not ready', async () => {
  const readiness = createReadiness({ database: healthyDatabase, dataDir: path.join(tmpdir(), 'earshot-not-there') })
  expect(await getRefusal(readiness)).toMatchObject({ options: { reason: 'data_dir_not_writable' } })
})

test('a disk that doesn’t respond means not ready within two seconds', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let refusal: AppError | null = null
  void whenDisk({ write: () => new Promise(() => {}) }).then((answer) => {
    refusal = answer
  })
  await vi.advanceTimersByTimeAsync(2000)
  expect(refusal).toMatchObject({ code: 'unavailable', options: { reason: 'data_dir_not_responding' } })
})

test('becomes ready again once there is free space', async () => {
  let isFull = true
  const write = () => (isFull ? failing('ENOSPC')() : Promise.resolve())
  const readiness = createReadiness({ database: healthyDatabase, dataDir: '/data', files: { ...healthy, write } })
  expect(await getRefusal(readiness)).toMatchObject(full)
  isFull = false
  expect(await getRefusal(readiness)).toBeNull()
})

test('a database that can’t write means not ready, whatever the disk', async () => {
  const refusal = new AppError('unavailable', 'The database’s disk is full.', { reason: 'database_full' })
  const database = { probe: () => Promise.reject(refusal) }
  expect(await getRefusal(createReadiness({ database, dataDir: '/data', files: healthy }))).toBe(refusal)
})

test('checks the real disk and leaves no file behind', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-readiness-'))
  try {
    expect(await getRefusal(createReadiness({ database: healthyDatabase, dataDir }))).toBeNull()
    expect(await readdir(dataDir)).toEqual([])
  } finally {
    await rm(dataDir, { recursive: true })
  }
})
