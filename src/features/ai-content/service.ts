import { randomUUIDv7 } from 'node:crypto'
import type { Heading } from '#features/reports/contract.ts'
import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import type { Signals } from '#platform/signals.ts'
import type { SendEvent } from '#platform/sse.ts'
import { citationsIn } from './citation-marks.ts'
import { type Briefing, type Document, longestContent, type ScoredDocument, type TemplateName } from './contract.ts'
import { findWritingProgress } from './generation-store.ts'
import { countWords, headingsOf } from './markdown-text.ts'
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
import { missingField } from './templates.ts'
import { findVoice } from './voice-store.ts'
import { outlineWith } from './writing-job.ts'

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
        throw new AppError('not_found', 'There is no such brand voice in this workspace.', { field: 'brand_voice_id' })
      const briefing: Briefing = {
        keywords: input.keywords ?? [],
        tone: input.tone ?? null,
        audience: input.audience ?? null,
        language: input.language ?? report?.language ?? 'en',
        words: input.words ?? null,
        instructions: input.instructions ?? null,
        text: input.text?.trim() || null,
      }
      const title = input.title || report?.query || briefing.keywords[0] || ''
      const lacking = missingField(input.template, { ...input, title })
      if (lacking) throw new AppError('invalid_input', lacking.message, { field: wireField(lacking.field) })
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
          throw new AppError('conflict', 'This document is being written: stop that, or wait until it is through.', {
            details: { version: row.version, status: row.status },
            retryable: true,
          })
        const contentMd = input.content_md ?? row.content_md
        const content: Content = {
          title: input.title || row.title,
          contentMd,
          wordCount: countWords(contentMd),
          // The text's own headings are its outline, with what of the plan is still to be written.
          outline: input.outline ?? outlineWith(row.outline, headingsOf(contentMd), headingsOf(row.content_md)),
          citations: citationsIn(contentMd, row.citations),
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
      if (!row) throw new AppError('not_found', `There is no version ${number} of this document.`, { field: 'version' })
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
      throw new AppError('not_found', 'There is no such report in this workspace.', { field: 'report_id' })
    return reports.head({ workspaceId, id })
  }
}

export const missing = (): never => {
  throw new AppError('not_found', 'There is no such document, or it is in a workspace you are not in.')
}

/** The caller merges what it has with this one. */
const stale = (row: DocumentRow) =>
  new AppError('conflict', `Someone saved this document in the meantime: version ${row.version} is the present one.`, {
    field: 'version',
    details: {
      version: row.version,
      title: row.title,
      content_md: row.content_md.slice(0, longestContent),
      outline: row.outline,
    },
  })

const wireField = (field: string) => (field === 'report' ? 'report_id' : field)
