import type { RunDetails } from '#features/notifications/rules/run-changes.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Item, Listener, ListenerHead, Run } from './contract.ts'
import type { ListenerTokens } from './listener-tokens.ts'
import { pausedReason } from './rules/paused-reason.ts'
import { createPhraseType } from './rules/phrase-type.ts'
import type { Change as PhraseChange, PhraseState } from './rules/replay-history.ts'
import type { RunRow } from './store/run-store.ts'
import type { ListenerRow } from './store/store.ts'

export const presentHead = (row: ListenerRow): ListenerHead => ({
  _id: row.id,
  workspace_id: row.workspace_id,
  keyword: row.keyword,
  country: row.country,
  language: row.language,
  frequency: row.frequency,
  status: row.status,
  paused_reason: pausedReason(row.paused_limit),
  running: row.running || row.by_hand || isDueFirst(row),
  last_run_at: row.last_run_at?.toISOString() ?? null,
  next_run_at: row.next_run_at?.toISOString() ?? null,
  new_count: row.new_count,
  item_count: row.heard_count,
  run_count: row.run_count,
  failing_sources: row.failing,
  sparkline: row.sparkline,
  created_at: row.created_at.toISOString(),
})

export const toRef = (row: ListenerRow): ResourceRef => ({ workspaceId: row.workspace_id, id: row.id })

/** @param view `secret`: include the webhook secret */
export function presentListener(row: ListenerRow, tokens: ListenerTokens, view: { secret: boolean }): Listener {
  const feedUrl = row.rss ? tokens.getFeedUrl(row) : null
  return {
    ...presentHead(row),
    sources: row.wanted_sources,
    filters: { include: row.include, exclude: row.exclude },
    notify: { email: row.notify_emails, webhook: row.webhook, rss: row.rss },
    webhook_secret: view.secret ? tokens.openSecret(row) : null,
    rss_url: feedUrl && `${feedUrl}/rss`,
    json_feed_url: feedUrl && `${feedUrl}/json`,
    volatility: row.volatility,
  }
}

export const getErrors = (run: RunRow): Run['source_errors'] =>
  run.sources.flatMap(({ id, label, outcome, error, failure = null }) =>
    outcome === 'answered' ? [] : [{ source: id, label, outcome, message: error ?? 'No response.', failure }],
  )

export const presentRun = (run: RunRow): Run => ({
  _id: run.id,
  no: run.no,
  at: run.at.toISOString(),
  by_hand: run.by_hand,
  added: run.added,
  removed: run.removed,
  heard: run.heard,
  spent_usd: Number(run.sources.reduce((sum, { spent_usd = 0 }) => sum + spent_usd, 0).toFixed(6)),
  source_errors: getErrors(run),
})

export function presentItem(phrase: PhraseState, row: ListenerRow, typeOf: (text: string) => string): Item {
  const seen = phrase.items.map(({ source, active, seen_at }) => {
    const answered = active ? row.heard[source]?.at : undefined
    return answered && new Date(answered) > seen_at ? new Date(answered) : seen_at
  })
  return {
    text: phrase.text,
    type: typeOf(phrase.text),
    source: phrase.sources[0]!,
    sources: phrase.sources,
    state: !phrase.active ? 'gone' : phrase.first_run === row.run_count ? 'new' : 'active',
    first_seen: phrase.first_seen.toISOString(),
    last_seen: getLatest(seen).toISOString(),
  }
}

export const getLatest = (dates: Date[]): Date => dates.reduce((latest, date) => (date > latest ? date : latest))

/** True while the first run waits for a worker. */
export const isDueFirst = ({ run_count, status, take_at }: ListenerRow) =>
  run_count === 0 && status === 'active' && take_at !== null && take_at <= new Date()

export function toRunDetails(row: ListenerRow, run: RunRow, changes: PhraseChange[], secret: string): RunDetails {
  const items = changes.filter(({ passes }) => passes)
  const typeOf = createPhraseType(row)
  const toItem = ({ text, sources }: PhraseChange) => ({
    text,
    type: typeOf(text),
    source: sources[0] ?? '',
    sources,
  })
  return {
    workspaceId: row.workspace_id,
    listenerId: row.id,
    runId: run.id,
    keyword: row.keyword,
    country: row.country,
    language: row.language,
    at: run.at.toISOString(),
    first: run.no === 1,
    secret,
    added: items.filter(({ kind }) => kind !== 'removed').map(toItem),
    removed: items.filter(({ kind }) => kind === 'removed').map(toItem),
    sourceErrors: getErrors(run).map(({ source, message }) => ({ source, message })),
  }
}
