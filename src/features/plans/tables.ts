import type { Generated, JSONColumnType } from 'kysely'
import type { Allowances, Price } from './contract.ts'

declare module '#platform/database.ts' {
  interface Tables {
    plans: PlansTable
    user_plans: UserPlansTable
    plan_grants: PlanGrantsTable
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

export type PlanGrantsTable = {
  user_id: string
  /** Who gave it: `start` (the installation), `staff`. One grant each. */
  source: string
  plan: string
  interval: string | null
  until: Date | null
  granted_at: Generated<Date>
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
}

export type UsageTable = {
  user_id: string
  tool: string
  period_start: Date
  used: number
}
