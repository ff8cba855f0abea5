import { z } from 'zod'
import {
  batchChecks,
  batchEstimate,
  batchHead,
  batchItemInput,
  batchPrice,
  chainSteps,
  itemSteps,
} from '#features/bulk-writing/contract.ts'
import { strengths } from '#features/humanizer/contract.ts'
import { count, money, shaped, short, storedFailure } from './field-rules.ts'

/** Billionths of a US dollar. */
const nano = z.int().min(0).max(1e15)
const tokens = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Values of batches in an archive. They ended, or were ended by the export. */
export const batchRowRules = {
  writing_batches: {
    name: short(200),
    status: z.enum(['done', 'failed', 'cancelled']),
    reason: z.null(),
    chain: z.array(z.enum(chainSteps)).min(1).max(chainSteps.length),
    options: shaped(z.strictObject({ model: short(200).nullable(), strength: z.enum(strengths) })),
    provider: short(100),
    model: short(200),
    price: shaped(batchPrice.extend({ input: money, output: money }).nullable()),
    estimate: shaped(batchEstimate),
    budget_nano: nano.min(1).nullable(),
    spent_nano: nano,
    input_tokens: tokens,
    output_tokens: tokens,
    overlap_pairs: shaped(
      z
        .array(
          batchHead.shape.overlaps.element
            .pick({ share: true, kind: true })
            .extend({ items: z.tuple([z.uuid(), z.uuid()]) }),
        )
        .max(100),
    ),
    error: short(2000).nullable(),
    failure: storedFailure,
  },
  writing_batch_items: {
    position: count,
    title: short(1000),
    input: shaped(batchItemInput),
    status: z.enum(['done', 'failed', 'cancelled']),
    step: z.enum(itemSteps).nullable(),
    words: count.nullable(),
    score: z.number().min(0).max(100).nullable(),
    spent_nano: nano,
    input_tokens: tokens,
    output_tokens: tokens,
    checks: shaped(batchChecks.nullable()),
    error: short(2000).nullable(),
    failure: storedFailure,
    ai_used: count,
    humanizer_used: count,
  },
}
