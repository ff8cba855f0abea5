import type { Generated } from 'kysely'

declare module '#platform/database/database.ts' {
  interface Tables {
    site_visit_logs: SiteVisitLogsTable
    site_visit_days: SiteVisitDaysTable
    site_bot_visits: SiteBotVisitsTable
    site_referral_exports: SiteReferralExportsTable
    site_referral_rows: SiteReferralRowsTable
  }
}

/** A server log that was uploaded. The log itself isn’t stored. */
export type SiteVisitLogsTable = {
  workspace_id: string
  site_id: string
  id: string
  file_name: string
  /** Of the file, so that the same one is read once. */
  digest: string
  from_day: string | null
  to_day: string | null
  lines: number
  /** Visits of bots, and those that no earlier log had. */
  visits: number
  added: number
  unread: number
  elsewhere: number
  created_by: string | null
  created_at: Generated<Date>
}

export type SiteVisitDaysTable = {
  workspace_id: string
  site_id: string
  day: string
  /** Hashes of the bots’ lines without the visitor’s address, ascending, six bytes each. Null: nothing more is counted on this day. */
  seen: Buffer | null
}

/** Visits of a day. An empty path: files, or pages beyond the limit of a day. */
export type SiteBotVisitsTable = {
  workspace_id: string
  site_id: string
  day: string
  bot: string
  kind: 'page' | 'file' | 'robots'
  path: string
  status: number
  visits: number
  last_at: Date
}

/** The latest export of Google Analytics. */
export type SiteReferralExportsTable = {
  workspace_id: string
  site_id: string
  file_name: string
  from_day: string | null
  to_day: string | null
  /** Sessions of all sources. */
  all_sessions: number
  /** Rows of the file, and those that couldn’t be read. */
  total: number
  rejected: number
  created_by: string | null
  created_at: Generated<Date>
}

/** Sessions from an assistant. */
export type SiteReferralRowsTable = {
  workspace_id: string
  site_id: string
  no: number
  assistant: string
  source: string
  page: string | null
  sessions: number
}
