import type { Activity, ActivityActor } from '#features/activity/service.ts'
import type { Heading } from '#features/reports/contract.ts'
import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import { numberFootnotes, withFootnoteSources } from '#kit/markdown/footnote-sources.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db, Tx } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import { createWakeableSleep } from '#platform/jobs/wakeable-sleep.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { GetTextStats } from './checks/text-stats.ts'
import { type Document, maxContentLength, type ScoredDocument } from './contract.ts'
import { type CreateDependencies, checkSources, createDocument, type NewInput } from './create-document.ts'
import { getDocument, missing } from './get-document.ts'
import { findPersonName } from './store/assignment-store.ts'
import { type DocumentFilter, findDocumentHeads } from './store/document-list-store.ts'
import { findWritingProgress } from './store/generation-store.ts'
import { findLiveHead, type LiveHead, noteLiveSave } from './store/live-store.ts'
import {
  type Content,
  type DocumentRow,
  deleteDocument,
  findDocument,
  locateDocument,
  lockDocument,
  presentScored,
  saveVersion,
} from './store/store.ts'
import { findVersion, findVersions, thinVersions } from './store/version-store.ts'

export type Documents = ReturnType<typeof createDocuments>

type UpdateInput = {
  title?: string
  content_md?: string
  outline?: Heading[]
  version: number
  /** The live session that the text comes from, which continues. */
  live?: { epoch: string; seq: number }
  /** Name of the API key that saves it. */
  key_name?: string | null
}

type Dependencies = {
  db: Database
  activity: Activity
  reports: Reports
  signals: Signals
  readPlanItem: CreateDependencies['readPlanItem']
  onCreated: CreateDependencies['onCreated']
  getTextStats: GetTextStats
  /** Enqueues a job that scores the text. */
  enqueueScore(tx: Db, ref: ResourceRef): Promise<void>
  /** Ends a running generation before its document is deleted; returns what to do after the commit. */
  endWriting(tx: Db, workspaceId: string, documentId: string): Promise<() => void>
}

