/**
 * A first start: git clone, npm start, the first page. Prints the seconds to each step, the size of node_modules, and the
 * memory of an idle server and of its database. Linux only: reads /proc.
 *
 *   node bench/first-start.ts [idle seconds=30]
 *
 * Clones the last commit. npm's cache is used as it is: run it twice to leave out the network.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../tests/faults/earshot-process.ts'
import { printTable } from './print-table.ts'
import { getServerPid } from './process-cpu.ts'

const idleSeconds = Number(process.argv[2] ?? 30)
const folder = await mkdtemp(path.join(tmpdir(), 'earshot-first-start-'))
// PostgreSQL doesn't run as root: another user must reach its files.
await chmod(folder, 0o755)
const clone = path.join(folder, 'earshot')
const port = await freePort()
const url = `http://127.0.0.1:${port}`
// Without what npm run sets: the first start of a person has none of it.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^EARSHOT_|^NODE_ENV$/.test(name)))
const began = performance.now()
const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
const steps: [string, string][] = []
execFileSync('git', ['clone', '-q', path.resolve(import.meta.dirname, '..'), clone])
steps.push(['cloned', seconds()])
const child = spawn('npm', ['start'], { cwd: clone, env: { ...env, PORT: String(port) }, detached: true })
child.stderr.pipe(process.stderr)
let ended = false
child.on('exit', () => {
  ended = true
})
child.stdout.setEncoding('utf8').on('data', (text: string) => {
  for (const line of text.split('\n')) if (/^(Installing|Building|Earshot)/.test(line)) steps.push([line, seconds()])
})
try {
  while (!(await isUsable())) {
    if (ended || performance.now() - began > 600_000) throw new Error('Earshot didn’t start.')
    await delay(100)
  }
  steps.push(['first page', seconds()])
  printTable(['step', 'after s'], steps)
  await delay(idleSeconds * 1000)
  const server = await findServer()
  const database = getServerPid(path.join(clone, 'data'))
  const size = execFileSync('du', ['-sm', path.join(clone, 'node_modules')], { encoding: 'utf8' }).split('\t')[0]!
  console.log()
  printTable(
    ['', 'MB'],
    [
      ['node_modules', size],
      ['server, resident', await getMemory([server], 'Rss')],
      ['PostgreSQL, its share', await getMemory([database, ...(await findChildren(database))], 'Pss')],
    ],
  )
} finally {
  if (!ended) process.kill(-child.pid!, 'SIGTERM')
  while (!ended) await delay(100)
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
}

async function isUsable() {
  try {
    return (await fetch(url)).status === 200
  } catch {
    return false
  }
}

async function findServer() {
  for (const pid of await readdir('/proc')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.startsWith(clone) && command.includes('src/main.ts')) return Number(pid)
  }
  throw new Error('The server isn’t running.')
}

async function findChildren(parent: number) {
  const children: number[] = []
  for (const pid of await readdir('/proc')) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]) === parent) children.push(Number(pid))
  }
  return children
}

/** Pss counts memory that processes share once. */
async function getMemory(pids: number[], field: 'Rss' | 'Pss') {
  let kilobytes = 0
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(new RegExp(`^${field}: +(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)
  }
  return Math.round(kilobytes / 1024)
}
