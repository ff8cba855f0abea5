import { findEmptySections } from '#features/ai-content/rules/templates/text-checks.ts'
import { AppError } from '#kit/errors.ts'
import type { BatchChecks } from './contract.ts'
import type { ItemDependencies, StepContext } from './dependencies.ts'
import type { FinishBatch } from './finish-batch.ts'
import { ClaimLost } from './rules/work-errors.ts'
import { lockBatch } from './store/batch-store.ts'
import { saveClaimed } from './store/item-store.ts'

const maxClaims = 20

/** Scores the text, lists what to look at in review, and ends the item. */
export function createScoreStep({ db, content, contentPlans, finish }: ItemDependencies & { finish: FinishBatch }) {
  return async function score({ claim, item }: StepContext): Promise<void> {
    const { workspaceId } = claim
    const id = item.document_id ?? item.brief_id
    if (!id) throw documentDeleted()
    const result = await content.checks.scoreDocument({ workspaceId, id }).catch(refuseLength)
    if (!result) throw documentDeleted()
    const isArticle = item.chain.includes('article')
    const checks: BatchChecks | null = result.score && {
      unsupported: result.claims
        .flatMap(({ text, state }) => (state === 'unsupported' || state === 'contradicted' ? [{ text, state }] : []))
        .slice(0, maxClaims),
      unsourced: result.claims.filter(({ state }) => state === 'unsourced').length,
      empty_sections: isArticle ? findEmptySections(result.contentMd) : [],
      overlaps: [],
      ranking: isArticle ? result.ranking : null,
    }
    const after = await db.transaction().execute(async (tx) => {
      await lockBatch(tx, { workspaceId, id: claim.batchId })
      const saved = await saveClaimed(tx, claim, {
        ...{
          status: 'done',
          step: null,
          error: null,
          checks,
          ...(result.words === null ? {} : { words: result.words }),
        },
        score: isArticle && result.score ? result.score.total : null,
      })
      if (!saved) throw new ClaimLost()
      if (isArticle && item.plan_item_id) await contentPlans.documentWritten(tx, { workspaceId, id })
      return finish(tx, { workspaceId, id: claim.batchId })
    })
    after()
  }
}

/** A text that can't be scored in time is done all the same: it's written and paid for. */
function refuseLength(error: unknown) {
  if (error instanceof AppError && error.code === 'too_large')
    return { score: null, words: null, claims: [], contentMd: '' }
  throw error
}

const documentDeleted = () =>
  new AppError('not_found', 'The document was deleted before it was scored.', { reason: 'document_missing' })
