// Plain JavaScript for whatever Node the machine has: installs and builds what is missing, then hands over to the
// project's own Node (the npm package "node").
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const [command = 'start', ...rest] = process.argv.slice(2)
const at = (...parts) => path.join(root, ...parts)
const bin = (name) => at('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
const node = () => {
  const own = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(own) ? own : process.execPath
}

const hashOf = (files) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(at(file)))
  return hash.digest('hex')
}

/** What a start needs. Tests, checks and benchmarks need the development tools too, which are half as much again. */
function installIfStale() {
  const tools = !['start', 'prepare', 'dev', 'backup', 'restore', 'doctor', 'distribute', 'rebalance'].includes(command)
  const stamp = at('node_modules', '.earshot-lock')
  const full = hashOf(['package-lock.json'])
  const withoutTools = `${full} without development tools`
  const existing = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (existing === full || (existing === withoutTools && !tools)) return
  // Adding to what is there doesn't take it away from a server that is running.
  const adds = existing === withoutTools
  say(adds ? 'Installing development tools …' : 'Installing dependencies …')
  npm(root, adds ? ['install', '--no-save', '--include=dev'] : ['ci', tools ? '--include=dev' : '--omit=dev'])
  removeHeaders()
  writeFileSync(stamp, tools ? full : withoutTools)
}

function npm(cwd, args) {
  const script = process.env.npm_execpath
  const [program, first] = script?.endsWith('.js')
    ? [process.execPath, [script]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  execFileSync(program, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: program.endsWith('.cmd'),
  })
}

/** Node's C headers are 67 MB that only compiling an addon would need. */
function removeHeaders() {
  const packages = at('node_modules', 'node', 'node_modules')
  if (!existsSync(packages)) return
  for (const name of readdirSync(packages)) {
    const headers = path.join(packages, name, 'include')
    // npm's own file is there too, and Node 20 can't remove a path below a file.
    if (existsSync(headers)) rmSync(headers, { recursive: true })
  }
}

/** Deleted with every build, so that code of earlier versions doesn't pile up. */
const compileCache = ['build', '.compile-cache']
const pageSources = [
  'src',
  'public',
  'CHANGELOG.md',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
]

function filesBelow(name) {
  if (!existsSync(at(name))) return []
  if (!statSync(at(name)).isDirectory()) return [name]
  return readdirSync(at(name), { recursive: true })
    .map((entry) => path.join(name, String(entry)))
    .filter((file) => !file.includes('node_modules') && !/\.test\.tsx?$/.test(file) && statSync(at(file)).isFile())
    .sort()
}

function buildIfStale() {
  const stamp = at('build', '.earshot-sources')
  const wanted = hashOf(pageSources.flatMap(filesBelow))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(at('build', 'server', 'index.js')))
    return
  say('Building the pages …')
  rmSync(at(...compileCache), { recursive: true, force: true })
  run(bin('react-router'), ['build'], { quiet: true })
  mkdirSync(at('build'), { recursive: true })
  writeFileSync(stamp, wanted)
}

const environment = () => ({
  ...process.env,
  PATH: [path.dirname(node()), at('node_modules', '.bin'), process.env.PATH].join(path.delimiter),
})

