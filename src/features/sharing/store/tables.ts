import type { Generated } from 'kysely'
import type { MailingFrequency } from '../contract-mailings.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    shares: SharesTable
    report_mailings: ReportMailingsTable
    report_mail_recipients: ReportMailRecipientsTable
    report_mail_extras: ReportMailExtrasTable
  }
}

export type SharesTable = {
  workspace_id: string
  report_id: string
  id: string
  sections: string[]
  /** For readers; null: the report's query. */
  title: string | null
  password_hash: string | null
  expires_at: Date | null
  created_by: string | null
  created_at: Generated<Date>
}

export type ReportMailingsTable = {
  workspace_id: string
  report_id: string
  frequency: MailingFrequency
  sections: string[]
  /** For readers; null: the report's name. */
  title: string | null
  /** Above the report in the email. */
  message: string | null
  paused: Generated<boolean>
  /** When it's sent next; null while it's paused. */
  next_at: Date | null
  created_by: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** What an emailed report has besides the report. `ref_id` names a thing that may be gone. */
export type ReportMailExtrasTable = {
  workspace_id: string
  report_id: string
  no: number
  kind: 'ranks' | 'answers' | 'site' | 'plan' | 'listener'
  ref_id: string | null
}

/** Who gets a report, and what became of the last email to them. */
export type ReportMailRecipientsTable = {
  workspace_id: string
  report_id: string
  email: string
  name: Generated<string>
  /** Unsubscribed by the link in an email. */
  declined: Generated<boolean>
  state: Generated<'waiting' | 'sending' | 'sent' | 'unclear' | 'refused'>
  attempt: Generated<number>
  /** When it's sent; null if nothing waits. */
  retry_at: Date | null
  claimed_at: Date | null
  sent_at: Date | null
}
