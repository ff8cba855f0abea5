import type { Generated, JSONColumnType } from 'kysely'

declare module '#platform/database/database.ts' {
  interface Tables {
    audit_log: AuditLogTable
  }
}

export type AuditLogTable = {
  id: string
  at: Generated<Date>
  actor_id: string | null
  actor_email: string
  /** What was done, as `area.verb`: `support.signed_in`, `plan.granted`. */
  action: string
  /** To whom or what: an email, a plan's name, a code's tier. */
  subject: string | null
  details: JSONColumnType<Record<string, unknown>, string, string>
  address: string | null
}
