import type { Plans } from '#features/plans/service.ts'
import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db, Tx } from '#platform/database/database.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import { missing } from '../get-document.ts'
import { getUsedCitations } from '../rules/generation/citations/citation-marks.ts'
import { mergeOutline } from '../rules/generation/generation-plan.ts'
import { promptVersion } from '../rules/generation/prompts.ts'
import type { StoredSections } from '../rules/generation/stored-sections.ts'
import { countWords, getHeadings } from '../rules/markdown-text.ts'
import {
  endGeneration,
  findTexts,
  insertGeneration,
  isSecondWriter,
  saveCheckpoint,
} from '../store/generation-store.ts'
import { type DocumentRow, findDocument, lockDocument, saveOutline, saveVersion, setState } from '../store/store.ts'
import { createGeneratedText, type GeneratedText } from './generated-text.ts'
import { getContext } from './generation-sources.ts'
import { planJob } from './plan-job.ts'
import { getPrompt, produceStep, refuseNothing, type WritingTask } from './produce-text.ts'
import { endInTransaction, type Generation, type OnFinished } from './run-generation.ts'
import { getRestStatus, saveDraft } from './save-generation.ts'
import { nothingWritten } from './start-generation.ts'

/**
 * Writes documents without a reader, for batches. Their generation has no lease of its own: the batch that owns it has one, and
 * continues after a crash with the section that isn't stored yet.
 */
export type BackgroundWriting = ReturnType<typeof createBackgroundWriting>

type Dependencies = {
  db: Database
  plans: Plans
  reports: Reports
  threads: Threads
  enqueueScore(tx: Db, ref: ResourceRef): Promise<void>
  onFinished: OnFinished
}

/** A document with the sections to write. */
export type PlannedText = { ref: ResourceRef; row: DocumentRow; task: WritingTask }

export type Owner = {
  generationId: string
  batchItemId: string
  startedBy: string | null
  payerId: string
  unitsPeriod: Date
}

/** Nobody reads along, so tokens are passed on in large pieces. */
const gapMs = 500
const unread = async () => undefined

