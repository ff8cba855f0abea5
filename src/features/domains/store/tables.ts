import type { Generated, JSONColumnType } from 'kysely'
import type { FailureColumn } from '#platform/stored-error.ts'
import type { DomainRecord, DomainStatus, DomainTarget } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    domains: DomainsTable
    released_domains: ReleasedDomainsTable
    brands: BrandsTable
  }
}

export type DomainsTable = {
  workspace_id: string
  /** Normalized (domain-name.ts). */
  domain: string
  target: DomainTarget
  status: Generated<DomainStatus>
  error: string | null
  failure: FailureColumn
  /** Results of the last DNS check. */
  records: JSONColumnType<DomainRecord[], string, string>
  /** When the workspace claimed it. Unverified claims lapse. */
  claimed_at: Generated<Date>
  verified_at: Date | null
  first_verified_at: Date | null
  checked_at: Date | null
  /** Next check by a job; null: none. */
  check_at: Date | null
  /** Failed checks in a row of an active domain. */
  left_checks: Generated<number>
  left_since: Date | null
  unreachable_since: Date | null
  switched_off_at: Date | null
  created_by: string | null
  created_at: Generated<Date>
}

/** Written by triggers. */
export type ReleasedDomainsTable = { domain_hash: Buffer; workspace_id: string; released_at: Generated<Date> }

export type BrandsTable = { workspace_id: string; name: string | null; logo: string | null; color: string | null }
