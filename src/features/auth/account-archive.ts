import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { ArchiveFile } from './export-parts.ts'

/** Without ZIP64 an archive ends here (APPNOTE 4.4): more would be written wrongly, so it is not written at all. */
const maxBytes = 4_000_000_000
const maxFiles = 65_000
/** Of one file at a time: what is compressed at once holds up everybody else. */
const pieceBytes = 64 * 1024

/** A ZIP written as it is read: at no time more than a piece of one file is in memory. @throws Error past its limits */
export async function* createZip(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = []
  let bytes = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    bytes += chunk.byteLength
    written.push(chunk)
  })
  const takeWritten = () => {
    const taken = written
    written = []
    return taken
  }
  let count = 0
  const mtime = new Date()
  for await (const { path, content } of files) {
    if (++count > maxFiles) throw new Error(`An archive can hold at most ${maxFiles} files`)
    const entry = new ZipDeflate(path, { level: 6 })
    entry.mtime = mtime
    zip.add(entry)
    for await (const piece of toPieces(content)) {
      entry.push(piece)
      if (bytes > maxBytes) throw new Error(`An archive can hold at most ${maxBytes} bytes`)
      yield* takeWritten()
      await new Promise((resolve) => setImmediate(resolve))
    }
    entry.push(new Uint8Array(0), true)
    yield* takeWritten()
  }
  zip.end()
  yield* takeWritten()
}

/** Neither a call for each short line nor a whole report at once. */
async function* toPieces(content: ArchiveFile['content']): AsyncGenerator<Uint8Array> {
  let waiting = ''
  for await (const part of typeof content === 'string' ? [content] : content) {
    if (typeof part !== 'string') {
      yield part
      continue
    }
    waiting += part
    if (waiting.length < pieceBytes) continue
    yield* cut(strToU8(waiting))
    waiting = ''
  }
  yield* cut(strToU8(waiting))
}

function* cut(bytes: Uint8Array) {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}
