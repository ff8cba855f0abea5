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
 * Writes a ZIP as a stream with backpressure: holds at most one chunk of one file in memory and requests each entry
 * after the previous one is written. Uses ZIP64 where needed, so there is no limit of 4 GB or 65,535 files.
 * @returns a stream that fails when a file does
 */
export function writeZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.on('error', (error: Error) => output.destroy(error))
  ;(zip.outputStream as Readable).on('error', (error) => output.destroy(error)).pipe(output)
  // Aborts the source when the reader disconnects.
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
    await pipeline(Readable.from(joinShortTexts(content), { objectMode: false }), into, { signal })
  }
  zip.end()
}

const minTextLength = 64 * 1024

/** A chunk for each short line would cost more than compressing it. */
async function* joinShortTexts(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  let text = ''
  for await (const chunk of content) {
    if (typeof chunk === 'string') {
      text += chunk
      if (text.length < minTextLength) continue
    }
    if (text !== '') yield text
    text = ''
    if (typeof chunk !== 'string') yield chunk
  }
  if (text !== '') yield text
}
