import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/**
 * One file of a ZIP. `packed`: it is compressed already, and is stored as it is. `large`: it may have more than 4 GB, which is
 * said before its bytes; not every program reads what says so needlessly.
 */
export type ZipEntry = {
  path: string
  content: string | Buffer | AsyncIterable<string | Uint8Array>
  packed?: boolean
  large?: boolean
}

/**
 * A ZIP, written as it is read: of no file is more than a piece in memory, and each is asked for when the one before it is
 * written. ZIP64 where it is needed, so that neither 4 GB nor 65,535 files are its end.
 * @returns a stream that fails when a file does
 */
export function writeZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.on('error', (error: Error) => output.destroy(error))
  ;(zip.outputStream as Readable).on('error', (error) => output.destroy(error)).pipe(output)
  // Whoever reads may leave: what is being read for them ends then.
  const left = new AbortController()
  output.on('close', () => left.abort())
  fill(zip, entries, left.signal).catch((error: Error) => output.destroy(error))
  return output
}

async function fill(zip: ZipFile, entries: AsyncIterable<ZipEntry>, signal: AbortSignal) {
  for await (const { path, content, packed = false, large = false } of entries) {
    signal.throwIfAborted()
    const options = { compressionLevel: packed ? 0 : 5, mode: 0o100644 }
    if (typeof content === 'string' || Buffer.isBuffer(content)) {
      zip.addBuffer(Buffer.from(content), path, options)
      continue
    }
    const into = new PassThrough()
    zip.addReadStream(into, path, { ...options, forceZip64Format: large })
    await pipeline(Readable.from(content, { objectMode: false }), into, { signal })
  }
  zip.end()
}
