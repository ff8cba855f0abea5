import { missingField, toWireField } from '#features/ai-content/rules/templates/templates.ts'
import type { Documents } from '#features/ai-content/service.ts'
import { isRestItem } from '#features/content-plan/rules/rest-item.ts'
import type { ContentPlans } from '#features/content-plan/service.ts'
import { AppError } from '#kit/errors.ts'
import { type BatchDefaults, type BatchItemInput, type ChainStep, maxBatchItems } from './contract.ts'
import { findChainProblem } from './rules/chain.ts'

export type ItemsInput = {
  workspace_id: string
  plan_item_ids?: string[]
  items?: BatchItemInput[]
  chain: ChainStep[]
  defaults?: BatchDefaults
}

/** What to write, checked: nothing of it is refused later because of its input. */
export type CheckedItem = {
  title: string
  planId: string | null
  planItemId: string | null
  documentId: string | null
  input: BatchItemInput
}

const maxPlannedKeywords = 20

/** @throws AppError invalid_input, not_found or conflict, with a sentence for each */
export async function checkItems(
  { documents, contentPlans }: { documents: Documents; contentPlans: ContentPlans },
  input: ItemsInput,
): Promise<CheckedItem[]> {
  const { plan_item_ids: planItemIds, items, chain } = input
  if ((planItemIds === undefined) === (items === undefined))
    throw new AppError('invalid_input', 'Send plan_item_ids or items.', {
      field: 'plan_item_ids',
      reason: 'one_items_source',
    })
  const field = items ? 'items' : 'plan_item_ids'
  const count = (items ?? planItemIds)!.length
  if (count === 0)
    throw new AppError('invalid_input', `${field} is empty. Choose what to write.`, { field, reason: 'no_items' })
  if (count > maxBatchItems)
    throw new AppError('invalid_input', `A batch can have up to ${maxBatchItems} items.`, {
      field,
      reason: 'too_many_items',
      params: { max: maxBatchItems },
    })
  const problem = findChainProblem(chain)
  if (problem) throw new AppError('invalid_input', problem, { field: 'chain', reason: 'bad_chain' })
  return items ? checkGiven(documents, input, items) : checkPlanned(contentPlans, input, planItemIds!)
}

async function checkGiven(documents: Documents, { workspace_id, defaults }: ItemsInput, items: BatchItemInput[]) {
  const checked = items.map((item): BatchItemInput => ({ ...defaults, ...item }))
  for (const [index, item] of checked.entries()) {
    const title = item.title ?? item.keywords?.[0] ?? item.keyword ?? ''
    const missing = missingField(item.template, { ...item, title })
    if (missing)
      throw new AppError('invalid_input', `items.${index}: ${missing.message}`, {
        field: `items.${index}.${toWireField(missing.field)}`,
        reason: 'missing',
      })
    await documents.checkSources({ ...item, workspace_id })
  }
  return checked.map((input) => ({
    ...{ title: input.title || input.keywords?.[0] || input.keyword || 'Untitled', input },
    ...{ planId: null, planItemId: null, documentId: null },
  }))
}

async function checkPlanned(contentPlans: ContentPlans, input: ItemsInput, ids: string[]): Promise<CheckedItem[]> {
  const { workspace_id: workspaceId, chain, defaults } = input
  if (new Set(ids).size < ids.length)
    throw new AppError('invalid_input', 'An item is named twice.', { field: 'plan_item_ids', reason: 'item_twice' })
  const found = new Map((await contentPlans.getItemsToWrite(workspaceId, ids)).map((item) => [item.id, item]))
  return ids.map((id) => {
    const item = found.get(id)
    if (!item)
      throw new AppError('not_found', 'This workspace has no such plan item.', {
        field: 'plan_item_ids',
        reason: 'plan_item_missing',
      })
    const { title, state } = item
    if (state === 'dropped')
      throw new AppError('conflict', `“${title}” was dropped from its plan.`, {
        field: 'plan_item_ids',
        reason: 'item_dropped',
        params: { title },
      })
    if (isRestItem(item))
      throw new AppError('conflict', `“${title}” holds keywords of several pages. Move them to items of their own.`, {
        field: 'plan_item_ids',
        reason: 'item_without_topic',
        params: { title },
      })
    if (chain.includes('article') && item.document_id)
      throw new AppError('conflict', `“${title}” already has a document.`, {
        field: 'plan_item_ids',
        reason: 'item_written',
        params: { title },
      })
    return {
      ...{ title, planId: item.plan_id, planItemId: id, documentId: null },
      input: {
        ...{ template: 'blog_post', title, keywords: item.keywords.slice(0, maxPlannedKeywords) },
        language: item.language,
        ...(item.report_id ? { report_id: item.report_id } : {}),
        ...defaults,
      },
    }
  })
}
