import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Installs what bench/package.json lists, such as Lighthouse, unless it's installed already. Earshot and its tests don't
 * need it. Prints a sentence and returns false when that fails.
 */
export function installPackages() {
  const lock = readFileSync(path.join(import.meta.dirname, 'package-lock.json'), 'utf8')
  const stamp = path.join(import.meta.dirname, 'node_modules', '.earshot-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return true
  console.log('Installing the packages that only benchmarks need (200 MB) …')
  const script = process.env.npm_execpath
  const [program, first] = script?.endsWith('.js')
    ? [process.execPath, [script]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  const { status } = spawnSync(program, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: program.endsWith('.cmd'),
  })
  if (status !== 0) {
    console.log('The packages in bench/package.json couldn’t be installed. Check the network connection and try again.')
    return false
  }
  writeFileSync(stamp, lock)
  return true
}
