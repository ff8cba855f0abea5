import { z } from 'zod'
import { itemId, text, timestamp } from '#kit/fields.ts'

/** Models of the catalogue, and what staff send to change one. */

export const modelProviders = ['openai', 'anthropic', 'google', 'openai-compatible', 'ollama'] as const
export type ModelProvider = (typeof modelProviders)[number]

const provider = z
  .enum(modelProviders, `provider must be one of ${modelProviders.join(', ')}.`)
  .meta({ description: 'Provider of the model, as in LLM_PROVIDER.', examples: ['openai'] })

const model = text('model', 200)
  .transform((id) => id.replace(/^models\//, ''))
  .pipe(z.string().min(1, 'model is missing.'))
  .meta({ description: 'ID of the model as the provider writes it.', examples: ['gpt-6.1-sol'] })

const tokens = (name: string) =>
  z
    .number(`${name} must be a number.`)
    .int(`${name} must be a whole number.`)
    .min(1, `${name} must be at least 1. Send null if it isn’t known.`)
    .max(1_000_000_000, `${name} can be up to 1,000,000,000.`)
    .nullable()

const perMillion = (name: string) =>
  z
    .number(`${name} must be a number.`)
    .gt(0, `${name} must be above 0. Send null for price if it isn’t known.`)
    .max(1_000_000, `${name} can be up to 1,000,000.`)

const day = (name: string) => z.iso.date(`${name} must be a date such as "2026-11-24".`)

const price = z
  .strictObject(
    {
      input: perMillion('input').meta({ description: 'For a million input tokens.', examples: [2] }),
      output: perMillion('output').meta({ description: 'For a million output tokens.', examples: [10] }),
      cached: perMillion('cached')
        .nullable()
        .default(null)
        .meta({
          description: 'For a million input tokens read from the provider’s cache. Null if it isn’t known.',
          examples: [0.2],
        }),
      until: day('until').nullable().default(null).describe('Last day the price holds. Null if no end is known.'),
    },
    'price must be an object with input and output, or null.',
  )
  .nullable()
  .describe('Price in US dollars for a million tokens. Null if it isn’t known, which is not 0.')

const modelName = { provider, model }
const figures = {
  context_tokens: tokens('context_tokens').describe(
    'Tokens a request and its answer can have together. Null if it isn’t known.',
  ),
  output_tokens: tokens('output_tokens').describe('Tokens the model can write at most. Null if it isn’t known.'),
  price,
  as_of: day('as_of').meta({ description: 'Day the figures were read.', examples: ['2026-11-24'] }),
  source: text('source', 500).meta({
    description: 'Where the figures are from: a URL or a name.',
    examples: ['https://example.com/pricing'],
  }),
}

export const modelKeyInput = z.strictObject(modelName)
export const modelInput = z.strictObject({
  ...modelName,
  ...figures,
  hidden: z
    .boolean('hidden must be true or false.')
    .default(false)
    .describe('True leaves the model out, as if it weren’t known.'),
})

export const catalogueModel = z
  .object({
    ...modelName,
    ...figures,
    hidden: z.boolean().describe('Whether the model is left out, as if it weren’t known.'),
    shutdown_on: z
      .string()
      .nullable()
      .meta({ description: 'Day the provider shuts it down. Null if none is known.', examples: ['2026-12-11'] }),
    shipped: z.boolean().describe('Whether this version of Earshot comes with data about the model.'),
    edited_at: timestamp.nullable().describe('When staff last changed it. Null for shipped data.'),
    edited_by: itemId.nullable().describe('Id of who changed it. Null for shipped data or a deleted account.'),
    edited_by_email: z
      .string()
      .nullable()
      .meta({ description: 'Email of who changed it. Null likewise.', examples: ['ada@example.com'] }),
  })
  .meta({ id: 'CatalogueModel' })
export type CatalogueModel = z.output<typeof catalogueModel>
export type ModelInput = z.output<typeof modelInput>
