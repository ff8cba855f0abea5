// Plain JavaScript for whatever Node the machine has: installs and builds what is missing, then hands over to the
// project's own Node (the npm package "node").
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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

function installIfStale() {
  const stamp = at('node_modules', '.earshot-lock')
  const wanted = hashOf(['package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Installing what the lockfile names …')
  const npm = process.env.npm_execpath
  const [program, args] = npm?.endsWith('.js')
    ? [process.execPath, [npm, 'ci']]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci']]
  execFileSync(program, [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: program.endsWith('.cmd'),
  })
  writeFileSync(stamp, wanted)
}

const pageSources = ['src', 'public', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json']

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

/** Becomes the given program: signals go to it, its exit code is ours. */
function become(program, args) {
  const child = spawn(program, args, { cwd: root, env: environment(), stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

const commands = {
  start() {
    buildIfStale()
    // React carries its development checks along unless told that this is no development.
    process.env.NODE_ENV ??= 'production'
    // Streams make much that lives a moment: in a smaller nursery, and tidied up before the heap has grown by more than a third,
    // it takes a third less memory. See docs/decisions/0019.
    become(node(), ['--max-semi-space-size=8', '--heap-growing-percent=30', 'src/main.ts', ...rest])
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
  pictures() {
    buildIfStale()
    become(node(), ['scripts/screenshots.ts', ...rest])
  },
  bench() {
    buildIfStale()
    become(node(), ['bench/run.ts', ...rest])
  },
}

if (!commands[command]) {
  process.stderr.write(`There is no command ${command}: use ${Object.keys(commands).join(', ')}.\n`)
  process.exit(1)
}
installIfStale()
commands[command]()
