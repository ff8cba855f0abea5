import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#kit/errors.ts'
import type { DatabaseHandle } from './database/database.ts'
import { isNoRoom, isReadOnly } from './database/disk-errors.ts'

/** One segment of PostgreSQL's log: with less it can't go on writing for long. */
const minFreeBytes = 16_000_000
const timeoutMs = 1800
const probeBytes = Buffer.alloc(4096, 1)

/** What is asked of the disk. */
export type ProbeFiles = {
  statfs(path: string): Promise<{ bavail: number; bsize: number }>
  /** Creates the file or empties it, and writes to it. */
  write(path: string, bytes: Uint8Array): Promise<void>
  remove(path: string): Promise<void>
}

const probeFiles: ProbeFiles = {
  statfs: (path) => statfs(path),
  write: (path, bytes) => writeFile(path, bytes, { mode: 0o600 }),
  remove: (path) => rm(path, { force: true }),
}

/**
 * Whether this process can do its work: the database answers and stores, and DATA_DIR can be written to. Answers within two
 * seconds, whatever hangs.
 */
export function createReadiness({
  database,
  dataDir,
  files = probeFiles,
}: {
  database: Pick<DatabaseHandle, 'probe'>
  dataDir: string
  files?: ProbeFiles
}) {
  const file = path.join(dataDir, `.probe-${process.pid}`)
  let looking: Promise<void> | null = null

  async function lookAtDisk() {
    try {
      const { bavail, bsize } = await files.statfs(dataDir)
      if (bavail * bsize < minFreeBytes) throw noRoom()
      await files.write(file, probeBytes)
      await files.remove(file)
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      if (isNoRoom(cause)) throw noRoom(cause)
      const why = isReadOnly(cause) ? 'is read-only' : 'can’t be written to'
      throw new AppError('unavailable', `The data directory ${why}.`, {
        reason: 'data_dir_not_writable',
        cause,
        retryAfterSeconds: 30,
      })
    }
  }

  /** One look at a time: a disk that hangs gets no second one. */
  function disk() {
    looking ??= lookAtDisk().finally(() => {
      looking = null
    })
    return looking
  }

  return async () => {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () =>
          reject(
            new AppError('unavailable', 'The data directory’s disk isn’t responding.', {
              reason: 'data_dir_not_responding',
              retryAfterSeconds: 5,
            }),
          ),
        timeoutMs,
      )
    })
    const onDisk = disk()
    onDisk.catch(() => undefined)
    try {
      await Promise.race([Promise.all([database.probe(), onDisk]), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }
}

const noRoom = (cause?: unknown) =>
  new AppError('unavailable', 'The data directory’s disk is full, so nothing can be saved.', {
    reason: 'data_dir_full',
    cause,
    retryAfterSeconds: 30,
  })
