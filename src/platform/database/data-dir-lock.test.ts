import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive, lockDataDir } from './data-dir-lock.ts'

/** The id of a process that ended and that its parent, which runs on, never asks about. */
async function startZombie(): Promise<number> {
  // It ends after the shell has become a program that reaps nothing.
  const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [line] = (await once(parent.stdout!, 'data')) as [Buffer]
  const pid = Number(String(line))
  await expect.poll(() => getState(pid)).toBe('Z')
  return pid
}

const getState = (pid: number) => getFields(pid)[0]
const getFields = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')

test.skipIf(!existsSync('/proc/self/stat'))(
  'a process that ended and wasn’t reaped holds no data directory',
  async () => {
    const pid = await startZombie()
    expect(isAlive(pid)).toBe(false)
    const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-lock-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const holder = { pid, host: hostname(), started: getFields(pid)[19] }
    await writeFile(path.join(dataDir, 'earshot.lock'), JSON.stringify(holder))
    const lock = await lockDataDir(dataDir)
    expect(JSON.parse(readFileSync(path.join(dataDir, 'earshot.lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    await lock.release()
  },
)

test('a process that runs holds its data directory', async () => {
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
  onTestFinished(() => void other.kill('SIGKILL'))
  await once(other, 'spawn')
  expect(isAlive(other.pid!)).toBe(true)
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(isAlive(other.pid!)).toBe(false)
})
