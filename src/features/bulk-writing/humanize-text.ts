import { maxTextLength } from '#features/humanizer/contract.ts'
import { AppError } from '#kit/errors.ts'
import { chooseItemModel } from './choose-model.ts'
import type { ItemDependencies, StepContext } from './dependencies.ts'
import { batchTopic } from './follow-batch.ts'
import { getNextStep } from './rules/chain.ts'
import { splitParts } from './rules/split-parts.ts'
import { ClaimLost, WorkStopped } from './rules/work-errors.ts'
import { saveClaimed } from './store/item-store.ts'

/** Rewrites the article part by part. The document changes once, when all parts are rewritten. */
export function createHumanizeStep(dependencies: ItemDependencies) {
  const { db, plans, content, humanizer, signals } = dependencies
  const { background, documents, models, voices } = content

  return async function humanize(context: StepContext): Promise<void> {
    const { claim, item, signal } = context
    const { workspaceId } = claim
    if (!item.document_id) throw documentDeleted()
    const ref = { workspaceId, id: item.document_id }
    const document = await documents.single(ref)
    const parts = splitParts(document.content_md, maxTextLength)
    const done = item.document_version === document.version ? (item.draft?.parts ?? []) : []
    const voice = document.brand_voice_id
      ? (await voices.list(workspaceId)).find(({ _id }) => _id === document.brand_voice_id)
      : null
    const options = {
      strength: item.options.strength,
      tone: document.tone,
      language: document.language,
      freeze: document.keywords,
      voice: voice?.traits ?? [],
    }
    const model = await chooseItemModel(dependencies, models, context)
    const texts = Math.max(1, Math.ceil(document.content_md.length / maxTextLength))
    await holdUnits(context, texts)
    for (let at = done.length; at < parts.length; at++) {
      if (signal.aborted) throw signal.reason
      done.push((await humanizer.rewrite(parts[at]!, { options, model, workspaceId, signal })).text)
      const progress = { sections_done: at + 1, sections: parts.length, document_version: document.version }
      const status = await saveClaimed(db, claim, { ...progress, draft: { parts: done } })
      if (!status) throw new ClaimLost()
      signals.publish(batchTopic, claim.batchId)
      if (status !== 'running' && at + 1 < parts.length) throw new WorkStopped()
    }
    const text = done.join('')
    const isChanged = text !== document.content_md
    await db.transaction().execute(async (tx) => {
      const replaced = isChanged ? await background.replaceText(tx, ref, document.version, text) : null
      if (isChanged && !replaced) throw documentChanged()
      // A rewrite that changes nothing is free, as in /humanize.
      const saved = await saveClaimed(tx, claim, {
        ...{ step: getNextStep(item.chain, 'humanize'), attempts: 0 },
        ...{ document_version: null, sections_done: 0, sections: null, draft: null },
        ...(replaced ? { words: replaced.words, humanizerUsed: texts } : { humanizerReturned: texts }),
      })
      if (!saved) throw new ClaimLost()
      if (!isChanged) await plans.refund(tx, { ...getPayer(context), tool: 'humanizer', amount: texts })
    })
    signals.publish('document', ref.id)
  }

  /** Reserves or refunds what the text's length adds to or takes off the expected credits. */
  async function holdUnits(context: StepContext, texts: number) {
    const { claim, item } = context
    const more = texts - item.humanizer_held
    if (more === 0) return
    await db.transaction().execute(async (tx) => {
      if (more > 0) await plans.reserve(tx, claim.workspaceId, 'humanizer', more)
      else await plans.refund(tx, { ...getPayer(context), tool: 'humanizer', amount: -more })
      if (!(await saveClaimed(tx, claim, { humanizerReturned: -more }))) throw new ClaimLost()
    })
  }
}

const getPayer = ({ item }: StepContext) => ({ userId: item.payer_id, periodStart: item.units_period })

const documentDeleted = () =>
  new AppError('not_found', 'The document was deleted before it was humanized.', { reason: 'document_missing' })

const documentChanged = () =>
  new AppError('conflict', 'Someone edited this document while it was being humanized. Their text was kept.', {
    reason: 'document_changed',
  })
