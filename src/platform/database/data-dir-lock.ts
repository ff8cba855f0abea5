import { readFileSync } from 'node:fs'
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * One process owns a DATA_DIR: a file in it says which. It is held for as long as the process lives, whatever happens to its
 * database, and is worth nothing once that process is gone.
 */
export type DataDirLock = { release(): Promise<void> }

export class DataDirTakenError extends Error {
  override readonly name = 'DataDirTakenError'
  constructor(dataDir: string, cause?: unknown) {
    super(
      `Another Earshot is already running on ${path.resolve(dataDir)}. Stop it first, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
}

type Holder = { pid: number; host: string; started: string }

const heartbeatMs = 5000
/** A process on another host or in another container can't be looked at: it lives while its file is touched. */
const silentMs = 3 * heartbeatMs

/** @throws DataDirTakenError */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = path.join(dataDir, 'earshot.lock')
  const mine = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    started: await getStart(process.pid),
  } satisfies Holder)
  while (!(await create(file, mine))) {
    const found = await readFile(file, 'utf8').catch(() => null)
    if (found === null) continue
    if (await isHeld(file, found)) throw new DataDirTakenError(dataDir)
    await setAside(file, found)
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    // Other processes check the owner's process id where they can, so a failed heartbeat does no harm; a full
    // disk is reported elsewhere.
    utimes(file, now, now).catch(() => undefined)
  }, heartbeatMs)
  heartbeat.unref()
  return {
    async release() {
      clearInterval(heartbeat)
      if ((await readFile(file, 'utf8').catch(() => null)) === mine) await rm(file, { force: true })
    },
  }
}

async function create(file: string, content: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(content).finally(() => handle.close())
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isHeld(file: string, content: string): Promise<boolean> {
  const holder = parse(content)
  if (holder?.host === hostname())
    return holder.pid !== process.pid && isAlive(holder.pid) && (await getStart(holder.pid)) === holder.started
  // The lock is half written, truncated or another machine's: a live owner's heartbeat touches it soon.
  const touched = await touchedAt(file)
  for (let waited = 0; waited < (holder ? silentMs : 1000); waited += 200) {
    if (touched === null || Date.now() - touched > silentMs) return false
    await sleep(200)
    if ((await touchedAt(file)) !== touched) return true
  }
  return false
}

/** Of two that find it abandoned one renames it; what the other renames then is a fresh one, and is put back. */
async function setAside(file: string, abandoned: string) {
  const aside = `${file}.${process.pid}`
  try {
    await rename(file, aside)
  } catch {
    return
  }
  if ((await readFile(aside, 'utf8').catch(() => null)) === abandoned) await rm(aside, { force: true })
  else await rename(aside, file)
}

function parse(content: string): Holder | null {
  try {
    const { pid, host, started } = JSON.parse(content) as Partial<Holder>
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host, started: String(started) } : null
  } catch {
    return null
  }
}

const touchedAt = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )

/** Tells a process from another that got its id later. Empty where the system doesn't say. */
async function getStart(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may hold spaces; the start is the 22nd field, the 20th after it.
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

/** A process that ended counts as gone, also if its parent hasn't reaped it, as in a container whose first process doesn't. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether it has ended, and its parent hasn't asked how. False where the system has no /proc. */
export function isZombie(pid: number) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return /^[ZX]/.test(line.slice(line.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}
