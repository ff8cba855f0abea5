import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { readConfig } from '#config'
import { diskSentence } from './database/disk-errors.ts'
import { startEmbeddedPostgres, visitEmbeddedPostgres } from './database/embedded-postgres.ts'
import { createLog } from './log.ts'
import { chooseStorage } from './storage/create-storage.ts'

const root = path.resolve(import.meta.dirname, '..', '..')

export const readVersion = () =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version

/**
 * What commands work on: the same settings, database and files as Earshot's, beside it while it runs, or `alone`.
 * @throws Error when it must be alone and is not
 */
export async function openInstallation({ alone = false } = {}) {
  const config = readConfig()
  const version = readVersion()
  await mkdir(config.DATA_DIR, { recursive: true })
  const log = createLog('warn')
  const open = alone ? startEmbeddedPostgres : visitEmbeddedPostgres
  const embedded = config.DATABASE_URL ? null : await open(config.DATA_DIR, log)
  // A copy of everything is one long transaction: nothing for a pooler.
  const databaseUrl = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? embedded!.url
  const store = chooseStorage(config, `Earshot/${version}`)
  const secretFile = path.join(config.DATA_DIR, 'secret.key')
  return {
    config,
    version,
    root,
    log,
    databaseUrl,
    archive: {
      databaseUrl,
      storage: store.storage,
      secretFile: !config.SECRET_KEY && existsSync(secretFile) ? secretFile : null,
      version,
    },
    restoring: {
      databaseUrl,
      storage: store.storage,
      secretFile: config.SECRET_KEY ? null : secretFile,
      migrationsFolder: path.join(root, 'migrations'),
    },
    async close() {
      await store.close()
      await embedded?.stop()
    },
  }
}

/** Runs a command: prints what it says, or one sentence on what went wrong, and ends the process accordingly. */
export async function runCommand(command: () => Promise<{ lines: string[]; ok?: boolean }>) {
  try {
    const { lines, ok = true } = await command()
    for (const line of lines) process.stdout.write(`${line}\n`)
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    const path = (error as NodeJS.ErrnoException | null)?.path
    const sentence = path ? diskSentence(error, path) : null
    process.stderr.write(`${sentence ?? (error instanceof Error ? error.message : String(error))}\n`)
    process.exitCode = 1
  }
}
