import type { Volume } from '#providers/search-data/port.ts'

/** Run changes as each notification channel needs them. */

/** Content of an in-app notification. */
export type NotificationData = {
  keyword: string
  added: number
  removed: number
  first: boolean
  examples: string[]
  /** For paused listeners instead of a run: the plan allows `limit`. */
  paused?: { count: number; limit: number }
  /** For a batch that ended instead of a run. */
  batch?: { done: number; failed: number }
  /** For pages of a site that lose clicks: how many, and in percent what the first lost. */
  decay?: { pages: number; change: number }
  /** For a comment on a document: who wrote it, and what they decided. */
  comment?: { by: string; is_guest: boolean; decision?: 'approved' | 'changes' }
  /** For a document that got this person as its owner. */
  assigned?: { by: string; due_on: string | null }
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

/** Phrases a run added and removed. */
export type RunCounts = { runId: string; added: number; removed: number }

/** One run with its changes, for emails and webhooks. */
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
/** One per phrase. `sources` added or dropped it in this run; `source` is the first. */
export type ChangedKeyword = {
  text: string
  type: string
  source: string
  sources: string[]
  /** What the workspace knows of it. Only emails have it. */
  volume?: Volume | null
  difficulty?: number | null
}
