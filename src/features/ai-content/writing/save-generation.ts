import type { Plans } from '#features/plans/service.ts'
import type { Heading } from '#features/reports/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { getUsedCitations } from '../rules/generation/citations/citation-marks.ts'
import { mergeOutline } from '../rules/generation/generation-plan.ts'
import { countWords, getHeadings } from '../rules/markdown-text.ts'
import { endAllGenerations, endGeneration, lockAbandonedOfAllWorkspaces } from '../store/generation-store.ts'
import { type Content, type DocumentRow, lockDocument, type State, saveVersion, setState } from '../store/store.ts'

type EnqueueScore = (tx: Db, ref: ResourceRef) => Promise<void>

type Dependencies = { db: Database; plans: Plans; signals: Signals; enqueueScore: EnqueueScore }

const cleanupBatchSize = 100

/** Saves the generated text as the document's next version. */
export async function saveDraft(
  tx: Db,
  row: DocumentRow,
  { plan, state, enqueueScore }: { plan: Heading[]; state: State; enqueueScore: EnqueueScore },
) {
  const ref = { workspaceId: row.workspace_id, id: row.id }
  const headings = getHeadings(row.content_md)
  const content: Content = {
    title: row.title,
    contentMd: row.content_md,
    wordCount: countWords(row.content_md),
    outline: mergeOutline(plan, headings),
    citations: getUsedCitations(row.citations),
  }
  const made = { cause: 'generation', by: null, score: row.score, state } as const
  const version = (await saveVersion(tx, ref, row.version, content, made))!
  await enqueueScore(tx, ref)
  return { words: content.wordCount, version }
}

/**
 * Closes generations whose lease expired because their process died; each is closed by one process.
 * @param ownGenerations generations of this process, which count as running
 */
export async function closeAbandonedGenerations(
  { db, plans, signals, enqueueScore }: Dependencies,
  ownGenerations: ReadonlySet<string>,
): Promise<void> {
  const closed = await db.transaction().execute(async (tx) => {
    const abandoned = await lockAbandonedOfAllWorkspaces(tx, [...ownGenerations], cleanupBatchSize)
    for (const one of abandoned) {
      const ref = { workspaceId: one.workspace_id, id: one.document_id }
      const hasText = one.characters > 0
      await endGeneration(tx, ref, one.id, {
        status: hasText ? 'cut' : 'failed',
        inputTokens: null,
        outputTokens: null,
        progress: one.progress,
        characters: one.characters,
        error: interrupted(),
        unitsReturned: !hasText,
      })
      if (!hasText)
        await plans.refund(tx, {
          userId: one.payer_id,
          tool: 'ai',
          amount: one.units,
          periodStart: one.units_period,
        })
      if (one.kind === 'more' || one.kind === 'edit') continue
      const row = await lockDocument(tx, ref)
      if (!row) continue
      const state = { status: 'partial', error: interrupted() } as const
      if (hasText) await saveDraft(tx, row, { plan: row.outline, state, enqueueScore })
      else await setState(tx, ref, { status: getRestStatus(row), error: interrupted() })
    }
    return abandoned
  })
  for (const one of closed) signals.publish('document', one.document_id)
}

/**
 * Ends generations before a workspace or document is deleted and refunds those without text. Returns what to do after
 * the commit.
 */
export async function endDocumentGenerations(
  { plans, signals }: Pick<Dependencies, 'plans' | 'signals'>,
  tx: Db,
  workspaceId: string,
  documentId?: string,
): Promise<() => void> {
  const ended = await endAllGenerations(
    tx,
    { workspaceId, ...(documentId ? { id: documentId } : {}) },
    new AppError('not_found', documentId ? 'The document was deleted.' : 'The workspace was deleted.', {
      reason: 'document_missing',
    }),
  )
  for (const { payer_id, units, units_period, characters } of ended)
    if (characters === 0)
      await plans.refund(tx, { userId: payer_id, tool: 'ai', amount: units, periodStart: units_period })
  return () => {
    for (const { document_id } of ended) signals.publish('document', document_id)
  }
}

export const interrupted = () =>
  new AppError('unavailable', 'The server stopped while writing. The text so far was saved.', {
    reason: 'writing_interrupted',
  })

/** The status of a document after a generation without text. */
export const getRestStatus = (row: Pick<DocumentRow, 'content_md'>) =>
  row.content_md.trim() === '' ? 'failed' : 'done'
