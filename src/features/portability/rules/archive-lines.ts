import { refuseArchive } from './validate-archive/check-rows.ts'

/** Longest row in bytes. Our longest rows have about 800,000 characters of text. */
const maxLineLength = 32_000_000
const batchRows = 500
const batchBytes = 1_000_000

/** Reads a file's lines in batches. @throws AppError invalid_input for a line that is too long */
export async function* lineBatches(source: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let batch: string[] = []
  let bytes = 0
  const line = (end: Uint8Array) => {
    const whole = waiting.length === 0 ? end : Buffer.concat([...waiting, end])
    waiting = []
    waitingBytes = 0
    bytes += whole.byteLength
    try {
      batch.push(decoder.decode(whole))
    } catch (cause) {
      throw refuseArchive('The archive has rows that aren’t UTF-8. Upload the original archive.', cause)
    }
  }
  for await (const chunk of source) {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      line(chunk.subarray(from, at))
      from = at + 1
      if (batch.length < batchRows && bytes < batchBytes) continue
      yield batch
      batch = []
      bytes = 0
    }
    if (from === chunk.length) continue
    waiting.push(chunk.subarray(from))
    waitingBytes += chunk.length - from
    if (waitingBytes > maxLineLength) throw refuseArchive('The archive has a row that is longer than allowed.')
  }
  if (waiting.length > 0) line(new Uint8Array(0))
  if (batch.length > 0) yield batch
}
