import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { privateFileMode, privateFolderMode } from './private-files.ts'

/** Files by key (`<workspace>/<kind>/<id>`). Keys are made by us, never by a caller. */
export type Storage = {
  put(key: string, body: StoredBody): Promise<void>
  /** Null when there is none. */
  get(key: string): Promise<{ body: Readable; bytes: number } | null>
  delete(key: string): Promise<void>
  /** Every key there is, in no order. */
  list(): AsyncIterable<string>
  /** Where a private file can be read without us for a while; null where only we can read it. */
  readUrl(key: string, how: { seconds: number; type: string; disposition: string }): Promise<string | null>
  /** What it is, in a sentence for staff. @throws Error with what is wrong */
  check(): Promise<string>
}

/** A stream is sent on as it comes, so its length is said before. */
export type StoredBody = Uint8Array | { stream: Readable; bytes: number }

const safeKey = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

export const isKey = (text: string) => safeKey.test(text)

/** @throws Error for what is no key */
export function checkKey(key: string) {
  if (!isKey(key)) throw new Error(`Not a storage key: ${key}`)
}

async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(at)
    else if (entry.isFile()) yield at
  }
}

/** Files in a folder: written beside and renamed, so that a reader never sees half a file. */
export function createLocalStorage(folder: string): Storage {
  const locate = (key: string) => {
    checkKey(key)
    return path.join(folder, ...key.split('/'))
  }
  return {
    async put(key, body) {
      const file = locate(key)
      await mkdir(path.dirname(file), { recursive: true, mode: privateFolderMode })
      const part = `${file}.${randomUUID()}.part`
      try {
        await pipeline(
          body instanceof Uint8Array ? Readable.from([body]) : body.stream,
          createWriteStream(part, { mode: privateFileMode }),
        )
        await rename(part, file)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(key) {
      const file = locate(key)
      try {
        const { size } = await stat(file)
        return { body: createReadStream(file), bytes: size }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async delete(key) {
      await rm(locate(key), { force: true })
    },
    async *list() {
      for await (const entry of walk(folder)) {
        const key = path.relative(folder, entry).split(path.sep).join('/')
        if (isKey(key) && !key.endsWith('.part')) yield key
      }
    },
    readUrl: async (key) => {
      checkKey(key)
      return null
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: privateFolderMode })
      const probe = 'health/probe'
      await this.put(probe, Buffer.from('probe'))
      await this.delete(probe)
      return 'Files are stored in DATA_DIR/files.'
    },
  }
}
