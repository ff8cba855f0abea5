import { createHash } from 'node:crypto'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { portabilityContract, type WorkspaceImport } from '../../src/features/portability/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { readAnswer } from '../../src/kit/client.ts'
import { AppError } from '../../src/kit/errors.ts'
import { until } from './wait-until.ts'

/** Workspace archives that tests open, change and import. */

type Person = { token: string; call: Call; workspaceId: string }
// biome-ignore lint/suspicious/noExplicitAny: rows of every table, as in their file
export type Rows = Record<string, any>[]

export async function getArchive(server: { url: string }, person: Person, timeoutMs = 120_000): Promise<Uint8Array> {
  const { archive } = await person.call(portabilityContract.exportWorkspace, { workspace_id: person.workspaceId })
  await until(
    'the archive',
    async () => {
      const { items } = await person.call(portabilityContract.archives, { workspace_id: person.workspaceId })
      const now = items.find(({ _id }) => _id === archive._id)!
      if (now.status === 'failed') throw new Error(`The archive failed: ${now.error}`)
      return now.status === 'done'
    },
    timeoutMs,
  )
  const response = await fetch(`${server.url}/user/workspace/archive/${archive._id}`, {
    headers: { Authorization: `Bearer ${person.token}` },
  })
  if (response.status !== 200) throw new Error(await response.text())
  return response.bytes()
}

export async function send(
  server: { url: string },
  token: string,
  archive: Uint8Array,
  headers: Record<string, string> = {},
) {
  return fetch(`${server.url}/user/workspace/import`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/zip', Authorization: `Bearer ${token}`, ...headers },
    body: archive as BodyInit,
  })
}

/** Imports an archive and waits for the end. @throws AppError if it is rejected before it is read */
export async function importArchive(
  server: { url: string },
  person: Person,
  archive: Uint8Array,
  timeoutMs = 120_000,
): Promise<WorkspaceImport> {
  const { import: begun } = (await readAnswer(await send(server, person.token, archive))) as { import: WorkspaceImport }
  return until(
    'the workspace',
    async () => {
      const { items } = await person.call(portabilityContract.imports, {})
      const now = items.find(({ _id }) => _id === begun._id)!
      return now.status === 'queued' || now.status === 'running' ? null : now
    },
    timeoutMs,
  )
}

export const getSentence = async (importing: Promise<WorkspaceImport>): Promise<string> =>
  importing.then(
    ({ status, error }) => error ?? status,
    (error) => {
      if (error instanceof AppError) return error.message
      throw error
    },
  )

/** Opens an archive for reading and changes. `zip` writes it again, by default with a matching manifest. */
export function openArchive(archive: Uint8Array) {
  const files = unzipSync(archive)
  return opened(files, JSON.parse(strFromU8(files['manifest.json']!)))
}

// biome-ignore lint/suspicious/noExplicitAny: changed in ways no type allows
function opened(files: Record<string, Uint8Array>, manifest: any) {
  return {
    files,
    manifest,
    /** A copy to be changed independently. */
    copy: () => opened({ ...files }, structuredClone(manifest)),
    text: (name: string) => strFromU8(files[name]!),
    rows(table: string): Rows {
      return strFromU8(files[`data/${table}.jsonl`]!)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    },
    set(table: string, rows: Rows) {
      files[`data/${table}.jsonl`] = strToU8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      manifest.tables.find((each: { name: string }) => each.name === table).rows = rows.length
    },
    /** Changes the first row of a table. */
    change(table: string, change: Record<string, unknown>) {
      const rows = this.rows(table)
      Object.assign(rows[0]!, change)
      this.set(table, rows)
    },
    zip({ hashes = true } = {}): Uint8Array {
      if (hashes) {
        manifest.files = {}
        for (const [name, bytes] of Object.entries(files))
          if (name !== 'manifest.json')
            manifest.files[name] = {
              bytes: bytes.byteLength,
              sha256: createHash('sha256').update(bytes).digest('hex'),
            }
      }
      files['manifest.json'] = strToU8(JSON.stringify(manifest))
      return zipSync(files, { level: 1 })
    },
  }
}
