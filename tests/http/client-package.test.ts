import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { scopes } from '../../src/kit/endpoint.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** The client as its users have it: packed by npm, unpacked elsewhere, its types checked and its calls made. */

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..', '..')

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-client-'))
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: path.join(root, 'packages', 'client'),
  })
  const file = /earshot-client-[\d.]+\.tgz/.exec(packed.stdout)![0]
  const installed = path.join(folder, 'node_modules', 'earshot-client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['xzf', path.join(folder, file), '--strip-components=1', '-C', installed])
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}')
})
afterAll(async () => {
  await server?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const program = `
import { createClient, EarshotError } from 'earshot-client'

const [url, key, workspaceId] = process.argv.slice(2) as [string, string, string]
const earshot = createClient({ url, key, workspaceId })
const { report } = await earshot.reports.new(
  { type: 'topic', query: 'cold brew coffee', country: 'US', language: 'en', sources: ['sample'] },
  { idempotencyKey: 'one' },
)
const id = report!._id
const seen: string[] = []
for await (const { event, data } of earshot.reports.events({ id })) {
  if (event === 'rows') data.total.toFixed()
  seen.push(event)
}
const rows = await earshot.reports.rows({ _id: id, section: 'questions', limit: 3 })
const csv = await (await earshot.reports.export({ id, format: 'csv' })).text()
const imported = await earshot.imports.add({ file: new File(['Keyword\\ncold brew\\n'], 'keywords.csv') })
const error = await earshot.reports.new({ type: 'topic', query: 'x', country: 'Narnia', language: 'en' }).catch((e: unknown) => e)
if (!(error instanceof EarshotError)) throw new Error('expected an error')
const batches = await earshot.ai.batch.find()
const result = { last: seen.at(-1), rows: rows.items.length, csv, imported: imported.import.accepted, code: error.code,
  field: error.field, status: error.status, batches: batches.total }
console.log(JSON.stringify(result))
`

test('the packed client has every call a key can make, and no other', async () => {
  const { calls } = (await import(path.join(folder, 'node_modules', 'earshot-client', 'build', 'calls.js'))) as {
    calls: { method: string; path: string }[]
  }
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Record<string, unknown>>>
  }
  const scoped = Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation['x-required-scope'])
      .map(([method]) => `${method.toUpperCase()} ${url}`),
  )
  expect(calls.map(({ method, path: url }) => `${method} ${url}`).sort()).toEqual(scoped.sort())
})

test('a program with the packed client passes the type check and makes its calls', async () => {
  const { call, workspaceId } = await server.signUp()
  const { key } = await call(apiKeysContract.add, { workspace_id: workspaceId, name: 'Program', scopes: [...scopes] })
  const file = path.join(folder, 'program.ts')
  await writeFile(file, program)
  const check = (source: string) =>
    run(process.execPath, [
      path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
      ...[
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        'false',
        '--target',
        'es2024',
        '--module',
        'nodenext',
      ],
      ...['--types', 'node', '--typeRoots', path.join(root, 'node_modules', '@types'), source],
    ])
  await check(file).catch((error: { stdout: string }) => expect.fail(error.stdout))
  const wrong = path.join(folder, 'wrong.ts')
  await writeFile(wrong, program.replace("type: 'topic', query: 'cold", "type: 'poem', query: 'cold"))
  await expect(check(wrong)).rejects.toMatchObject({ stdout: expect.stringContaining('"poem"') })
  const { stdout } = await run(process.execPath, [file, server.url, key, workspaceId])
  expect(JSON.parse(stdout)).toEqual({
    last: 'done',
    rows: 3,
    csv: expect.stringMatching(/keyword/i),
    imported: 1,
    code: 'invalid_input',
    field: 'country',
    status: 400,
    batches: 0,
  })
  expect(await readFile(path.join(folder, 'node_modules', 'earshot-client', 'README.md'), 'utf8')).toContain(
    'createClient',
  )
})
