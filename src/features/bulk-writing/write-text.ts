import { randomUUIDv7 } from 'node:crypto'
import type { NewInput } from '#features/ai-content/create-document.ts'
import type { Owner, PlannedText } from '#features/ai-content/writing/background-writing.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import { chooseItemModel } from './choose-model.ts'
import type { ChainStep } from './contract.ts'
import type { ItemDependencies, StepContext } from './dependencies.ts'
import { batchTopic } from './follow-batch.ts'
import { getNextStep } from './rules/chain.ts'
import { ClaimLost, WorkStopped } from './rules/work-errors.ts'
import { type ClaimedItem, saveClaimed } from './store/item-store.ts'

const maxInstructions = 4000

/** Writes an outline, brief or article, section by section. Each section is stored before the next one is asked for. */
export function createTextStep(dependencies: ItemDependencies) {
  const { db, content, signals } = dependencies
  const { background, documents, models } = content

  return async function writeText(context: StepContext): Promise<void> {
    const { claim, item, signal } = context
    const step = item.step as Exclude<ChainStep, 'humanize'>
    const ref = await ensureDocument(context, step)
    const model = await chooseItemModel(dependencies, models, context)
    const planned = await background.plan(ref, model)
    const owner = await open(context, planned)
    const text = background.restore(planned, item.sections_done, item.draft?.stored ?? null)
    const { steps } = planned.task.job
    for (let at = item.sections_done; at < steps.length; at++) {
      if (signal.aborted) throw signal.reason
      await background.writeSection(planned, text, at, signal)
      const status = await db.transaction().execute(async (tx) => {
        if (!(await background.checkpoint(tx, ref, owner.generationId, text))) throw documentDeleted()
        return saveClaimed(tx, claim, {
          sections_done: at + 1,
          draft: { stored: background.toStored(text), section: getHeading(planned, at + 1) },
          ...(step === 'article' ? { words: text.words() } : {}),
        })
      })
      if (!status) throw new ClaimLost()
      signals.publish(batchTopic, claim.batchId)
      if (status !== 'running' && at + 1 < steps.length) throw new WorkStopped()
    }
    await db.transaction().execute(async (tx) => {
      const ended = await background.end(tx, planned, owner, { text, error: null })
      if (!ended) throw documentDeleted()
      const saved = await saveClaimed(tx, claim, {
        ...{ step: getNextStep(item.chain, step), aiUsed: 1, attempts: 0 },
        ...{ generation_id: null, document_version: null, sections_done: 0, sections: null, draft: null },
        ...(step === 'article' ? { words: ended.words } : {}),
      })
      if (!saved) throw new ClaimLost()
    })
    signals.publish('document', ref.id)
  }

  /** The step's document. It's created once: with the item's row in one transaction. */
  async function ensureDocument(
    { claim, item }: StepContext,
    step: Exclude<ChainStep, 'humanize'>,
  ): Promise<ResourceRef> {
    const { workspaceId } = claim
    const isArticle = step === 'article'
    const existing = isArticle ? item.document_id : item.brief_id
    if (existing) return { workspaceId, id: existing }
    const input = await getInput(item, workspaceId, isArticle)
    const template = isArticle ? item.input.template : step
    const created = await documents.create(item.created_by, { ...input, template }, async (tx, answer) => {
      const { _id } = (answer as { item: { _id: string } }).item
      if (!(await saveClaimed(tx, claim, isArticle ? { document_id: _id } : { brief_id: _id }))) throw new ClaimLost()
    })
    return { workspaceId, id: created.item._id }
  }

  /** An article keeps to the outline or brief that was written before it. */
  async function getInput(item: ClaimedItem, workspaceId: string, isArticle: boolean): Promise<NewInput> {
    const planItemId = item.plan_item_id ?? undefined
    const input: NewInput = {
      ...item.input,
      workspace_id: workspaceId,
      ...(planItemId ? { plan_item_id: planItemId } : {}),
    }
    if (!isArticle || !item.brief_id) return input
    const brief = await documents.single({ workspaceId, id: item.brief_id })
    if (brief.template === 'outline') return { ...input, outline: brief.outline.slice(0, 200) }
    const instructions = [input.instructions, brief.content_md].filter(Boolean).join('\n\n').slice(0, maxInstructions)
    return { ...input, instructions }
  }

  /** Claims the document, unless an earlier process of this batch did. */
  async function open({ claim, item }: StepContext, planned: PlannedText): Promise<Owner> {
    const owner: Owner = {
      generationId: item.generation_id ?? randomUUIDv7(),
      batchItemId: item.id,
      startedBy: item.created_by,
      payerId: item.payer_id,
      unitsPeriod: item.units_period,
    }
    const sections = planned.task.job.steps.length
    if (item.generation_id) {
      if (item.sections !== sections && !(await saveClaimed(db, claim, { sections }))) throw new ClaimLost()
      return owner
    }
    if (item.sections_done > 0 && planned.row.version !== item.document_version) throw documentChanged()
    await db.transaction().execute(async (tx) => {
      await background.open(tx, planned, owner)
      const draft = { ...item.draft, section: getHeading(planned, item.sections_done) }
      const saved = await saveClaimed(tx, claim, { generation_id: owner.generationId, sections, draft })
      if (!saved) throw new ClaimLost()
    })
    signals.publish('document', planned.ref.id)
    signals.publish(batchTopic, claim.batchId)
    return owner
  }
}

const getHeading = ({ task }: PlannedText, at: number) => task.job.steps[at]?.step.heading?.text ?? null

const documentDeleted = () =>
  new AppError('not_found', 'The document was deleted while it was written.', { reason: 'document_missing' })

const documentChanged = () =>
  new AppError('conflict', 'Someone edited this document while the batch was paused. Their text was kept.', {
    reason: 'document_changed',
  })
