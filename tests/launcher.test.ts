import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** What scripts/run.js checks before it spends minutes on installing and building. */

let clone: string
beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'earshot-clone-'))
  await mkdir(path.join(clone, 'scripts'))
  await copyFile(path.join(import.meta.dirname, '..', 'scripts', 'run.js'), path.join(clone, 'scripts', 'run.js'))
  await writeFile(path.join(clone, 'package.json'), '{"type": "module"}')
  await writeFile(path.join(clone, 'package-lock.json'), '{}')
  // Stands for npm: installing ends the launcher, which has then got past its checks.
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

describe.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')('root', () => {
  test('in a folder nobody else may enter is told where the database is kept, before installing', () => {
    const { stdout } = start()
    expect(stdout.trim().split('\n')).toEqual([
      `Only root can access ${clone}, so PostgreSQL and its files are stored in /var/lib/earshot.`,
      'Installing dependencies …',
    ])
  })

  test('with a data folder nobody else may enter is told so too', async () => {
    await chmod(clone, 0o755)
    const closed = path.join(clone, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const { stdout } = start({ DATA_DIR: path.join(closed, 'data') })
    expect(stdout).toContain(`Only root can access ${closed}, so`)
  })

  test('without a user for the database, and no way to make one, is refused before installing', async () => {
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
  ])('with %s is told nothing', async (_name, mode, env) => {
    await chmod(clone, mode)
    expect(start(env as Record<string, string>).stdout.trim()).toBe('Installing dependencies …')
  })
})
