/**
 * What the shared pace of vendors adds to a request, and what it costs PostgreSQL: one request at
 * a time, then ten in each of four connection pools. The vendor has no pace here, so that nothing waits for its start.
 *
 *   node bench/vendor-pacing.ts [requests=4000]
 */
import path from 'node:path'
import { createVendorPacing } from '../src/features/reports/pipeline/vendor-pacing.ts'
import { migrate, openDatabase } from '../src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { makeDataDir } from '../tests/faults/earshot-process.ts'
import { printTable } from './print-table.ts'
import { cpuMsWithChildren, getServerPid } from './process-cpu.ts'

const requests = Number(process.argv[2] ?? 4000)
const log = createLog('error')
const data = await makeDataDir({ empty: true })
const server = await startEmbeddedPostgres(data.dataDir, log)
const serverPid = getServerPid(data.dataDir)
const databases = Array.from({ length: 4 }, () => openDatabase(server.url, { max: 10 }))
const { signal } = new AbortController()

/** Without the database a request is free: that isn't measured. */
const failing = {
  warn(fields: object, message: string) {
    throw new Error(message, { cause: fields })
  },
}

async function measure(processes: number, concurrency: number) {
  const pacings = databases.slice(0, processes).map(({ db }) => createVendorPacing(db, failing, { timeoutMs: 60_000 }))
  const run = async (count: number) => {
    const times: number[] = []
    const lanes = pacings.flatMap((pacing) => Array.from({ length: concurrency }, () => pacing))
    await Promise.all(
      lanes.map(async (pacing) => {
        for (let done = 0; done < count / lanes.length; done++) {
          const startedAt = performance.now()
          await pacing.untilStart('vendor', 0, signal)
          times.push(performance.now() - startedAt)
        }
      }),
    )
    return times.sort((a, b) => a - b)
  }
  await run(400)
  const cpuMs = cpuMsWithChildren(serverPid)
  const times = await run(requests)
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(2)
  const cost = (cpuMsWithChildren(serverPid) - cpuMs) / times.length
  return [`${processes} × ${concurrency}`, at(0.5), at(0.95), cost.toFixed(3)]
}

try {
  await migrate(databases[0]!.db, path.resolve('migrations'))
  const headings = ['pools × requests', 'p50 ms', 'p95 ms', 'PostgreSQL CPU ms']
  printTable(headings, [await measure(1, 1), await measure(4, 10)])
} finally {
  await Promise.all(databases.map((database) => database.close()))
  await server.stop()
  await data.remove()
}
