import type { ReadZip } from '#platform/storage/zip-reader.ts'
import { type ArchiveManifest, manifestFile } from './rules/archive-manifest.ts'
import { refuseArchive } from './rules/validate-archive/check-rows.ts'

/** The files must match the manifest exactly. */
export function checkFiles({ files }: ArchiveManifest, zip: ReadZip) {
  for (const [name, { bytes }] of Object.entries(files)) {
    const there = zip.files.get(name)
    if (there === undefined)
      throw refuseArchive(`The archive lacks ${name}, which its manifest lists. Upload the complete archive.`)
    if (there !== bytes)
      throw refuseArchive(`${name} in the archive doesn’t have the size its manifest states. The file was changed.`)
  }
  for (const name of zip.files.keys())
    if (name !== manifestFile && !Object.hasOwn(files, name))
      throw refuseArchive(`The archive holds ${name}, which its manifest doesn’t list. Upload the original archive.`)
}
