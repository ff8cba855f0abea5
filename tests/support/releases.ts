import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Databases as released versions left them, in tests/releases: `<version>.tar.gz` is an archive (npm run backup), `<version>.json` is
 * this. scripts/record-release.ts makes both when a version is released; they never change afterwards.
 */
export type Release = {
  version: string
  /** The last migration it had. */
  migration: string
  schema: string[]
  owner: { email: string; password: string }
  /** Calls of the owner, and what that version answered, shortened. */
  answers: { path: string; body: object; answer: object }[]
  /** A picture of the archive's files. */
  picture: string
}

export const releasesFolder = path.resolve(import.meta.dirname, '..', 'releases')
export const getArchive = (version: string) => path.join(releasesFolder, `${version}.tar.gz`)
/** Of the installation that was recorded: what it sealed opens with the same. */
export const recordedSecret = 'a secret for tests that is long enough'

export const readReleases = (): Release[] =>
  readdirSync(releasesFolder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(releasesFolder, name), 'utf8')) as Release)

/** Fields that differ with the day they are read. */
const dated = new Set(['preview_url', 'next_run_at'])

/** The first eight of each list, without fields that change with the day. */
export function shortened(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, 8).map(shortened)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => !dated.has(name))
      .map(([name, value]) => [name, shortened(value)]),
  )
}
