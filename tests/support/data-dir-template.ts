import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { copyDataDir, getDatabaseUrl, makeDataDir, startEarshot } from '../faults/earshot-process.ts'

/**
 * Prepared once for all test files that start whole processes: a data directory after a first start, without an
 * account, which `makeDataDir` copies, and a compile cache for Node, so that only the first process compiles. Both are
 * in node_modules/.cache. The directory is rebuilt when a migration or a dependency changes.
 */

const root = path.resolve(import.meta.dirname, '..', '..')
const cache = path.join(root, 'node_modules', '.cache', 'earshot-tests')

export default async function setup() {
  process.env.NODE_COMPILE_CACHE ??= path.join(cache, 'compiled')
  const prepared = path.join(cache, `prepared-${whatItRestsOn()}`)
  if (!existsSync(prepared)) await prepare(prepared)
  process.env.PREPARED_DATA_DIR = prepared
}

function whatItRestsOn() {
  const hash = createHash('sha256')
  const migrations = readdirSync(path.join(root, 'migrations')).sort()
  for (const file of ['package-lock.json', ...migrations.map((name) => path.join('migrations', name))])
    hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Created next to its final location and renamed, so that an interrupted copy is never used and the first of two wins.
 */
async function prepare(prepared: string) {
  await mkdir(cache, { recursive: true })
  await removeOld()
  const { dataDir, remove } = await makeDataDir({ empty: true })
  const running = await startEarshot(dataDir, { OWNER_EMAIL: '', OWNER_PASSWORD: '' })
  const client = new pg.Client({ connectionString: await getDatabaseUrl(dataDir) })
  await client.connect()
  // Tests only kill processes, so fsync isn't needed.
  await client.query('alter system set fsync = off')
  await client.end()
  await running.kill('SIGTERM')
  const copy = path.join(cache, `new-${randomUUID()}`)
  await copyDataDir(dataDir, copy)
  await remove()
  await rename(copy, prepared).catch(() => rm(copy, { recursive: true, force: true }))
}

/** Another run may still be copying an outdated one. */
async function removeOld() {
  const yesterday = Date.now() - 86_400_000
  for (const name of readdirSync(cache).filter((name) => /^(?:prepared|new)-/.test(name))) {
    const folder = path.join(cache, name)
    const made = await stat(folder).catch(() => null)
    if (made && made.birthtimeMs < yesterday) await rm(folder, { recursive: true, force: true })
  }
}
