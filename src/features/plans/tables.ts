import type { JSONColumnType } from 'kysely'
import type { Allowances } from './contract.ts'

declare module '#platform/database.ts' {
  interface Tables {
    plans: PlansTable
    user_plans: UserPlansTable
    usage: UsageTable
  }
}

export type PlansTable = {
  name: string
  label: string
  position: number
  allowances: JSONColumnType<Allowances>
  price: JSONColumnType<{ month?: number; year?: number }>
}

export type UserPlansTable = {
  user_id: string
  plan: string
  interval: string | null
  renews_at: Date | null
  seodata: boolean
  seodata_disable_at: Date | null
}

export type UsageTable = {
  user_id: string
  tool: string
  period_start: Date
  used: number
}
