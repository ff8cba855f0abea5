import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Databases of released versions in tests/releases: `<version>.tar.gz` is an archive (npm run backup), and
 * `<version>.json` has this type. scripts/record-release.ts creates both at a release, and they never change
 * afterwards.
 */
export type Release = {
  version: string
  /** Its last migration. */
  migration: string
  schema: string[]
  owner: { email: string; password: string }
  /** Calls by the owner with that version's responses, shortened. */
  answers: { path: string; body: object; answer: object }[]
  /** An image in the archive. */
  picture: string
}

export const releasesFolder = path.resolve(import.meta.dirname, '..', 'releases')
export const getArchive = (version: string) => path.join(releasesFolder, `${version}.tar.gz`)
/** The encryption key of the recorded installation. */
export const recordedSecret = 'a secret for tests that is long enough'

export const readReleases = (): Release[] =>
  readdirSync(releasesFolder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(releasesFolder, name), 'utf8')) as Release)

/** Fields that depend on the date of the call. */
const dated = new Set(['preview_url', 'next_run_at'])

/** The first eight items of each list, without fields that depend on the date. */
export function shortened(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, 8).map(shortened)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => !dated.has(name))
      .map(([name, value]) => [name, shortened(value)]),
  )
}
