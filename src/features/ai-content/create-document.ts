import { randomUUIDv7 } from 'node:crypto'
import type { Heading } from '#features/reports/contract.ts'
import { isQuestion } from '#features/reports/rules/keywords/classify-keyword.ts'
import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { Briefing, Document, TemplateName } from './contract.ts'
import { getDocument } from './get-document.ts'
import { asSectionHeading, isRawQuery } from './rules/as-heading.ts'
import { missingField, toWireField } from './rules/templates/templates.ts'
import { findVoice } from './store/brand-voice-store.ts'
import { type Content, insertDocument } from './store/store.ts'
import { insertFirstVersion } from './store/version-store.ts'

const maxPlannedKeywords = 20

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
  keyword?: string
  plan_item_id?: string
  instructions?: string
  exclude_urls?: string[]
  links?: { url: string; title: string }[]
  do_not_claim?: string[]
  text?: string
  brand_voice_id?: string
  model?: string
}

export type CreateDependencies = {
  db: Database
  reports: Reports
  /** What an item of a content plan is about. @throws AppError not_found */
  readPlanItem(workspaceId: string, itemId: string): Promise<PlannedPage | undefined>
  onCreated(tx: Tx, document: ResourceRef, about: { planItemId: string | null; template: TemplateName }): Promise<void>
}

/** What an item of a content plan gives its document. */
export type PlannedPage = { title: string; keywords: string[]; owner_id: string | null; due_on: string | null }

/**
 * Creates a document with its first version.
 * @throws AppError invalid_input (a field the template needs is missing), not_found (report or voice of another
 * workspace)
 */
export async function createDocument(
  { db, reports, readPlanItem, onCreated }: CreateDependencies,
  {
    userId,
    keyName,
    input,
    storeResponse,
  }: { userId: string | null; keyName: string | null; input: NewInput; storeResponse: StoreResponse },
): Promise<{ item: Document }> {
  const workspaceId = input.workspace_id
  const planned = input.plan_item_id ? await readPlanItem(workspaceId, input.plan_item_id) : undefined
  const { report, topic } = await checkSources({ db, reports }, { ...input, isPlanned: planned !== undefined })
  const about = input.keyword ? [input.keyword] : []
  const briefing: Briefing = {
    keywords: input.keywords ?? topic?.keywords ?? planned?.keywords.slice(0, maxPlannedKeywords) ?? about,
    tone: input.tone ?? null,
    audience: input.audience ?? null,
    language: input.language ?? report?.language ?? 'en',
    words: input.words ?? null,
    instructions: input.instructions ?? null,
    text: input.text?.trim() || null,
    cluster_id: topic?.cluster._id ?? null,
    ...(input.keyword ? { keyword: input.keyword } : {}),
    ...(input.exclude_urls?.length ? { exclude_urls: input.exclude_urls } : {}),
    ...(input.links?.length ? { links: input.links } : {}),
    ...(input.do_not_claim?.length ? { do_not_claim: input.do_not_claim } : {}),
  }
  const searched = topic?.cluster.pillar || input.keyword || report?.keyword || briefing.keywords[0] || ''
  const title = input.title || planned?.title || toTitle(searched, briefing.language)
  const incomplete = missingField(input.template, { ...input, title, keywords: briefing.keywords })
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
      ownerId: planned?.owner_id ?? null,
      dueOn: planned?.due_on ?? null,
    })
    await insertFirstVersion(tx, ref, content, { by: userId, keyName })
    await onCreated(tx, ref, { planItemId: input.plan_item_id ?? null, template: input.template })
    const answer = { item: await getDocument(tx, ref) }
    await storeResponse(tx, answer)
    return answer
  })
}

/** Finds the report and topic a document is based on. @throws AppError not_found, also for a voice of another workspace */
export async function checkSources(
  { db, reports }: Pick<CreateDependencies, 'db' | 'reports'>,
  input: NewInput & { isPlanned?: boolean },
) {
  const workspaceId = input.workspace_id
  const report = input.report_id ? await getReportHead(reports, workspaceId, input.report_id) : null
  if (input.brand_voice_id && !(await findVoice(db, { workspaceId, id: input.brand_voice_id })))
    throw new AppError('not_found', 'This workspace has no such brand voice.', {
      field: 'brand_voice_id',
      reason: 'brand_voice_missing',
    })
  return { report, topic: input.isPlanned ? null : await getTopic(reports, workspaceId, input) }
}

async function getReportHead(reports: Reports, workspaceId: string, id: string) {
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
async function getTopic(reports: Reports, workspaceId: string, { report_id, cluster_id, keyword, keywords }: NewInput) {
  const needing = cluster_id ? 'cluster_id' : keyword ? 'keyword' : null
  if (needing && !report_id)
    throw new AppError('invalid_input', `report_id is missing. ${needing} needs a report.`, {
      field: 'report_id',
      reason: 'missing',
    })
  // Keywords the user selected define the topic.
  if (!report_id || (!cluster_id && (keyword || keywords?.length))) return null
  const topic = await reports.topicForWriting({ workspaceId, id: report_id }, cluster_id ?? null)
  if (cluster_id && !topic)
    throw new AppError('not_found', 'This report has no such topic.', {
      field: 'cluster_id',
      reason: 'topic_missing',
    })
  return topic
}

/** A search as people type it becomes a title: "cold brew coffee" → "Cold brew coffee". */
const toTitle = (text: string, language: string) =>
  isRawQuery(text) ? asSectionHeading(text, isQuestion(text, language)) : text
