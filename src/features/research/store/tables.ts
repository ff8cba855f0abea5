import type { Generated, JSONColumnType } from 'kysely'
import type { LookupKind, TrendAnswer, TrendRange, TrendSource, VolumeAnswer } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    lookups: LookupsTable
  }
}

/** What was asked, as it is told and compared. */
export type LookupQuestion = {
  keywords: string[]
  country: string | null
  language: string | null
  range: TrendRange | null
  source: TrendSource | null
}

/** The answer without what its row knows: its id. */
export type LookupAnswer = Omit<TrendAnswer, 'lookup_id'> | Omit<VolumeAnswer, 'lookup_id'>

export type LookupsTable = {
  workspace_id: string
  id: string
  kind: LookupKind
  /** `running` holds units that go back when nothing comes of it. */
  status: 'running' | 'done'
  question: JSONColumnType<LookupQuestion, string, string>
  answer: JSONColumnType<LookupAnswer, string | null, string | null> | null
  provider: string | null
  known: Generated<number>
  missing: Generated<number>
  units: number
  units_period: Date
  payer_id: string
  cost_usd: Generated<number>
  created_by: string | null
  created_at: Generated<Date>
}
