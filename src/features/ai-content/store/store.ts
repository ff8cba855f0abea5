import { sql } from 'kysely'
import type { Heading } from '#features/reports/contract.ts'
import type { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import { fromErrorColumns, toErrorColumns } from '#platform/stored-error.ts'
import type {
  Briefing,
  Citation,
  Document,
  Provenance,
  Score,
  ScoredDocument,
  TemplateName,
  VersionHead,
} from '../contract.ts'
import type { WorkspaceModelRow } from './workspace-model-store.ts'
import './tables.ts'

/** Stores documents and their versions. */

/** Content of a version. */
export type Content = { title: string; contentMd: string; wordCount: number; outline: Heading[]; citations: Citation[] }

export type NewDocument = Content & {
  id: string
  workspaceId: string
  createdBy: string | null
  template: TemplateName
  briefing: Briefing
  reportId: string | null
  brandVoiceId: string | null
  model: string | null
  ownerId: string | null
  dueOn: string | null
}

/** Columns of a text, for a document and for a version. */
export const contentColumns = (content: Content) => ({
  title: content.title,
  content_md: content.contentMd,
  word_count: content.wordCount,
  outline: JSON.stringify(content.outline),
  citations: JSON.stringify(content.citations),
})

export async function insertDocument(db: Db, document: NewDocument) {
  await db
    .insertInto('documents')
    .values({
      workspace_id: document.workspaceId,
      id: document.id,
      created_by: document.createdBy,
      template: document.template,
      status: 'draft',
      briefing: JSON.stringify(document.briefing),
      report_id: document.reportId,
      brand_voice_id: document.brandVoiceId,
      model: document.model,
      owner_id: document.ownerId,
      due_on: document.dueOn,
      score: null,
      provenance: null,
      ...toErrorColumns(null),
      ...contentColumns(document),
    })
    .execute()
}

/** Returns the workspace of a document if it's one of `workspaceIds`, otherwise null. */
export async function locateDocument(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('documents')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

export function findDocument(db: Db, ref: ResourceRef) {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .executeTakeFirst()
}

/** A document to write, with its workspace's own model. */
export type DocumentToWrite = { workspaceId: string; row: DocumentRow; ownModel: WorkspaceModelRow | null }

/** Returns a document if it's in one of these workspaces, otherwise null. */
export async function findDocumentToWrite(db: Db, workspaceIds: string[], id: string): Promise<DocumentToWrite | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('documents as d')
    .leftJoin('workspace_models as w', 'w.workspace_id', 'd.workspace_id')
    .where((d) => d('d.workspace_id', '=', d.fn.any(d.val(workspaceIds))))
    .where('d.id', '=', id)
    .select([
      'd.workspace_id',
      'd.id',
      'd.created_by',
      'd.template',
      'd.title',
      'd.status',
      'd.briefing',
      'd.report_id',
      'd.brand_voice_id',
      'd.model',
      'd.content_md',
      'd.word_count',
      'd.outline',
      'd.citations',
      'd.score',
      'd.provenance',
      'd.error',
      'd.failure',
      'd.owner_id',
      'd.due_on',
      'd.version',
      'd.created_at',
      'd.updated_at',
      'w.provider as own_provider',
      'w.model as own_model',
      'w.embedding_model as own_embedding_model',
      'w.base_url as own_base_url',
      'w.sealed_key as own_sealed_key',
      'w.key_hint as own_key_hint',
    ])
    .modifyEnd(prepared)
    .executeTakeFirst()
  if (!found) return null
  const { own_provider, own_model, own_embedding_model, own_base_url, own_sealed_key, own_key_hint, ...row } = found
  const ownModel = own_provider && {
    provider: own_provider,
    model: own_model!,
    embedding_model: own_embedding_model,
    base_url: own_base_url,
    sealed_key: own_sealed_key,
    key_hint: own_key_hint,
  }
  return { workspaceId: row.workspace_id, row, ownModel }
}

/** Reads a document and locks its row until the transaction ends. */
export function lockDocument(tx: Db, ref: ResourceRef) {
  return tx
    .selectFrom('documents')
    .selectAll()
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .forUpdate()
    .executeTakeFirst()
}

export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>

export async function findDocumentIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

const versionedColumns = ['title', 'content_md', 'word_count', 'outline', 'citations', 'version'] as const

/**
 * Saves content as the next version if the document's version is unchanged (optimistic locking). One statement, so that
 * a long text is sent once. Ends the document's live session, unless the text comes from it: then the session has the next version
 * already (noteLiveSave). Returns the new version, or null on a conflict.
 */
export async function saveVersion(
  tx: Db,
  ref: ResourceRef,
  version: number,
  content: Content,
  made: { cause: VersionHead['cause']; by: string | null; keyName?: string | null; score: Score | null; state?: State },
): Promise<number | null> {
  const saved = await tx
    .with('saved', (query) =>
      query
        .updateTable('documents')
        .set({
          ...contentColumns(content),
          ...(made.state ? stateColumns(made.state) : {}),
          score: made.score ? JSON.stringify(made.score) : null,
          version: version + 1,
          updated_at: sql`now()`,
        })
        .where('workspace_id', '=', ref.workspaceId)
        .where('id', '=', ref.id)
        .where('version', '=', version)
        .returning(['workspace_id', 'id', ...versionedColumns]),
    )
    .with('ended_session', (query) =>
      query
        .deleteFrom('document_live_sessions')
        .where('workspace_id', '=', ref.workspaceId)
        .where('document_id', '=', ref.id)
        .where('version', '!=', version + 1)
        .where(({ exists, selectFrom }) => exists(selectFrom('saved').select('id'))),
    )
    .insertInto('document_versions')
    .columns(['workspace_id', 'document_id', 'cause', 'by', 'with_key', 'key_name', ...versionedColumns])
    .expression((eb) =>
      eb
        .selectFrom('saved')
        .select([
          'workspace_id',
          'id',
          sql<string>`${made.cause}`.as('cause'),
          sql<string | null>`${made.by}::uuid`.as('by'),
          sql<boolean>`${(made.keyName ?? null) !== null}::boolean`.as('with_key'),
          sql<string | null>`${made.keyName ?? null}::text`.as('key_name'),
          ...versionedColumns,
        ]),
    )
    .returning('version')
    .executeTakeFirst()
  return saved?.version ?? null
}

/** Saves a version's score. Does nothing if the version is outdated. */
export async function saveScore(db: Db, ref: ResourceRef, version: number, score: Score) {
  await db
    .updateTable('documents')
    .set({ score: JSON.stringify(score) })
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .where('version', '=', version)
    .execute()
}

export type State = { status: DocumentRow['status']; error: AppError | null; provenance?: Provenance }

const stateColumns = ({ status, error, provenance }: State) => ({
  status,
  ...toErrorColumns(error),
  ...(provenance ? { provenance: JSON.stringify(provenance) } : {}),
})

export async function setState(db: Db, ref: ResourceRef, state: State) {
  await db
    .updateTable('documents')
    .set(stateColumns(state))
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .execute()
}

export async function saveOutline(db: Db, ref: ResourceRef, outline: Heading[]) {
  await db
    .updateTable('documents')
    .set({ outline: JSON.stringify(outline) })
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .execute()
}

export async function deleteDocument(db: Db, ref: ResourceRef) {
  await db.deleteFrom('documents').where('workspace_id', '=', ref.workspaceId).where('id', '=', ref.id).execute()
}

/** `versions` and the owner's name are read separately. */
export function presentScored(row: DocumentRow, versions: VersionHead[], owner: string | null): ScoredDocument {
  const { words, ...briefing } = row.briefing
  return {
    _id: row.id,
    workspace_id: row.workspace_id,
    title: row.title,
    template: row.template,
    status: row.status,
    ...briefing,
    cluster_id: briefing.cluster_id ?? null,
    keyword: briefing.keyword ?? null,
    words_wanted: words,
    words: row.word_count,
    report_id: row.report_id,
    brand_voice_id: row.brand_voice_id,
    model: row.model,
    content_md: row.content_md,
    outline: row.outline,
    citations: row.citations,
    score: row.score,
    version: row.version,
    versions,
    provenance: row.provenance,
    ...fromErrorColumns(row),
    ...{ owner_id: row.owner_id, owner, due_on: row.due_on },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export const presentDocument = (row: DocumentRow, versions: VersionHead[], owner: string | null): Document => ({
  ...presentScored(row, versions, owner),
  score: row.score?.total ?? null,
})
