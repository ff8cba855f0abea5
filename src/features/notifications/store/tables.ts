import type { Generated, JSONColumnType } from 'kysely'
import type { FailureColumn } from '#platform/stored-error.ts'
import type { NotificationData } from '../rules/run-changes.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    notifications: NotificationsTable
    digest_entries: DigestEntriesTable
    digest_comments: DigestCommentsTable
    digest_readers: DigestReadersTable
    digests: DigestsTable
    webhook_deliveries: WebhookDeliveriesTable
  }
}

export type NotificationsTable = {
  user_id: string
  id: Generated<string>
  workspace_id: string
  kind: string
  run_id: string
  subject_id: string
  data: JSONColumnType<NotificationData, string, string>
  created_at: Generated<Date>
  read_at: Date | null
}

export type DigestEntriesTable = {
  email: string
  run_id: string
  workspace_id: string
  listener_id: string
  /** The digest that includes it. */
  digest_id: string | null
  created_at: Generated<Date>
}

/** A comment or decision that a person hasn't read. */
export type DigestCommentsTable = {
  user_id: string
  /** Of the notification about it. */
  run_id: string
  /** Id of the comment, or of the document that was decided on. */
  item_id: string
  workspace_id: string
  kind: 'document_comment' | 'document_review' | 'plan_comment'
  mentioned: boolean
  /** The digest that includes it. */
  digest_id: string | null
  created_at: Generated<Date>
}

export type DigestReadersTable = {
  email: string
  due_at: Date | null
  /** When the last digest was created. */
  last_at: Date | null
  /** Unsubscribed by the link in an email. */
  declined: Generated<boolean>
}

export type DigestsTable = {
  id: string
  email: string
  state: 'sending' | 'sent' | 'unclear' | 'refused'
  attempt: Generated<number>
  retry_at: Date | null
  error: string | null
  created_at: Generated<Date>
  sent_at: Date | null
}

export type WebhookDeliveriesTable = {
  workspace_id: string
  listener_id: string
  id: string
  run_id: string
  url: string
  state: 'waiting' | 'sending' | 'delivered' | 'failed' | 'unclear'
  by_hand: Generated<boolean>
  attempts: Generated<number>
  next_at: Date | null
  status: number | null
  ms: number | null
  error: string | null
  failure: FailureColumn
  created_at: Generated<Date>
  tried_at: Date | null
}
