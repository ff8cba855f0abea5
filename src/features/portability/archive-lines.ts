import { refuseArchive } from './validate-archive/check-rows.ts'

/** Far above any row of ours: the longest hold a text of 400,000 characters, twice. */
const maxLineLength = 32_000_000
const batchRows = 500
const batchBytes = 1_000_000

/** The lines of a file as it is read, some at a time. @throws AppError invalid_input for a line without end */
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
