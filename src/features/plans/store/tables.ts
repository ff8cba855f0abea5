import type { Generated, JSONColumnType } from 'kysely'
import type { Allowances, Price } from '../contract.ts'

declare module '#platform/database/database.ts' {
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

/** The calculated result of grants and codes, stored so that reading is one join. */
export type UserPlansTable = {
  user_id: string
  plan: string
  interval: string | null
  renews_at: Date | null
  /** When the next grant or code ends; the plan has to be recalculated from then on. */
  changes_at: Date | null
  seodata: boolean
  seodata_disable_at: Date | null
}

/** Current entitlements to a plan or the add-on. */
export type EntitlementsTable = {
  user_id: string
  /** Who granted it: `start` (the installation), `staff`, `stripe`, `stripe_ae`. */
  source: string
  /** A subscription's id. Empty for sources with a single grant. */
  reference: string
  what: 'plan' | 'seodata'
  /** Null with `seodata`. */
  plan: string | null
  interval: string | null
  /** The entitlement ends at this time, even if no event arrives. */
  until: Date | null
  /** The next payment date; null: no renewal, it ends at `until`. */
  renews_at: Date | null
  granted_at: Generated<Date>
}

/** Append-only history of entitlements, codes included. */
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
  /** The cause, such as the id of a payment event. */
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
  /** The encrypted code of a purchase, until it is redeemed. */
  sealed: Generated<string | null>
  /** When its payment was refunded. */
  taken_back_at: Generated<Date | null>
}

export type UsageTable = {
  user_id: string
  tool: string
  period_start: Date
  used: number
}
