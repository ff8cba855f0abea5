import { z } from 'zod'
import { failure, itemId, timestamp } from '#kit/fields.ts'

export const maxBatchItems = 200

/** What happens to each item, in this order. Every item is scored at the end. */
export const chainSteps = ['outline', 'brief', 'article', 'humanize'] as const
export type ChainStep = (typeof chainSteps)[number]
export const itemSteps = [...chainSteps, 'score'] as const
export type ItemStep = (typeof itemSteps)[number]

export const batchStatuses = ['queued', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
export type BatchStatus = (typeof batchStatuses)[number]
export const batchItemStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type BatchItemStatus = (typeof batchItemStatuses)[number]

/** Why a batch is paused. */
export const pauseReasons = ['budget', 'by_hand', 'model_changed', 'model_unavailable'] as const
export type PauseReason = (typeof pauseReasons)[number]

const tokens = (what: string) => z.number().meta({ description: what, examples: [24_000] })
const usd = (what: string) => z.number().meta({ description: what, examples: [0.42] })

export const batchPrice = z.object({
  input: z.number().meta({ description: 'US dollars for a million input tokens.', examples: [2] }),
  output: z.number().meta({ description: 'US dollars for a million output tokens.', examples: [10] }),
  cached: z
    .number()
    .nullable()
    .describe('US dollars for a million input tokens from the provider’s cache. Null: as other input.'),
  source: z
    .enum(['catalogue', 'settings', 'workspace', 'builtin'])
    .describe('Where it’s from. The built-in writer costs nothing.'),
  as_of: z
    .string()
    .nullable()
    .meta({ description: 'Date of the price. Null if it was set here.', examples: ['2026-11-18'] }),
})
export type BatchPrice = z.output<typeof batchPrice>

export const batchModel = z.object({
  provider: z.string().describe('Provider of the model. `builtin` for the built-in writer.'),
  model: z.string().describe('Model ID.'),
  own: z
    .boolean()
    .optional()
    .describe('Whether it’s the workspace’s own model. False for the server’s model and the built-in writer.'),
})
export type BatchModel = z.output<typeof batchModel>

export const batchEstimate = z
  .object({
    units: z.number().meta({ description: 'Credits of all tools together.', examples: [20] }),
    units_by_tool: z
      .object({
        ai: z.number().describe('AI credits: one for each outline, brief and article.'),
        humanizer: z.number().describe('Humanizer credits: one for each text of up to 20,000 characters.'),
      })
      .describe('Credits by tool.'),
    cost_usd: usd('Expected cost of the model. Null if its price is unknown, never 0 then.').nullable(),
    input_tokens: tokens('Expected tokens sent to the model.'),
    output_tokens: tokens('Expected tokens the model writes.'),
    seconds: z.number().meta({ description: 'Expected duration in seconds.', examples: [420] }),
    lengths: z
      .object({
        source: z
          .enum(['workspace', 'measured'])
          .describe('`workspace`: from texts this model wrote here. `measured`: from prompts measured with Earshot.'),
        documents: z.number().describe('How many texts of the workspace it’s from.'),
      })
      .describe('Where the expected lengths are from.'),
    model: batchModel.describe('The model that writes.'),
    price: batchPrice.nullable().describe('The model’s price. Null if unknown.'),
  })
  .meta({ id: 'BatchEstimate' })
export type BatchEstimate = z.output<typeof batchEstimate>

export const batchChecks = z.object({
  unsupported: z
    .array(
      z.object({
        text: z.string().meta({ description: 'The claim.', examples: ['Cold brew keeps for 14 days.'] }),
        state: z.enum(['unsupported', 'contradicted']).describe('What its source says about it.'),
      }),
    )
    .describe('Claims that the cited page doesn’t support, up to 20.'),
  unsourced: z.number().describe('Number of claims without a source.'),
  empty_sections: z.array(z.string()).describe('Headings without text below them.'),
  overlaps: z
    .array(
      z.object({
        item_id: itemId.describe('Id of the other item of this batch.'),
        title: z.string().meta({ description: 'Title of the other article.', examples: ['Cold brew ratio'] }),
        share: z
          .number()
          .meta({ description: 'Share of this article that the other one says too, 0 to 1.', examples: [0.34] }),
        kind: z.enum(['text', 'keyword']).describe('`text`: the same passages. `keyword`: the same target keywords.'),
      }),
    )
    .describe('Articles of this batch that compete with it.'),
  ranking: z
    .object({
      low: z.number().meta({ description: 'The lowest score, 0 to 100.', examples: [41] }),
      high: z.number().meta({ description: 'The highest score, 0 to 100.', examples: [73] }),
    })
    .nullable()
    .default(null)
    .describe('Content scores of the ranking pages. Null with fewer than two.'),
})
export type BatchChecks = z.output<typeof batchChecks>

export const batchItem = z
  .object({
    _id: itemId.describe('Id of the item in the batch.'),
    plan_item_id: itemId.nullable().describe('Id of the item of the content plan. Null without one.'),
    plan_id: itemId.nullable().describe('Id of its content plan. Null without one.'),
    document_id: itemId.nullable().describe('Id of the article. Null until it’s begun, or if it was deleted.'),
    brief_id: itemId.nullable().describe('Id of its outline or brief. Null without one.'),
    title: z.string().meta({ description: 'Title.', examples: ['How to make cold brew coffee'] }),
    keyword: z
      .string()
      .nullable()
      .meta({ description: 'Its main keyword. Null without keywords.', examples: ['how to make cold brew coffee'] }),
    step: z.enum(itemSteps).nullable().describe('Current or next step. Null when all are done.'),
    status: z.enum(batchItemStatuses).describe('Status of the item.'),
    progress: z.number().meta({ description: 'Share that is done, 0 to 1.', examples: [0.4] }),
    sections_done: z.number().describe('Sections of the current text that are written.'),
    sections: z.number().nullable().describe('Sections of the current text. Null before it’s planned.'),
    section: z
      .string()
      .nullable()
      .meta({
        description: 'Heading of the section at work. Null if unknown.',
        examples: ['The ratio, and why 1:8 works'],
      }),
    words: z.number().nullable().describe('Words of the article. Null before it’s begun.'),
    score: z.number().nullable().describe('Content score, 0 to 100. Null until it’s scored.'),
    cost_usd: usd('What the model cost for it. Null if the price is unknown.').nullable(),
    input_tokens: tokens('Tokens sent to the model.'),
    output_tokens: tokens('Tokens the model wrote.'),
    checks: batchChecks.nullable().describe('What to look at in review. Null until it’s done.'),
    error: z.string().nullable().optional().describe('Why it failed, in one sentence. Null if it didn’t.'),
    failure: failure.nullable().describe('Why it failed, with code, reason and params. Null if it didn’t.'),
    updated_at: timestamp.describe('When it last changed.'),
  })
  .meta({ id: 'BatchItem' })
export type BatchItem = z.output<typeof batchItem>

const statusCount = (what: string) => z.number().describe(`Number of items: ${what}.`)

export const batchHead = z
  .object({
    _id: itemId.describe('Id of the batch.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    name: z.string().meta({ description: 'Name of the batch.', examples: ['Cold brew, winter 2026'] }),
    status: z.enum(batchStatuses).describe('Status of the batch.'),
    reason: z
      .enum(pauseReasons)
      .nullable()
      .describe('Why it’s paused. `budget`: the next request could cost more than is left. Null if it isn’t.'),
    remaining: usd('US dollars of the budget that are left. Null without a budget.').nullable(),
    error: z.string().nullable().describe('Why the model couldn’t be used. Null if it could.'),
    failure: failure.nullable().describe('The same with code, reason and params. Null if it could.'),
    chain: z.array(z.enum(chainSteps)).describe('Steps of each item.'),
    model: batchModel.describe('The model that writes.'),
    price: batchPrice.nullable().describe('The model’s price when the batch began. Null if unknown.'),
    budget_usd: usd('The most it may spend. Null without a budget.').nullable(),
    spent_usd: usd('What was spent so far. Null if the price is unknown.').nullable(),
    reserved_usd: usd('What requests under way may still cost. Null if the price is unknown.').nullable(),
    input_tokens: tokens('Tokens sent to the model so far.'),
    output_tokens: tokens('Tokens the model wrote so far.'),
    units: z
      .object({
        held: z.number().describe('Credits reserved for work that isn’t done yet.'),
        used: z.number().describe('Credits used.'),
      })
      .describe('Credits of the workspace’s plan.'),
    counts: z
      .object({
        queued: statusCount('waiting'),
        running: statusCount('being written'),
        done: statusCount('done'),
        failed: statusCount('failed'),
        cancelled: statusCount('canceled'),
      })
      .describe('Number of items by status.'),
    total: z.number().describe('Number of items.'),
    progress: z.number().meta({ description: 'Share that is done, 0 to 1.', examples: [0.4] }),
    estimate: batchEstimate.describe('What was expected when it was created.'),
    overlaps: z
      .array(
        z.object({
          item_ids: z.array(itemId).describe('Ids of the two items.'),
          titles: z.array(z.string()).describe('Titles of the two articles.'),
          share: z.number().describe('Share of the shorter article that both say, 0 to 1.'),
          kind: z.enum(['text', 'keyword']).describe('`text`: the same passages. `keyword`: the same target keywords.'),
        }),
      )
      .describe('Articles of this batch that compete with each other.'),
    created_by: z
      .string()
      .nullable()
      .meta({ description: 'First name of who created it. Null if unknown.', examples: ['Ada'] }),
    created_by_id: itemId
      .nullable()
      .describe('Id of who created it and gets the email when it’s done. Null if unknown.'),
    created_at: timestamp.describe('When it was created.'),
    started_at: timestamp.nullable().describe('When the first item began. Null before.'),
    finished_at: timestamp.nullable().describe('When it ended. Null before.'),
  })
  .meta({ id: 'BatchHead' })
export type BatchHead = z.output<typeof batchHead>

export const batch = batchHead
  .extend({ items: z.array(batchItem).describe('The items, in order.') })
  .meta({ id: 'Batch' })
export type Batch = z.output<typeof batch>
