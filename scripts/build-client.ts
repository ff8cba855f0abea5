import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readEndpoints } from './client-package/read-endpoints.ts'
import { writeCalls, writeTypes } from './client-package/write-package.ts'

/** Writes packages/client/build: the runtime, the table of calls and their types, from the contracts. */

const root = path.resolve(import.meta.dirname, '..')
const build = path.join(root, 'packages', 'client', 'build')

const endpoints = await readEndpoints(path.join(root, 'src', 'features'))
mkdirSync(build, { recursive: true })
copyFileSync(path.join(import.meta.dirname, 'client-package', 'runtime.js'), path.join(build, 'index.js'))
writeFileSync(path.join(build, 'calls.js'), writeCalls(endpoints))
writeFileSync(path.join(build, 'index.d.ts'), writeTypes(endpoints))
