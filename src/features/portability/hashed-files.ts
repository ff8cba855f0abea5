import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ArchiveManifest } from './rules/archive-manifest.ts'

/** Files of an archive, whose hashes are collected for the manifest while they are written. */
export function createHashedFiles() {
  const files: ArchiveManifest['files'] = {}

  /** Adds the content's hash to the manifest when it was read to the end. */
  function hashed(
    path: string,
    content: AsyncIterable<string | Uint8Array>,
    onPiece?: (piece: Uint8Array) => Promise<void>,
  ) {
    return {
      path,
      content: (async function* () {
        const hash = createHash('sha256')
        let bytes = 0
        for await (const piece of content) {
          const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece
          hash.update(buffer)
          bytes += buffer.byteLength
          yield buffer
          await onPiece?.(buffer)
        }
        files[path] = { bytes, sha256: hash.digest('hex') }
      })(),
    }
  }
  const text = (path: string, content: string) => hashed(path, Readable.from([Buffer.from(content)]))
  const json = (path: string, value: unknown) => text(path, `${JSON.stringify(value, null, 2)}\n`)

  return { files, hashed, text, json }
}
