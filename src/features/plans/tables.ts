import type { Generated, JSONColumnType } from 'kysely'
import type { Allowances, Price } from './contract.ts'

declare module '#platform/database.ts' {
  interface Tables {
    plans: PlansTable
    user_plans: UserPlansTable
    entitlements: EntitlementsTable
    entitlement_changes: EntitlementChangesTable
    codes: CodesTable
    usage: UsageTable
  }
}

export type PlansTable = {
  name: string
  label: string
  /** Higher is more. */
  position: number
  allowances: JSONColumnType<Allowances>
  price: JSONColumnType<Price>
}

/** The outcome of grants and codes, kept so that reading is one join. */
export type UserPlansTable = {
  user_id: string
  plan: string
  interval: string | null
  renews_at: Date | null
  /** When a grant or code ends next: from then on the outcome is to be decided again. */
  changes_at: Date | null
  seodata: boolean
  seodata_disable_at: Date | null
}

/** What speaks for a plan or the add-on now. */
export type EntitlementsTable = {
  user_id: string
  /** Who gave it: `start` (the installation), `staff`, `stripe`, `stripe_ae`. */
  source: string
  /** Of what the source gave: a subscription's id. Empty where a source gives one thing only. */
  reference: string
  what: 'plan' | 'seodata'
  /** Null with `seodata`. */
  plan: string | null
  interval: string | null
  /** From then on it counts no more, whatever is heard. */
  until: Date | null
  /** When it is to be paid for next; null: it is not, and ends at `until`. */
  renews_at: Date | null
  granted_at: Generated<Date>
}

/** The history of it, codes included: only ever added to. */
export type EntitlementChangesTable = {
  user_id: string
  no: Generated<number>
  at: Date
  source: string
  reference: string
  what: 'plan' | 'seodata'
  change: 'given' | 'changed' | 'taken'
  plan: string | null
  interval: string | null
  until: Date | null
  renews_at: Date | null
  /** What brought it about: an event's id, a member of staff. */
  cause: string | null
}

export type CodesTable = {
  id: string
  /** Of the code without dashes. */
  code_hash: Buffer
  last4: string
  interval: 'lifetime' | 'annual'
  created_at: Generated<Date>
  redeemed_by: string | null
  redeemed_at: Date | null
  ends_at: Date | null
  /** The order it was bought with. */
  order_id: Generated<string | null>
  /** Of a bought one, until it is used: the code itself, sealed for the order. */
  sealed: Generated<string | null>
  /** Its payment went back. */
  taken_back_at: Generated<Date | null>
}

export type UsageTable = {
  user_id: string
  tool: string
  period_start: Date
  used: number
}
