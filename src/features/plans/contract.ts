import { z } from 'zod'

export const toolTypes = ['reports', 'clusters', 'ai', 'humanizer', 'search_listener', 'trends', 'sv'] as const
export type ToolType = (typeof toolTypes)[number]

/** What a plan also counts, besides tools. */
export const planCounts = ['workspaces', 'members', 'domain'] as const
export type PlanCount = (typeof planCounts)[number]

/** Shown as "Unlimited". */
export const unlimited = 1_000_000_000

export const allowances = z.record(z.enum([...toolTypes, ...planCounts]), z.number().int().min(0).max(unlimited))
export type Allowances = z.output<typeof allowances>

export const plan = z.object({
  name: z.string(),
  type: z.string(),
  codes: z.array(z.object({ code: z.string(), tier: z.string(), interval: z.string(), redeemed_at: z.string() })),
  interval: z.string().nullable(),
  renews_at: z.string().nullable(),
  ...(Object.fromEntries([...toolTypes, ...planCounts].map((name) => [name, z.number()])) as Record<
    ToolType | PlanCount,
    z.ZodNumber
  >),
})
export type Plan = { name: string; type: string; interval: string | null; renews_at: string | null } & Allowances

export const usage = z.object({
  ...(Object.fromEntries(toolTypes.map((name) => [name, z.number()])) as Record<ToolType, z.ZodNumber>),
  resets_at: z.string(),
})
export type Usage = Record<ToolType, number> & { resets_at: string }
