import { z } from 'zod'
import { aiContentContract, templateName } from '#features/ai-content/contract.ts'
import { strengths } from '#features/humanizer/contract.ts'
import { access, endpoint, eventStream, group } from '#kit/endpoint.ts'
import { exampleId, getPage, id, paging, text } from '#kit/fields.ts'
import { batch, batchEstimate, batchHead, batchItem, batchStatuses, chainSteps } from './contract-batch.ts'

export * from './contract-batch.ts'

const newDocument = aiContentContract.new.input

export const batchItemInput = newDocument
  .omit({ workspace_id: true })
  .extend({ template: templateName.default('blog_post').describe('What to write. Default: an article.') })
export type BatchItemInput = z.output<typeof batchItemInput>

export const batchDefaults = newDocument
  .pick({ tone: true, audience: true, language: true, words: true, instructions: true, brand_voice_id: true })
  .describe('For all items that don’t say otherwise.')
export type BatchDefaults = z.output<typeof batchDefaults>

const budget = z
  .number('budget_usd must be a number.')
  .max(1_000_000, 'budget_usd can be up to 1,000,000.')
  .meta({ examples: [5] })

const batchId = id().describe('Id of the batch.')
const one = z.object({ batch: batch.describe('The batch.') })
const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'content:read')
const write = (by: 'workspace' | 'resource') => access[by]('editor', 'content:write')

export const bulkWritingContract = group(
  {
    name: 'Bulk writing',
    area: 'Content',
    about: 'Write many documents in the background, within a budget.',
  },
  {
    create: endpoint({
      path: '/ai/batch',
      access: write('workspace'),
      summary:
        'Write up to 200 documents in the background. Reserves the credits of all items; what produces nothing is refunded.',
      idempotent: true,
      maxBytes: 8_000_000,
      example: {
        workspace_id: exampleId,
        plan_item_ids: [exampleId],
        chain: ['outline', 'article', 'humanize'],
        budget_usd: 5,
      },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        plan_item_ids: z
          .array(id('plan_item_ids'))
          .optional()
          .describe('Ids of items of content plans, up to 200. Instead of items.'),
        items: z
          .array(batchItemInput)
          .optional()
          .describe('Documents as in /ai/new, up to 200. Instead of plan items.'),
        chain: z
          .array(z.enum(chainSteps, `chain can have: ${chainSteps.join(', ')}.`))
          .describe('Steps of each item, in the order outline or brief, article, humanize.'),
        name: text('name', 120)
          .optional()
          .meta({
            description: 'Name of the batch. Default: the first title.',
            examples: ['Cold brew, winter 2026'],
          }),
        defaults: batchDefaults.optional(),
        model: newDocument.shape.model,
        strength: z
          .enum(strengths, `strength must be one of: ${strengths.join(', ')}.`)
          .default('balanced')
          .describe('How much the step humanize rewrites.'),
        budget_usd: budget.optional().describe('The most the model may cost, in US dollars. Needs a known price.'),
        dry_run: z.boolean('dry_run must be true or false.').default(false).describe('True only estimates.'),
      }),
      output: z.object({
        batch: batch.optional().describe('The batch. Omitted with dry_run.'),
        estimate: batchEstimate.describe('What it’s expected to take.'),
      }),
    }),
    find: endpoint({
      path: '/ai/batch/find',
      access: read('workspace'),
      summary: 'List the batches of a workspace, newest first, without their items.',
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        status: z
          .enum(batchStatuses, `status must be one of: ${batchStatuses.join(', ')}.`)
          .optional()
          .describe('Only batches with this status.'),
        ...paging,
      }),
      output: getPage(batchHead),
    }),
    get: endpoint({
      path: '/ai/batch/get',
      access: read('resource'),
      summary: 'Get a batch with its items, money and checks.',
      input: z.strictObject({ _id: batchId }),
      output: one,
    }),
    pause: endpoint({
      path: '/ai/batch/pause',
      access: write('resource'),
      summary: 'Pause a batch. Sections being written are finished first.',
      input: z.strictObject({ _id: batchId }),
      output: one,
    }),
    resume: endpoint({
      path: '/ai/batch/resume',
      access: write('resource'),
      summary: 'Continue a paused batch, with a larger budget if given.',
      input: z.strictObject({
        _id: batchId,
        budget_usd: budget.optional().describe('The new budget, what was spent included. Default: as before.'),
      }),
      output: one,
    }),
    cancel: endpoint({
      path: '/ai/batch/cancel',
      access: write('resource'),
      summary: 'Cancel a batch. Finished texts stay; reserved money and unused credits are returned.',
      input: z.strictObject({ _id: batchId }),
      output: one,
    }),
    retry: endpoint({
      path: '/ai/batch/retry',
      access: write('resource'),
      spends: true,
      summary: 'Try failed items again, from the step that failed. Reserves their credits again.',
      input: z.strictObject({
        _id: batchId,
        item_ids: z
          .array(id('item_ids'))
          .min(1, 'item_ids is empty.')
          .max(200, 'item_ids can have up to 200 ids.')
          .optional()
          .describe('Only these failed items. Default: all.'),
      }),
      output: one,
    }),
    events: eventStream({
      method: 'GET',
      path: '/ai/batch/events/:id',
      access: read('resource'),
      summary: 'Stream the progress of a batch until it ends. Closing the stream cancels nothing.',
      input: z.strictObject({ id: id('id').describe('Id of the batch.') }),
      output: z.object({
        batch: batchHead.describe('The batch changed: its status, money or progress. Sent first, too.'),
        item: batchItem.describe('An item changed. All items are sent first.'),
        done: batchHead.describe('Last event: the batch ended.'),
      }),
    }),
  },
)
