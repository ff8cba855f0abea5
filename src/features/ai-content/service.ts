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
import { outlineWith } from './generation-plan.ts'
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
  type Place,
  presentDocument,
  presentScored,
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
  /** Has the text scored soon. */
  enqueueScore(tx: Db, place: Place): Promise<void>
  /** Ends what is being written in a document that goes; answers what to do once that is committed. */
  endWriting(tx: Db, workspaceId: string, documentId: string): Promise<() => void>
}

export function createDocuments({ db, reports, signals, enqueueScore, endWriting }: Dependencies) {
  return {
    locate: (workspaceIds: string[], id: string) => locateDocument(db, workspaceIds, id),

    /** @throws AppError invalid_input (a field the template needs), not_found (report or voice of another workspace) */
    async create(userId: string, input: NewInput, keepAnswer: KeepAnswer): Promise<{ item: Document }> {
      const workspaceId = input.workspace_id
      const report = input.report_id ? await reportHead(workspaceId, input.report_id) : null
      if (input.brand_voice_id && !(await findVoice(db, { workspaceId, id: input.brand_voice_id })))
        throw new AppError('not_found', 'This workspace has no such brand voice.', {
          field: 'brand_voice_id',
          reason: 'brand_voice_missing',
        })
      const topic = await topicOf(workspaceId, input)
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
      const lacking = missingField(input.template, { ...input, title })
      if (lacking)
        throw new AppError('invalid_input', lacking.message, {
          field: toWireField(lacking.field),
          reason: lacking.oneOf ? 'missing_one_of' : 'missing',
          ...(lacking.oneOf ? { params: { fields: lacking.oneOf.map(toWireField) } } : {}),
        })
      const content: Content = {
        title,
        contentMd: '',
        wordCount: 0,
        outline: input.outline ?? [],
        citations: [],
      }
      const place = { workspaceId, id: randomUUIDv7() }
      return db.transaction().execute(async (tx) => {
        await insertDocument(tx, {
          ...place,
          ...content,
          createdBy: userId,
          template: input.template,
          briefing,
          reportId: input.report_id ?? null,
          brandVoiceId: input.brand_voice_id ?? null,
          model: input.model ?? null,
        })
        await insertFirstVersion(tx, place, content, userId)
        const answer = { item: await present(tx, place) }
        await keepAnswer(tx, answer)
        return answer
      })
    },

    async find(workspaceId: string, filter: { template?: TemplateName; q?: string; page: number; limit: number }) {
      return { ...(await findDocumentHeads(db, workspaceId, filter)), page: filter.page, limit: filter.limit }
    },

    async single(place: Place): Promise<ScoredDocument> {
      const [row, versions] = await Promise.all([findDocument(db, place), findVersions(db, place)])
      return presentScored(row ?? missing(), versions)
    },

    /** @throws AppError conflict: another version is the present one (`details.version`), or the document is being written */
    async update(userId: string, place: Place, input: UpdateInput): Promise<{ item: Document }> {
      const item = await db.transaction().execute(async (tx) => {
        const row = (await lockDocument(tx, place)) ?? missing()
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
          // The text's own headings are its outline, with what of the plan is still to be written.
          outline: input.outline ?? outlineWith(row.outline, getHeadings(contentMd), getHeadings(row.content_md)),
          citations: row.citations,
        }
        const begun = contentMd !== '' && (row.status === 'draft' || row.status === 'failed')
        await saveVersion(tx, place, row.version, content, {
          cause: 'update',
          by: userId,
          score: row.score,
          ...(begun ? { state: { status: 'done', error: null } } : {}),
        })
        if (contentMd !== row.content_md) await enqueueScore(tx, place)
        return present(tx, place)
      })
      signals.publish('document', place.id)
      return { item }
    },

    async delete(place: Place) {
      const tell = await db.transaction().execute(async (tx) => {
        // Whoever ends a generation takes the document first too.
        if (!(await lockDocument(tx, place))) return () => {}
        const ended = await endWriting(tx, place.workspaceId, place.id)
        await deleteDocument(tx, place)
        return ended
      })
      tell()
      signals.publish('document', place.id)
    },

    async version(place: Place, number: number) {
      const row = await findVersion(db, place, number)
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

    async progress(place: Place) {
      const [row, progress] = await Promise.all([findDocument(db, place), findWritingProgress(db, place)])
      const { status } = row ?? missing()
      return { status, progress: progress ?? (status === 'done' || status === 'partial' ? 1 : 0) }
    },

    /** Says each time the document's version or status is another, until the reader leaves. */
    async follow(place: Place, send: SendEvent, signal: AbortSignal): Promise<void> {
      let said = ''
      let wake = () => {}
      const stop = signals.subscribe('document', place.id, () => wake())
      signal.addEventListener('abort', () => wake(), { once: true })
      try {
        while (!signal.aborted) {
          const changed = new Promise<void>((resolve) => {
            wake = resolve
          })
          const row = await findDocument(db, place)
          if (!row) return
          const state = { version: row.version, status: row.status }
          if (JSON.stringify(state) !== said) await send('changed', state)
          said = JSON.stringify(state)
          await changed
        }
      } finally {
        stop()
      }
    },
  }

  async function present(at: Db, place: Place): Promise<Document> {
    const row = (await findDocument(at, place)) ?? missing()
    return presentDocument(row, await findVersions(at, place))
  }

  async function reportHead(workspaceId: string, id: string) {
    if (!(await reports.locate([workspaceId], id)))
      throw new AppError('not_found', 'This workspace has no such report.', {
        field: 'report_id',
        reason: 'report_missing',
      })
    const place = { workspaceId, id }
    const [{ language }, keyword] = await Promise.all([reports.head(place), reports.getKeyword(place)])
    return { language, keyword }
  }

  /** The topic the text is about; see the contract's cluster_id. */
  async function topicOf(workspaceId: string, { report_id, cluster_id, keywords }: NewInput) {
    if (cluster_id && !report_id)
      throw new AppError('invalid_input', 'report_id is missing. cluster_id needs a report.', {
        field: 'report_id',
        reason: 'missing',
      })
    // Keywords someone chose say what the text is about.
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

/** The caller merges what it has with this one. */
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
