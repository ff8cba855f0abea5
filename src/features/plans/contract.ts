import { z } from 'zod'
import { access, endpoint } from '#kit/endpoint.ts'
import { nothing, text, timestamp } from '#kit/fields.ts'

export const toolTypes = ['reports', 'clusters', 'ai', 'humanizer', 'search_listener', 'trends', 'sv'] as const
export type ToolType = (typeof toolTypes)[number]

/** What a plan also counts, besides tools. */
export const planCounts = ['workspaces', 'members', 'domain'] as const
export type PlanCount = (typeof planCounts)[number]

/** Shown as "Unlimited". */
export const unlimited = 1_000_000_000

export const allowances = z.record(z.enum([...toolTypes, ...planCounts]), z.number().int().min(0).max(unlimited))
export type Allowances = z.output<typeof allowances>

/** US dollars; a plan without a price is not for sale. */
export const price = z.object({ month: z.number().optional(), year: z.number().optional() })
export type Price = z.output<typeof price>

/** A redeemed code that still counts; of the code itself only the last letters are known. */
export const redeemedCode = z.object({
  code: z.string(),
  /** The plan that so many codes made when this one joined. */
  tier: z.string(),
  interval: z.string(),
  redeemed_at: timestamp,
  ends_at: timestamp.nullable(),
})

export const plan = z.object({
  name: z.string(),
  type: z.string(),
  codes: z.array(redeemedCode),
  interval: z.string().nullable(),
  renews_at: z.string().nullable(),
  ...(Object.fromEntries([...toolTypes, ...planCounts].map((name) => [name, z.number()])) as Record<
    ToolType | PlanCount,
    z.ZodNumber
  >),
})
export type Plan = z.output<typeof plan> & Allowances

export const cataloguePlan = z.object({ name: z.string(), label: z.string(), position: z.number(), allowances, price })
export type CataloguePlan = z.output<typeof cataloguePlan>

export const usage = z.object({
  ...(Object.fromEntries(toolTypes.map((name) => [name, z.number()])) as Record<ToolType, z.ZodNumber>),
  resets_at: z.string(),
})
export type Usage = Record<ToolType, number> & { resets_at: string }

const code = z.strictObject({ code: text('code', 100) })
const redeemed = z.object({ plan, codes: z.array(redeemedCode) })

export const plansContract = {
  addCode: endpoint({
    path: '/user/add_code',
    access: access.user,
    summary: 'Redeem a lifetime code. Codes stack: one is starter, two pro, three agency.',
    idempotent: true,
    support: false,
    input: code,
    output: redeemed,
  }),
  addCodeAnnual: endpoint({
    path: '/user/add_code_annual',
    access: access.user,
    summary: 'Redeem an annual code, valid for a year from now. It stacks like lifetime codes.',
    idempotent: true,
    support: false,
    input: code,
    output: redeemed,
  }),
  catalogue: endpoint({
    path: '/plans/list',
    access: access.public,
    summary: 'List plans, lowest first.',
    input: nothing,
    output: z.object({ items: z.array(cataloguePlan) }),
  }),
}