export function createBackgroundWriting(dependencies: Dependencies) {
  const { db, plans, reports, threads, enqueueScore, onFinished } = dependencies
  return {
    /** Plans a document's sections. @throws AppError not_found; unavailable if there's nothing to write from */
    async plan(ref: ResourceRef, model: LanguageModel | null): Promise<PlannedText> {
      const row = (await findDocument(db, ref)) ?? missing()
      const context = await getContext({ db, reports }, row)
      const request = { mode: 'write' } as const
      const { job, texts } = await planJob(threads, { context, contentMd: '', request, builtin: model === null })
      const task = { job, texts, model, firstPrompt: model ? getPrompt(job, 0, '', 0) : null }
      refuseNothing(task)
      return { ref, row, task }
    },

    /** Claims the document for its owner. @throws AppError conflict if someone else is writing it */
    async open(tx: Tx, { ref, task }: PlannedText, owner: Owner) {
      const { provider, model } = task.model ?? { provider: 'builtin', model: 'builtin' }
      const generation = {
        ...{ id: owner.generationId, ref, kind: 'document' as const, provider, model, promptVersion },
        // The batch holds the unit and decides whether it's refunded.
        ...{ payerId: owner.payerId, units: 0, unitsPeriod: owner.unitsPeriod },
        ...{ startedBy: owner.startedBy, batchItemId: owner.batchItemId },
      }
      try {
        if (!(await insertGeneration(tx, generation, { writes: true }))) missing()
        // From now on the sections stay the same, whatever happens to the report.
        await saveOutline(tx, ref, task.job.outline)
      } catch (error) {
        if (isSecondWriter(error))
          throw new AppError('conflict', 'This document is already being written, perhaps in another tab.', {
            reason: 'being_written',
            retryable: true,
          })
        throw error
      }
    },

    /** The text of earlier sections, to go on with. */
    restore({ row, task }: PlannedText, sectionsDone: number, stored: StoredSections | null): GeneratedText {
      const wrote = task.model
        ? { provider: task.model.provider, model: task.model.model }
        : { provider: 'builtin', model: 'builtin' }
      const text = createGeneratedText(task.job, wrote)
      if (sectionsDone === 0) return text
      text.made = row.content_md
      text.progress = sectionsDone / task.job.steps.length
      for (const citation of stored?.citations ?? []) text.citations.set(citation.n, citation)
      text.removed.push(...(stored?.removed ?? []))
      text.addNotes(stored?.notes ?? [])
      return text
    },

    /** Writes one section into `text`. @throws AppError, ModelError; then `text` is as before */
    async writeSection({ task }: PlannedText, text: GeneratedText, at: number, signal: AbortSignal): Promise<void> {
      const before = { made: text.made, citations: [...text.citations], removed: text.removed.length }
      const notes = text.notes.map((note) => ({ ...note }))
      try {
        await produceStep({ task, text, send: unread, signal, gapMs: () => gapMs }, at, unread)
      } catch (error) {
        text.made = before.made
        text.citations.clear()
        for (const [n, citation] of before.citations) text.citations.set(n, citation)
        text.removed.length = before.removed
        text.notes.splice(0, text.notes.length, ...notes)
        throw error
      }
      text.progress = (at + 1) / task.job.steps.length
    },

    /** Stores the text so far. False if the document or the generation is gone. */
    async checkpoint(tx: Tx, ref: ResourceRef, generationId: string, text: GeneratedText): Promise<boolean> {
      const reached = { progress: text.progress, characters: text.made.length }
      const made = text.made === '' ? null : { text: text.whole(), words: text.words() }
      return saveCheckpoint(tx, ref, generationId, reached, made)
    },

    toStored: (text: GeneratedText): StoredSections => ({
      citations: [...text.citations.values()],
      removed: text.removed,
      notes: text.notes,
    }),

    /**
     * Closes the generation and saves its text as the document's next version. Null if there's no text or it was deleted.
     * @throws AppError upstream_failed if all sections are written and there's no text
     */
    async end(
      tx: Tx,
      planned: PlannedText,
      owner: Owner,
      { text, error }: { text: GeneratedText; error: AppError | null },
    ): Promise<{ words: number; version: number } | null> {
      if (!error && text.made.trim() === '') throw nothingWritten()
      const { ref, task } = planned
      const row = (await lockDocument(tx, ref)) ?? missing()
      const reservation = { userId: owner.payerId, tool: 'ai' as const, amount: 0, periodStart: owner.unitsPeriod }
      const generation: Generation = { ...task, ref, row, id: owner.generationId, reservation }
      return endInTransaction(tx, { plans, enqueueScore, onFinished }, generation, { text, error })
    },

    /**
     * Closes a generation before its end and keeps the text so far. Returns the document's version; null if the document or
     * the generation is gone.
     */
    async close(tx: Tx, ref: ResourceRef, generationId: string, error: AppError): Promise<number | null> {
      const row = await lockDocument(tx, ref)
      if (!row) return null
      const hasText = row.content_md.trim() !== ''
      const closed = await endGeneration(tx, ref, generationId, {
        status: hasText ? 'cut' : 'failed',
        inputTokens: null,
        outputTokens: null,
        progress: 0,
        characters: row.content_md.length,
        error,
        unitsReturned: false,
      })
      if (!closed) return null
      if (hasText) {
        const state = { status: 'partial', error } as const
        return (await saveDraft(tx, row, { plan: row.outline, state, enqueueScore })).version
      }
      await setState(tx, ref, { status: getRestStatus(row), error })
      return row.version
    },

    /** Texts of documents by id. */
    readTexts: (at: Db, workspaceId: string, ids: string[]) => findTexts(at, workspaceId, ids),

    /** Replaces a document's text if it has this version. Null if it was changed or deleted. */
    async replaceText(tx: Tx, ref: ResourceRef, version: number, contentMd: string): Promise<{ words: number } | null> {
      const row = await lockDocument(tx, ref)
      if (row?.version !== version || row.status === 'writing') return null
      const content = {
        title: row.title,
        contentMd,
        wordCount: countWords(contentMd),
        outline: mergeOutline([], getHeadings(contentMd)),
        citations: getUsedCitations(row.citations),
      }
      await saveVersion(tx, ref, version, content, { cause: 'generation', by: null, score: row.score })
      await enqueueScore(tx, ref)
      return { words: content.wordCount }
    },
  }
}
