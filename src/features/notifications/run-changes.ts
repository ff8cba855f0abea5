/** What a run has to tell, as the channels need it. */

/** What the feed inside the app keeps of a run. */
export type NotificationData = {
  keyword: string
  added: number
  removed: number
  first: boolean
  examples: string[]
  /** Instead of a run: listeners that were paused, for the plan allows no more than `limit`. */
  paused?: { count: number; limit: number }
}

export type RunAlert = {
  workspaceId: string
  listenerId: string
  runId: string
  byHand: boolean
  emails: string[]
  webhook: string | null
  data: NotificationData
}

/** How many phrases a run brought and dropped. */
export type RunCounts = { runId: string; added: number; removed: number }

/** One run with what it brought, for mails and webhooks. */
export type RunDetails = {
  workspaceId: string
  listenerId: string
  runId: string
  keyword: string
  country: string
  language: string
  at: string
  first: boolean
  /** Webhooks are signed with it. */
  secret: string
  added: ChangedKeyword[]
  removed: ChangedKeyword[]
  sourceErrors: { source: string; message: string }[]
}
/** One a phrase. `sources`: those that brought it in this run, or that dropped it; `source` is the first of them. */
export type ChangedKeyword = { text: string; type: string; source: string; sources: string[] }
