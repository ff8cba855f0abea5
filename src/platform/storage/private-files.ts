import { chmod, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Mail with sign-in codes, pictures, archives, keys: other users of the machine have no business in DATA_DIR. */
export const privateFolderMode = 0o700
export const privateFileMode = 0o600

/** The database's own files may belong to another user (see embedded-postgres.ts), and PostgreSQL checks them itself. */
const isDatabase = (name: string) => name.startsWith('postgres')
const others = 0o077

/**
 * Removes other users' access to files that an older version left readable in DATA_DIR. Skips folders that are
 * closed already, since nothing in them can be reached. The folder itself stays as it is, since the database's user
 * may have to pass.
 * @returns paths whose modes could not be changed
 */
export async function tightenDataDir(dataDir: string): Promise<string[]> {
  const failed: string[] = []
  const entries = await readdir(dataDir).catch(() => [])
  for (const name of entries) if (!isDatabase(name)) await tighten(path.join(dataDir, name), failed)
  return failed
}

async function tighten(file: string, failed: string[]) {
  try {
    const found = await lstat(file)
    const isFolder = found.isDirectory()
    if ((!isFolder && !found.isFile()) || (found.mode & others) === 0) return
    await chmod(file, isFolder ? privateFolderMode : privateFileMode)
    if (isFolder) for (const name of await readdir(file)) await tighten(path.join(file, name), failed)
  } catch (error) {
    // A file deleted meanwhile is not a failure.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed.push(file)
  }
}