export function createDocuments(dependencies: Dependencies) {
  const { db, activity, signals, getTextStats, enqueueScore, endWriting } = dependencies
  return {
    /** Thins autosaved versions. */
    thinVersions: () => thinVersions(db),

    locate: (workspaceIds: string[], id: string) => locateDocument(db, workspaceIds, id),

    create: (userId: string | null, input: NewInput, storeResponse: StoreResponse, keyName: string | null = null) =>
      createDocument(dependencies, { userId, keyName, input, storeResponse }),

    /** Refuses a report, topic or voice of another workspace before a document is created. @throws AppError not_found */
    checkSources: (input: NewInput) => checkSources(dependencies, input),

    async find(workspaceId: string, filter: DocumentFilter) {
      return { ...(await findDocumentHeads(db, workspaceId, filter)), page: filter.page, limit: filter.limit }
    },

    async single(ref: ResourceRef): Promise<ScoredDocument> {
      const [found, versions] = await Promise.all([findDocument(db, ref), findVersions(db, ref)])
      const row = found ?? missing()
      return presentScored(row, versions, await findPersonName(db, row.owner_id))
    },

    /**
     * @param also runs in the transaction that saves it
     * @throws AppError conflict (`version` is outdated, see `details.version`, or the document is being written)
     */
    async update(
      userId: string,
      ref: ResourceRef,
      input: UpdateInput,
      also?: (tx: Tx) => Promise<void>,
    ): Promise<{ item: Document }> {
      const read = (await findDocument(db, ref)) ?? missing()
      if (read.version !== input.version) throw stale(read, await findLiveHead(db, ref))
      const contentMd =
        input.content_md === undefined
          ? read.content_md
          : numberFootnotes(
              input.content_md,
              read.citations.map(({ n }) => n),
            )
      const stats =
        contentMd === read.content_md
          ? { words: read.word_count, outline: read.outline }
          : await getTextStats({ text: contentMd, previous: read.content_md, plan: read.outline }, ref.workspaceId)
      const item = await db.transaction().execute(async (tx) => {
        const row = (await lockDocument(tx, ref)) ?? missing()
        if (row.version !== input.version) throw stale(row, await findLiveHead(tx, ref))
        if (row.status === 'writing')
          throw new AppError('conflict', 'This document is being written. Stop it or wait until it’s done.', {
            reason: 'being_written',
            details: { version: row.version, status: row.status },
            retryable: true,
          })
        const content: Content = {
          title: input.title || row.title,
          contentMd,
          wordCount: stats.words,
          outline: input.outline ?? stats.outline,
          citations: withFootnoteSources(contentMd, row.citations),
        }
        if (input.live) {
          // The text is saved already: the session learns it without another version.
          const isSame = content.title === row.title && contentMd === row.content_md && !input.outline
          await noteLiveSave(tx, ref, input.live, { from: row.version, to: row.version + (isSame ? 0 : 1) })
          if (isSame) return getDocument(tx, ref)
        }
        const begun = contentMd !== '' && (row.status === 'draft' || row.status === 'failed')
        await saveVersion(tx, ref, row.version, content, {
          cause: 'update',
          by: userId,
          keyName: input.key_name ?? null,
          score: row.score,
          ...(begun ? { state: { status: 'done', error: null } } : {}),
        })
        if (contentMd !== row.content_md) await enqueueScore(tx, ref)
        await also?.(tx)
        return getDocument(tx, ref)
      })
      signals.publish('document', ref.id)
      return { item }
    },

    async delete(actor: ActivityActor, ref: ResourceRef) {
      const notifyReaders = await db.transaction().execute(async (tx) => {
        // Locks the document first, as ending a generation does, so the two can't deadlock.
        const row = await lockDocument(tx, ref)
        if (!row) return () => {}
        const ended = await endWriting(tx, ref.workspaceId, ref.id)
        await deleteDocument(tx, ref)
        await activity.recordDeleted(tx, ref.workspaceId, { subject: 'document', title: row.title }, actor)
        return ended
      })
      notifyReaders()
      signals.publish('document', ref.id)
    },

    async version(ref: ResourceRef, number: number) {
      const row = await findVersion(db, ref, number)
      if (!row)
        throw new AppError('not_found', `This document has no version ${number}.`, {
          field: 'version',
          reason: 'version_missing',
        })
      return {
        version: row.version,
        title: row.title,
        words: row.word_count,
        cause: row.cause,
        by: row.by_name,
        at: row.at.toISOString(),
        content_md: row.content_md,
        outline: row.outline,
        citations: row.citations,
      }
    },

    async progress(ref: ResourceRef) {
      const [row, progress] = await Promise.all([findDocument(db, ref), findWritingProgress(db, ref)])
      const { status } = row ?? missing()
      return { status, progress: progress ?? (status === 'done' || status === 'partial' ? 1 : 0) }
    },

    /** Sends an event whenever the document's version or status changes, until the reader disconnects. */
    async follow(ref: ResourceRef, send: SendEvent, signal: AbortSignal): Promise<void> {
      let lastSent = ''
      const rest = createWakeableSleep()
      const stop = signals.subscribe('document', ref.id, rest.wake)
      signal.addEventListener('abort', rest.wake, { once: true })
      try {
        while (!signal.aborted) {
          rest.clear()
          const row = await findDocument(db, ref)
          if (!row) return
          const state = { version: row.version, status: row.status }
          if (JSON.stringify(state) !== lastSent) await send('changed', state)
          lastSent = JSON.stringify(state)
          await rest.sleep()
        }
      } finally {
        stop()
      }
    },
  }
}

/** Carries the current text, so the caller can merge its own with it. Of a live session's text, its members have it already. */
const stale = (row: DocumentRow, live: LiveHead | null) =>
  new AppError('conflict', `Someone else saved this document. The current version is ${row.version}.`, {
    field: 'version',
    reason: 'outdated_version',
    details: {
      version: row.version,
      title: row.title,
      content_md: row.content_md.slice(0, maxContentLength),
      outline: row.outline,
      // Not of another version than the text.
      live_epoch: live?.version === row.version ? live.epoch : null,
    },
  })
