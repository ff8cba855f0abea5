import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { fromErrorColumns } from '#platform/stored-error.ts'
import type { Batch, BatchHead, BatchItem, ChainStep } from './contract.ts'
import { toUsd } from './rules/money.ts'
import { type BatchItemRow, type BatchRow, findBatch, findBatchItems } from './store/batch-store.ts'

export function refuseMissingBatch(): never {
  throw new AppError('not_found', 'Batch not found. It may have been deleted.', { reason: 'batch_missing' })
}

/** @param titles of items, by id, where batches are shown with their overlaps */
export function presentHead(row: BatchRow, titles: ReadonlyMap<string, string> = new Map()): BatchHead {
  const { held, used, progress, ...counts } = row.sums
  const isPriced = row.price !== null
  const left = row.budget_nano === null ? null : Math.max(0, row.budget_nano - row.spent_nano - row.reserved_nano)
  return {
    _id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    status: row.status,
    reason: row.status === 'paused' ? row.reason : null,
    remaining: left === null ? null : toUsd(left),
    ...fromErrorColumns(row),
    chain: row.chain,
    model: { provider: row.provider, model: row.model, own: row.model_key.startsWith(`${row.workspace_id} `) },
    price: row.price,
    budget_usd: row.budget_nano === null ? null : toUsd(row.budget_nano),
    spent_usd: isPriced ? toUsd(row.spent_nano) : null,
    reserved_usd: isPriced ? toUsd(row.reserved_nano) : null,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    units: { held, used },
    counts,
    total: counts.queued + counts.running + counts.done + counts.failed + counts.cancelled,
    progress: Math.round(progress * 1000) / 1000,
    estimate: row.estimate,
    overlaps: row.overlap_pairs.map(({ items, share, kind }) => ({
      item_ids: items,
      titles: items.map((id) => titles.get(id) ?? ''),
      share,
      kind,
    })),
    created_by: row.created_by_name,
    created_by_id: row.created_by,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

export function presentItem(row: BatchItemRow, batch: Pick<BatchRow, 'chain' | 'price'>): BatchItem {
  return {
    _id: row.id,
    plan_item_id: row.plan_item_id,
    plan_id: row.plan_id,
    document_id: row.document_id,
    brief_id: row.brief_id,
    title: row.title,
    keyword: row.input.keywords?.[0] ?? null,
    step: row.step,
    status: row.status,
    progress: getProgress(row, batch.chain),
    sections_done: row.sections_done,
    sections: row.sections,
    section: row.status === 'running' ? (row.draft?.section ?? null) : null,
    words: row.words,
    score: row.score,
    cost_usd: batch.price ? toUsd(row.spent_nano) : null,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    // Checks stored before they had the ranking pages' scores.
    checks: row.checks && { ...row.checks, ranking: row.checks.ranking ?? null },
    ...fromErrorColumns(row),
    updated_at: row.updated_at.toISOString(),
  }
}

function getProgress({ status, step, sections, sections_done }: BatchItemRow, chain: readonly ChainStep[]): number {
  if (status === 'done' || step === null) return 1
  const steps: readonly string[] = [...chain, 'score']
  const done = steps.indexOf(step) + (sections ? Math.min(1, sections_done / sections) : 0)
  return Math.round((done / steps.length) * 1000) / 1000
}

/** A batch with its items. @throws AppError not_found */
export async function getBatch(db: Db, ref: ResourceRef): Promise<Batch> {
  // One after the other: they may run in a transaction.
  const row = (await findBatch(db, ref)) ?? refuseMissingBatch()
  const items = await findBatchItems(db, ref)
  const titles = new Map(items.map(({ id, title }) => [id, title]))
  return { ...presentHead(row, titles), items: items.map((item) => presentItem(item, row)) }
}
