import type { Decay } from '../contract.ts'
import type { DecayRow } from '../store/decay-store.ts'

export const presentDecay = (row: DecayRow): Decay => ({
  _id: row.id,
  page: row.page,
  title: row.title,
  against: row.against,
  change: row.change,
  interval: { low: row.low, high: row.high },
  clicks: row.clicks,
  clicks_before: row.clicks_before,
  causes: { demand: row.demand, position: row.position, ctr: row.ctr },
  seasonal: row.seasonal,
  queries: row.queries,
  since: row.since,
  last_day: row.last_day,
  draft_id: row.draft_id,
  state: row.state,
  found_at: row.found_at.toISOString(),
})
