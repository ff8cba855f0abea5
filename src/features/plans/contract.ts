import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { nothing, text, timestamp } from '#kit/fields.ts'
import { allowanceNames, type PlanCount, planCounts, type ToolType, toolTypes, unlimited } from './contract-tools.ts'

export * from './contract-tools.ts'

export const allowances = z
  .record(z.enum([...toolTypes, ...planCounts]), z.number().int().min(0).max(unlimited))
  .describe('Credits per month, by tool. 1000000000 means unlimited.')
export type Allowances = z.output<typeof allowances>

/** US dollars; a plan without a price is not for sale. */
export const price = z
  .object({
    month: z
      .number()
      .optional()
      .meta({ description: 'Price per month in US dollars.', examples: [49] }),
    year: z
      .number()
      .optional()
      .meta({ description: 'Price per year in US dollars.', examples: [490] }),
  })
  .describe('Prices in US dollars.')
export type Price = z.output<typeof price>

/** A redeemed code that still counts; of the code itself only the last letters are known. */
export const redeemedCode = z
  .object({
    code: z.string().meta({ description: 'The code.', examples: ['ES-4F7K-2MQX-9PTD'] }),
    tier: z.string().meta({ description: 'The plan the codes gave when this one was redeemed.', examples: ['pro'] }),
    interval: z.string().meta({ description: 'How long the code lasts.', examples: ['lifetime'] }),
    redeemed_at: timestamp.describe('When it was redeemed.'),
    ends_at: timestamp.nullable().describe('When it ends. Null if it doesn’t.'),
  })
  .meta({ id: 'RedeemedCode' })

export const plan = z
  .object({
    name: z.string().meta({ description: 'Name of the plan.', examples: ['pro'] }),
    type: z.string().meta({ description: 'Where the plan comes from.', examples: ['stripe'] }),
    codes: z.array(redeemedCode).describe('Redeemed codes.'),
    interval: z
      .string()
      .nullable()
      .meta({ description: 'Billing interval. Null if there is none.', examples: ['month'] }),
    renews_at: z.string().nullable().describe('When the plan renews or ends. Null if it does neither.'),
    ...(Object.fromEntries(
      [...toolTypes, ...planCounts].map((name) => [
        name,
        z.number().describe(`${allowanceNames[name]} 1000000000 means unlimited.`),
      ]),
    ) as Record<ToolType | PlanCount, z.ZodNumber>),
  })
  .meta({ id: 'Plan' })
export type Plan = z.output<typeof plan> & Allowances

export const catalogPlan = z
  .object({
    name: z.string().meta({ description: 'Name of the plan in the API.', examples: ['pro'] }),
    label: z.string().meta({ description: 'Name of the plan on screens.', examples: ['Pro'] }),
    position: z.number().describe('Position in the list of plans, from 1.'),
    allowances: allowances.describe('Credits per month, by tool. 1000000000 means unlimited.'),
    price: price.describe('Prices in US dollars. Empty if the plan isn’t for sale.'),
  })
  .meta({ id: 'CatalogPlan' })
export type CatalogPlan = z.output<typeof catalogPlan>

export const usage = z
  .object({
    ...(Object.fromEntries(
      toolTypes.map((name) => [name, z.number().describe(`Credits of \`${name}\` used this month.`)]),
    ) as Record<ToolType, z.ZodNumber>),
    resets_at: z.string().meta({ description: 'When monthly usage resets.', examples: ['2026-04-01T00:00:00.000Z'] }),
  })
  .meta({ id: 'Usage' })
export type Usage = Record<ToolType, number> & { resets_at: string }

const code = z.strictObject({
  code: text('code', 100).meta({ description: 'The code to redeem.', examples: ['ES-4F7K-2MQX-9PTD'] }),
})
const redeemed = z.object({
  plan: plan.describe('The plan that applies now.'),
  codes: z.array(redeemedCode).describe('Redeemed codes.'),
})

export const plansContract = group(
  { name: 'Plans and payments', area: 'Account', about: 'Plans, usage, codes and payments.' },
  {
    addCode: endpoint({
      path: '/user/add_code',
      access: access.user,
      summary: 'Redeem a lifetime code. Codes stack: one is starter, two pro, three agency.',
      idempotent: true,
      support: false,
      rate: '20 failed codes in 15 minutes.',
      input: code,
      output: redeemed,
    }),
    addCodeAnnual: endpoint({
      path: '/user/add_code_annual',
      access: access.user,
      summary: 'Redeem an annual code, valid for a year from now. It stacks like lifetime codes.',
      idempotent: true,
      support: false,
      rate: '20 failed codes in 15 minutes.',
      input: code,
      output: redeemed,
    }),
    catalog: endpoint({
      path: '/plans/list',
      access: access.public,
      summary: 'List plans, lowest first.',
      input: nothing,
      output: z.object({ items: z.array(catalogPlan).describe('All plans, in order.') }),
    }),
  },
)
