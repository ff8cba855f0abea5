import type { Generated, JSONColumnType } from 'kysely'
import type { DomainRecord, DomainStatus, DomainTarget } from './contract.ts'

declare module '#platform/database.ts' {
  interface Tables {
    domains: DomainsTable
    released_domains: ReleasedDomainsTable
    brands: BrandsTable
  }
}

export type DomainsTable = {
  workspace_id: string
  /** As domain-name.ts makes it. */
  domain: string
  target: DomainTarget
  status: Generated<DomainStatus>
  error: string | null
  /** As they were looked at last. */
  records: JSONColumnType<DomainRecord[], string, string>
  /** Since when this workspace wants it: what is not verified in time stands in nobody's way. */
  claimed_at: Generated<Date>
  verified_at: Date | null
  first_verified_at: Date | null
  checked_at: Date | null
  /** When a job looks next; null: not by itself. */
  check_at: Date | null
  /** Looks in a row that found an active domain pointing elsewhere. */
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
