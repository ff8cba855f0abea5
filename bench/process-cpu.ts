import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Processor time by process, which unlike elapsed time means something on a busy machine. NaN without /proc. */

/** Fields of proc(5) from the third. */
function getStat(pid: string | number): number[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
  } catch {
    return null
  }
}

/** utime and stime are in hundredths of a second. */
export function getCpuMs(pid: number): number {
  const stat = getStat(pid)
  return stat ? (stat[11]! + stat[12]!) * 10 : Number.NaN
}

/** Of a process and its children; those that ended count for their parent. */
export function cpuMsWithChildren(pid: number): number {
  const parent = getStat(pid)
  if (!parent) return Number.NaN
  let ticks = parent[11]! + parent[12]! + parent[13]! + parent[14]!
  for (const other of readdirSync('/proc')) {
    const stat = /^\d+$/.test(other) ? getStat(other) : null
    if (stat?.[1] === pid) ticks += stat[11]! + stat[12]!
  }
  return ticks * 10
}

/** Of the PostgreSQL that runs on a data directory. */
export const getServerPid = (dataDir: string) =>
  Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** What the host gave to other machines while this one wanted to run, of all processors, since the start. */
export function stolenMs(): number {
  try {
    return Number(/^cpu .*/.exec(readFileSync('/proc/stat', 'utf8'))![0].split(/\s+/)[8]) * 10
  } catch {
    return Number.NaN
  }
}
