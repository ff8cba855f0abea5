import { createHash } from 'node:crypto'
import { damaged, type ReadZip } from '#platform/storage/zip-reader.ts'
import { lineBatches } from './rules/archive-lines.ts'
import { type ArchiveManifest, tableFile } from './rules/archive-manifest.ts'
import type { ArchivedTable } from './rules/archived-tables.ts'
import { createRowCheck, type Row, refuseArchive } from './rules/validate-archive/check-rows.ts'

export type Reading = ReturnType<typeof createReading>

/**
 * Reads files of the archive and verifies their SHA-256 against the manifest.
 * @param columns the archive's columns by table
 */
export function createReading(zip: ReadZip, manifest: ArchiveManifest, columns: Map<string, string[]>) {
  return {
    workspaceId: manifest.workspace.id,
    /** The URL of the server that made the archive. */
    formerUrl: manifest.public_url,
    columns,
    countRows: (table: string) => manifest.tables.find(({ name }) => name === table)?.rows ?? 0,
    has: (name: string) => zip.files.has(name),
    names: () => zip.files.keys(),
    countBytes: (name: string) => zip.files.get(name) ?? 0,
    readChunks,

    async readFile(name: string): Promise<Buffer> {
      return Buffer.concat(await Array.fromAsync(readChunks(name)))
    },

    /**
     * The rows of a table in batches, each row checked, with the number of the batch's last line.
     * @throws AppError for a row that isn't valid or isn't of this workspace, and for more or fewer rows than stated
     */
    async *readRows(table: ArchivedTable, onBytes: (bytes: number) => Promise<void>) {
      const check = createRowCheck(table, columns.get(table.name)!, manifest.workspace.id)
      let line = 0
      let bytes = 0
      const counted = async function* () {
        for await (const piece of readChunks(tableFile(table.name))) {
          bytes += piece.byteLength
          yield piece
        }
      }
      for await (const lines of lineBatches(counted())) {
        const rows: Row[] = []
        for (const text of lines) {
          line += 1
          rows.push(check(parseRow(text, table, line), line))
        }
        yield { rows, line }
        await onBytes(bytes)
        bytes = 0
      }
      const stated = this.countRows(table.name)
      if (line !== stated)
        throw refuseArchive(
          `The archive says ${stated} rows of ${table.name}, but has ${line}. Upload the original archive.`,
        )
    },
  }

  async function* readChunks(name: string): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    const stream = await zip.read(name)
    try {
      for await (const piece of stream as AsyncIterable<Uint8Array>) {
        hash.update(piece)
        yield piece
      }
    } catch (error) {
      throw stream.errored ? damaged(error) : error
    }
    if (hash.digest('hex') !== manifest.files[name]?.sha256)
      throw refuseArchive(`${name} in the archive doesn’t match its manifest (SHA-256). The file was changed.`)
  }
}

function parseRow(text: string, table: ArchivedTable, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refuseArchive(`Row ${line.toLocaleString('en')} of ${table.name} in the archive isn’t valid JSON.`, cause)
  }
}
