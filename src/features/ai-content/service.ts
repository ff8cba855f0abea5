import { randomUUIDv7 } from 'node:crypto'
import type { Heading } from '#features/reports/contract.ts'
import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import type { Signals } from '#platform/notify-signals.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import { findVoice } from './brand-voice-store.ts'
import { type Briefing, type Document, maxContentLength, type ScoredDocument, type TemplateName } from './contract.ts'
import { mergeOutline } from './generation-plan.ts'
import { findWritingProgress } from './generation-store.ts'
import { countWords, getHeadings } from './markdown-text.ts'
import {
  type Content,
  type DocumentRow,
  deleteDocument,
  findDocument,
  findDocumentHeads,
  findVersion,
  findVersions,
  insertDocument,
  insertFirstVersion,
  locateDocument,
  lockDocument,
  presentDocument,
  presentScored,
  type ResourceRef,
  saveVersion,
} from './store.ts'
import { missingField, toWireField } from './templates.ts'

export type Documents = ReturnType<typeof createDocuments>

export type NewInput = {
  workspace_id: string
  template: TemplateName
  title?: string
  keywords?: string[]
  outline?: Heading[]
  tone?: string
  audience?: string
  language?: string
  words?: number
  report_id?: string
  cluster_id?: string
  instructions?: string
  text?: string
  brand_voice_id?: string
  model?: string
}

type UpdateInput = { title?: string; content_md?: string; outline?: Heading[]; version: number }

type Dependencies = {
  db: Database
  reports: Reports
  signals: Signals
  /** Enqueues a job that scores the text. */
  enqueueScore(tx: Db, ref: ResourceRef): Promise<void>
  /** Ends a running generation before its document is deleted; returns what to do after the commit. */
  endWriting(tx: Db, workspaceId: string, documentId: string): Promise<() => void>
}

