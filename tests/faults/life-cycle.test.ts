import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDataDir, type RunningEarshot, startEarshot } from './running-earshot.ts'

const surroundings = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
const root = path.resolve(import.meta.dirname, '..', '..')
let data: Awaited<ReturnType<typeof makeDataDir>>
let running: RunningEarshot | null = null
beforeEach(async () => {
  data = await makeDataDir()
})
afterEach(async () => {
  await running?.kill('SIGTERM')
  running = null
  await data.remove()
})

const databasePid = async () =>
  Number(
    (await readFile(path.join(data.dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0],
  )
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('SIGTERM ends the very first start with 0, and its database with it', async () => {
  await data.remove()
  data = await makeDataDir({ empty: true })
  running = await startEarshot(data.dataDir)
  const pid = await databasePid()
  expect(isAlive(pid)).toBe(true)
  expect(await running.kill('SIGTERM')).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

test('after kill -9 the next start takes over the database that was left behind', async () => {
  running = await startEarshot(data.dataDir)
  const before = await databasePid()
  await running.kill('SIGKILL')
  expect(isAlive(before)).toBe(true)
  running = await startEarshot(data.dataDir)
  expect(await databasePid()).toBe(before)
  await running.signIn()
})

test('a database killed with it is started again', async () => {
  running = await startEarshot(data.dataDir)
  const pid = await databasePid()
  await running.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  running = await startEarshot(data.dataDir)
  await running.signIn()
})

test('a second process on one directory prints one sentence naming it and exits 1', async () => {
  running = await startEarshot(data.dataDir)
  const second = spawnSync(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { ...surroundings, DATA_DIR: data.dataDir, PORT: '0' },
    encoding: 'utf8',
  })
  expect(second.status).toBe(1)
  expect(second.stderr.trim().split('\n')).toHaveLength(1)
  expect(second.stderr).toContain(data.dataDir)
  await running.signIn()
})

// Which settings are malformed, and how each is named, is in src/config.test.ts.
test.each([
  [{ PORT: 'abc' }, 'PORT'],
  [{ OWNER_EMAIL: 'a@example.com' }, 'OWNER_PASSWORD'],
])('a malformed setting stops the start with one sentence naming it: %j', (env, name) => {
  const run = spawnSync(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { ...surroundings, DATA_DIR: data.dataDir, ...env } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
  expect(run.status).toBe(1)
  expect(run.stderr.trim().split('\n')).toHaveLength(1)
  expect(run.stderr).toContain(name)
})

test('a port in use is said in one sentence', async () => {
  running = await startEarshot(data.dataDir)
  const other = await makeDataDir()
  const run = spawnSync(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { ...surroundings, DATA_DIR: other.dataDir, PORT: String(running.port) },
    encoding: 'utf8',
  })
  expect(run.status).toBe(1)
  expect(run.stderr).toContain(`PORT ${running.port}`)
  await other.remove()
})
