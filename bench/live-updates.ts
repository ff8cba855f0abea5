/**
 * Processor time of decoding hostile Yjs updates: as long as what is decoded on the event loop, and as long as an update may be.
 *
 *   node bench/live-updates.ts [runs=5]
 */
import { maxUpdateBytes } from '../src/features/ai-content/contract-live.ts'
import { maxLoopBytes } from '../src/features/ai-content/live/check-updates.ts'
import isUpdate from '../src/features/ai-content/live/decode-update-thread.ts'
import { printTable } from './print-table.ts'

const runs = Number(process.argv[2] ?? 5)

/** A number as Yjs writes it, seven bits a byte, and a text. */
const toNumber = (number: number): number[] =>
  number < 128 ? [number] : [128 | (number % 128), ...toNumber(Math.floor(number / 128))]
const toText = (text: string): number[] => [...toNumber(text.length), ...Buffer.from(text)]

/** One item with a value of a kind, in a text of one client. */
const toItem = (kind: number, value: number[]) => [1, 1, 1, 0, kind, 1, ...toText('a'), ...value, 0]

/** Bytes that make the most work, by what they say. */
const updates: Record<string, (bytes: number) => number[]> = {
  'deleted ranges of many clients'(bytes) {
    const clients = Array.from({ length: Math.floor(bytes / 6.5) }, (_, client) => [...toNumber(client), 1, 0, 1])
    return [0, ...toNumber(clients.length), ...clients.flat()]
  },
  'many small objects'(bytes) {
    const objects = Array.from({ length: Math.floor(bytes / 3) - 10 }, () => toText('{}'))
    return toItem(2, [...toNumber(objects.length), ...objects.flat()])
  },
  'a deep list'(bytes) {
    const depth = Math.floor(bytes / 2) - 20
    return toItem(5, toText('['.repeat(depth) + ']'.repeat(depth)))
  },
}

const rows: (string | number)[][] = []
for (const bytes of [maxLoopBytes, maxUpdateBytes])
  for (const [name, write] of Object.entries(updates)) {
    const update = Uint8Array.from(write(bytes))
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      const before = process.threadCpuUsage()
      isUpdate(update)
      const { user, system } = process.threadCpuUsage(before)
      times.push((user + system) / 1000)
    }
    rows.push([name, update.length, times[0]!.toFixed(1), Math.max(...times).toFixed(1)])
  }
printTable(['update', 'bytes', 'first run, ms', 'longest, ms'], rows)
