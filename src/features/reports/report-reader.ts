import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { ReadReplica } from '#platform/database/read-replica.ts'
import { findContentVersion } from './store/content-version-store.ts'

/** Reads the content of finished reports with the database that has it as it is now. `work` may run twice. */
export type ReadReport = <T>(reports: ResourceRef | ResourceRef[], work: (db: Database) => Promise<T>) => Promise<T>

type Dependencies = { db: Database; replica: ReadReplica | null }

/**
 * The read replica answers if it has the same version of the report as the primary, so nobody reads anything older than what is
 * committed, whichever process wrote it.
 */
export function createReportReader({ db, replica }: Dependencies): ReadReport {
  if (!replica) return (_reports, work) => work(db)
  return (reports, work) => {
    const refs = Array.isArray(reports) ? reports : [reports]
    return replica.readVersion(
      'report',
      async (from) => {
        const versions = await Promise.all(refs.map((ref) => findContentVersion(from, ref)))
        return versions.includes(null) ? null : versions.join(' ')
      },
      work,
    )
  }
}