export function createDocuments({ db, reports, signals, enqueueScore, endWriting }: Dependencies) {
  return {
    locate: (workspaceIds: string[], id: string) => locateDocument(db, workspaceIds, id),

    /**
     * @throws AppError invalid_input (a field the template needs is missing), not_found (report or voice of another
     * workspace)
     */
    async create(userId: string, input: NewInput, keepAnswer: KeepAnswer): Promise<{ item: Document }> {
      const workspaceId = input.workspace_id
      const report = input.report_id ? await reportHead(workspaceId, input.report_id) : null
      if (input.brand_voice_id && !(await findVoice(db, { workspaceId, id: input.brand_voice_id })))
        throw new AppError('not_found', 'This workspace has no such brand voice.', {
          field: 'brand_voice_id',
          reason: 'brand_voice_missing',
        })
      const topic = await getTopic(workspaceId, input)
      const briefing: Briefing = {
        keywords: input.keywords ?? topic?.keywords ?? [],
        tone: input.tone ?? null,
        audience: input.audience ?? null,
        language: input.language ?? report?.language ?? 'en',
        words: input.words ?? null,
        instructions: input.instructions ?? null,
        text: input.text?.trim() || null,
        cluster_id: topic?.cluster._id ?? null,
      }
      const title = input.title || topic?.cluster.pillar || report?.keyword || briefing.keywords[0] || ''
      const incomplete = missingField(input.template, { ...input, title })
      if (incomplete)
        throw new AppError('invalid_input', incomplete.message, {
          field: toWireField(incomplete.field),
          reason: incomplete.alternatives ? 'one_required' : 'missing',
          ...(incomplete.alternatives ? { params: { fields: incomplete.alternatives.map(toWireField) } } : {}),
        })
      const content: Content = {
        title,
        contentMd: '',
        wordCount: 0,
        outline: input.outline ?? [],
        citations: [],
      }
      const ref = { workspaceId, id: randomUUIDv7() }
      return db.transaction().execute(async (tx) => {
        await insertDocument(tx, {
          ...ref,
          ...content,
          createdBy: userId,
          template: input.template,
          briefing,
          reportId: input.report_id ?? null,
          brandVoiceId: input.brand_voice_id ?? null,
          model: input.model ?? null,
        })
        await insertFirstVersion(tx, ref, content, userId)
        const answer = { item: await present(tx, ref) }
        await keepAnswer(tx, answer)
        return answer
      })
    },

    async find(workspaceId: string, filter: { template?: TemplateName; q?: string; page: number; limit: number }) {
      return { ...(await findDocumentHeads(db, workspaceId, filter)), page: filter.page, limit: filter.limit }
    },

    async single(ref: ResourceRef): Promise<ScoredDocument> {
      const [row, versions] = await Promise.all([findDocument(db, ref), findVersions(db, ref)])
      return presentScored(row ?? missing(), versions)
    },

    /** @throws AppError conflict (`version` is outdated, see `details.version`, or the document is being written) */
    async update(userId: string, ref: ResourceRef, input: UpdateInput): Promise<{ item: Document }> {
      const item = await db.transaction().execute(async (tx) => {
        const row = (await lockDocument(tx, ref)) ?? missing()
        if (row.version !== input.version) throw stale(row)
        if (row.status === 'writing')
          throw new AppError('conflict', 'This document is being written. Stop it or wait until it’s done.', {
            reason: 'being_written',
            details: { version: row.version, status: row.status },
            retryable: true,
          })
        const contentMd = input.content_md ?? row.content_md
        const content: Content = {
          title: input.title || row.title,
          contentMd,
          wordCount: countWords(contentMd),
          // The outline is the text's own headings plus planned headings that aren't written yet.
          outline: input.outline ?? mergeOutline(row.outline, getHeadings(contentMd), getHeadings(row.content_md)),
          citations: row.citations,
        }
        const begun = contentMd !== '' && (row.status === 'draft' || row.status === 'failed')
        await saveVersion(tx, ref, row.version, content, {
          cause: 'update',
          by: userId,
          score: row.score,
          ...(begun ? { state: { status: 'done', error: null } } : {}),
        })
        if (contentMd !== row.content_md) await enqueueScore(tx, ref)
        return present(tx, ref)
      })
      signals.publish('document', ref.id)
      return { item }
    },

    async delete(ref: ResourceRef) {
      const notifyReaders = await db.transaction().execute(async (tx) => {
        // Locks the document first, as ending a generation does, so the two can't deadlock.
        if (!(await lockDocument(tx, ref))) return () => {}
        const ended = await endWriting(tx, ref.workspaceId, ref.id)
        await deleteDocument(tx, ref)
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
      let wake = () => {}
      const stop = signals.subscribe('document', ref.id, () => wake())
      signal.addEventListener('abort', () => wake(), { once: true })
      try {
        while (!signal.aborted) {
          const changed = new Promise<void>((resolve) => {
            wake = resolve
          })
          const row = await findDocument(db, ref)
          if (!row) return
          const state = { version: row.version, status: row.status }
          if (JSON.stringify(state) !== lastSent) await send('changed', state)
          lastSent = JSON.stringify(state)
          await changed
        }
      } finally {
        stop()
      }
    },
  }

  async function present(at: Db, ref: ResourceRef): Promise<Document> {
    const row = (await findDocument(at, ref)) ?? missing()
    return presentDocument(row, await findVersions(at, ref))
  }

  async function reportHead(workspaceId: string, id: string) {
    if (!(await reports.locate([workspaceId], id)))
      throw new AppError('not_found', 'This workspace has no such report.', {
        field: 'report_id',
        reason: 'report_missing',
      })
    const ref = { workspaceId, id }
    const [{ language }, keyword] = await Promise.all([reports.head(ref), reports.getKeyword(ref)])
    return { language, keyword }
  }

  /** Returns the topic the text is about; see the contract's cluster_id. */
  async function getTopic(workspaceId: string, { report_id, cluster_id, keywords }: NewInput) {
    if (cluster_id && !report_id)
      throw new AppError('invalid_input', 'report_id is missing. cluster_id needs a report.', {
        field: 'report_id',
        reason: 'missing',
      })
    // Keywords the user selected define the topic.
    if (!report_id || (!cluster_id && keywords?.length)) return null
    const topic = await reports.topicForWriting({ workspaceId, id: report_id }, cluster_id ?? null)
    if (cluster_id && !topic)
      throw new AppError('not_found', 'This report has no such topic.', {
        field: 'cluster_id',
        reason: 'topic_missing',
      })
    return topic
  }
}

export const missing = (): never => {
  throw new AppError('not_found', 'This document doesn’t exist, or it’s in a workspace you’re not a member of.', {
    reason: 'document_missing',
  })
}

/** Carries the current text, so the caller can merge its own with it. */
const stale = (row: DocumentRow) =>
  new AppError('conflict', `Someone else saved this document. The current version is ${row.version}.`, {
    field: 'version',
    reason: 'outdated_version',
    details: {
      version: row.version,
      title: row.title,
      content_md: row.content_md.slice(0, maxContentLength),
      outline: row.outline,
    },
  })