function run(program, args, { quiet = false } = {}) {
  try {
    execFileSync(program, args, {
      cwd: root,
      env: environment(),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      maxBuffer: 64e6,
      shell: program.endsWith('.cmd'),
    })
  } catch (error) {
    if (quiet) process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}`)
    else if (error.status === undefined) process.stderr.write(`${error.message}\n`)
    process.exit(error.status ?? 1)
  }
}

/** Runs the program in place of this one: forwards signals and exits with its exit code. */
function become(program, args) {
  // The program watches this process too, because a killed launcher can't forward signals.
  const env = { ...environment(), EARSHOT_LAUNCHER_PID: String(process.pid) }
  const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenStarterEnds(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
}

/**
 * npm starts this process through a shell that doesn't forward signals, and a killed npm leaves both running. Anything
 * else that starts this process, such as nohup, may end before it.
 */
function whenStarterEnds(then) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const shell = /(^|\/)(da|ba|z|a|k)?sh$/.test(commandOf(parent))
  const npm = shell ? parentOf(parent) : null
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return
    clearInterval(timer)
    then()
  }, 250)
  timer.unref()
}

/** Reads /proc. Systems without it use the direct parent. */
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]
  } catch {
    return ''
  }
}

function parentOf(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

/**
 * PostgreSQL doesn't run as root. If its user can't access this folder, its files are stored elsewhere. Checks that before
 * minutes are spent on installing and building.
 */
function checkRoot() {
  if (process.getuid?.() !== 0 || process.env.DATABASE_URL) return
  const dataDir = path.resolve(root, process.env.DATA_DIR || 'data')
  const closed = closedFolder(root) ?? closedFolder(path.dirname(dataDir))
  if (!closed) return
  const elsewhere = '/var/lib/earshot'
  try {
    mkdirSync(elsewhere, { recursive: true })
    accessSync(elsewhere, constants.W_OK)
    chmodSync(elsewhere, 0o755)
  } catch (error) {
    refuse(
      `Only root can access ${closed}, PostgreSQL runs as another user, and ${elsewhere} can’t be used for its files (${error.code}). Start Earshot as a regular user, clone it into another folder, or set DATABASE_URL.`,
    )
  }
  try {
    execFileSync('sh', ['-c', 'id -u postgres || command -v useradd'], { stdio: 'ignore' })
  } catch {
    refuse(
      'PostgreSQL doesn’t run as root, and there is no user "postgres" and no useradd program to create one. Start Earshot as a regular user, or set DATABASE_URL.',
    )
  }
  say(`Only root can access ${closed}, so PostgreSQL and its files are stored in ${elsewhere}.`)
}

function closedFolder(directory) {
  for (let at = directory; at !== path.dirname(at); at = path.dirname(at))
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return at
  return null
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

const commands = {
  start() {
    buildIfStale()
    // Without this, React includes its development checks.
    process.env.NODE_ENV ??= 'production'
    // With one arena freed memory goes back to the system. With compiled code on disk the next start takes half the
    // CPU time and doesn't load the TypeScript parser.
    process.env.MALLOC_ARENA_MAX ??= '1'
    process.env.NODE_COMPILE_CACHE ??= at(...compileCache)
    // Streams create many short-lived objects. A small young generation and earlier garbage collection need a third less
    // memory. See docs/decisions/0019.
    become(node(), ['--max-semi-space-size=8', '--heap-growing-percent=30', 'src/main.ts', ...rest])
  },
  /** What `start` does first, for several processes of one folder that start at the same time. */
  prepare() {
    buildIfStale()
  },
  dev() {
    become(node(), ['--watch-path=src', '--watch-preserve-output', 'src/main.ts', '--dev', ...rest])
  },
  test() {
    buildIfStale()
    become(node(), ['scripts/test.ts', ...rest])
  },
  check() {
    run(bin('react-router'), ['typegen'])
    run(bin('tsc'), ['--noEmit'])
    run(node(), ['scripts/copy-check.ts'])
    run(bin('biome'), ['check', '--error-on-warnings', '.'])
  },
  verify() {
    commands.check()
    commands.test()
  },
  backup() {
    become(node(), ['src/backup.ts', ...rest])
  },
  restore() {
    become(node(), ['src/restore.ts', ...rest])
  },
  doctor() {
    become(node(), ['src/doctor.ts', ...rest])
  },
  distribute() {
    become(node(), ['src/distribute.ts', ...rest])
  },
  rebalance() {
    become(node(), ['src/rebalance.ts', ...rest])
  },
  screenshots() {
    buildIfStale()
    become(node(), ['scripts/screenshots.ts', ...rest])
  },
  client() {
    become(node(), ['scripts/build-client.ts'])
  },
  bench() {
    buildIfStale()
    become(node(), ['bench/run.ts', ...rest])
  },
}

if (!commands[command]) {
  process.stderr.write(`Unknown command ${command}. Use one of ${Object.keys(commands).join(', ')}.\n`)
  process.exit(1)
}
if (['start', 'dev'].includes(command)) checkRoot()
installIfStale()
commands[command]()
