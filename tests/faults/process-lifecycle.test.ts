import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { until } from '../support/wait-until.ts'
import { freePort, makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

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

test('SIGTERM during the first start exits with 0 and stops its database', async () => {
  await data.remove()
  data = await makeDataDir({ empty: true })
  running = await startEarshot(data.dataDir)
  const pid = await databasePid()
  expect(isAlive(pid)).toBe(true)
  expect(await running.kill('SIGTERM')).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

test('after kill -9 the next start adopts the running database', async () => {
  running = await startEarshot(data.dataDir)
  const before = await databasePid()
  await running.kill('SIGKILL')
  expect(isAlive(before)).toBe(true)
  running = await startEarshot(data.dataDir)
  expect(await databasePid()).toBe(before)
  await running.signIn()
})

test('a database that was killed is restarted', async () => {
  running = await startEarshot(data.dataDir)
  const pid = await databasePid()
  await running.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  running = await startEarshot(data.dataDir)
  await running.signIn()
})

test.skipIf(process.platform !== 'linux')(
  'a killed database is restarted once its last process has ended',
  async () => {
    running = await startEarshot(data.dataDir)
    const pid = await databasePid()
    // A process of it that doesn't notice, as one that waits for the disk.
    const child = Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')[0])
    process.kill(child, 'SIGSTOP')
    try {
      await running.kill('SIGKILL')
      process.kill(pid, 'SIGKILL')
      const restarted = startEarshot(data.dataDir)
      const log = () => readFile(path.join(data.dataDir, 'postgres.log'), 'utf8')
      await until('the refusal', async () => (await log()).includes('pre-existing shared memory block'))
      process.kill(child, 'SIGCONT')
      running = await restarted
    } finally {
      if (isAlive(child)) process.kill(child, 'SIGCONT')
    }
    await running.signIn()
  },
)

test('a second process on the same directory prints one sentence that names it and exits with 1', async () => {
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

test('the start tightens file permissions of an earlier version', async () => {
  const file = path.join(data.dataDir, 'outbox', 'code.eml')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, '123456')
  await chmod(path.dirname(file), 0o755)
  await chmod(file, 0o644)
  running = await startEarshot(data.dataDir)
  const getMode = async (name: string) => ((await stat(name)).mode & 0o777).toString(8)
  expect([await getMode(path.dirname(file)), await getMode(file)]).toEqual(['700', '600'])
})

// Which settings are invalid, and how each is reported, is tested in src/config.test.ts.
test.each([
  [{ PORT: 'abc' }, 'PORT'],
  [{ OWNER_EMAIL: 'a@example.com' }, 'OWNER_PASSWORD'],
])('an invalid setting stops the start with one sentence that names it: %j', (env, name) => {
  const run = spawnSync(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { ...surroundings, DATA_DIR: data.dataDir, ...env } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
  expect(run.status).toBe(1)
  expect(run.stderr.trim().split('\n')).toHaveLength(1)
  expect(run.stderr).toContain(name)
})

test('a port in use is reported in one sentence', async () => {
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

/** Starts it like npm does, with a shell between itself and the launcher. Returns the pids of all three. */
async function startByNpm() {
  const port = await freePort()
  const npm = spawn(
    process.execPath,
    [
      '-e',
      `require('node:child_process').spawn('sh', ['-c', '"$NODE" scripts/run.js start; true'], { stdio: 'inherit' }); setInterval(() => {}, 1000)`,
    ],
    {
      cwd: root,
      env: {
        ...surroundings,
        NODE: process.execPath,
        npm_lifecycle_event: 'start',
        DATA_DIR: data.dataDir,
        PORT: String(port),
        LOG_LEVEL: 'warn',
      },
      stdio: 'ignore',
    },
  )
  // It outlives its launcher.
  onTestFinished(() => void npm.kill('SIGKILL'))
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('it to answer', answers, 60_000)
  const lock = JSON.parse(await readFile(path.join(data.dataDir, 'earshot.lock'), 'utf8')) as { pid: number }
  return { npm: npm.pid!, server: lock.pid, database: await databasePid() }
}

test.skipIf(process.platform !== 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
  '%s to npm alone stops all processes it started',
  async (signal) => {
    const started = await startByNpm()
    process.kill(started.npm, signal)
    await until('all of it to end', async () => !isAlive(started.server) && !isAlive(started.database), 20_000)
  },
)

test.skipIf(process.platform !== 'linux')('SIGKILL to the launcher stops the process it started', async () => {
  const started = await startByNpm()
  const parent = async (pid: number) =>
    Number((await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ')[1])
  process.kill(await parent(started.server), 'SIGKILL')
  await until('all of it to end', async () => !isAlive(started.server) && !isAlive(started.database), 20_000)
})

test.skipIf(process.getuid?.() !== 0)(
  'as root in a private folder, the database is stored where its user has access',
  async () => {
    const closed = path.join(data.dataDir, 'root')
    await mkdir(closed, { mode: 0o700 })
    await chmod(closed, 0o700)
    running = await startEarshot(path.join(closed, 'data'))
    await running.signIn()
    const directory = await readlink(path.join(closed, 'data', 'postgres'))
    expect(directory).toMatch(/^\/var\/lib\/earshot\/[0-9a-f]{8}\/postgres$/)
    expect(running.output()).toContain(directory)
    await running.kill('SIGTERM')
    running = await startEarshot(path.join(closed, 'data'))
    await running.signIn()
    expect(await readlink(path.join(closed, 'data', 'postgres'))).toBe(directory)
    await running.kill('SIGTERM')
    await rm(path.dirname(directory), { recursive: true, force: true })
  },
)

test('an unwritable DATA_DIR is reported in one sentence', async () => {
  const file = path.join(data.dataDir, 'a-file')
  await writeFile(file, '')
  const run = spawnSync(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { ...surroundings, DATA_DIR: path.join(file, 'data'), PORT: '0' } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
  expect(run.status).toBe(1)
  expect(run.stderr.trim().split('\n')).toHaveLength(1)
  expect(run.stderr).toContain(`DATA_DIR ${path.join(file, 'data')} is below a file, not a folder`)
})
