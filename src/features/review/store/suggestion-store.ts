import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { ActingMember } from '#platform/http/context.ts'
import type { Suggestion } from '../rules/suggested-changes.ts'
import './tables.ts'

export type ProposalRow = {
  id: string
  link_id: string | null
  base_version: number
  base_md: string
  author_name: string
  created_at: Date
  suggestions: (Suggestion & { before: string })[]
}

export async function insertProposal(
  tx: Db,
  document: ResourceRef,
  given: { id: string; linkId: string; baseVersion: number; base: string; authorName: string },
  suggestions: { id: string; start: number; end: number; before: string; after: string }[],
) {
  await tx
    .insertInto('document_proposals')
    .values({
      workspace_id: document.workspaceId,
      id: given.id,
      document_id: document.id,
      link_id: given.linkId,
      base_version: given.baseVersion,
      base_md: given.base,
      author_name: given.authorName,
    })
    .execute()
  await tx
    .insertInto('document_suggestions')
    .values(
      suggestions.map(({ id, start, end, before, after }) => ({
        ...{ workspace_id: document.workspaceId, id, proposal_id: given.id, start_at: start, end_at: end },
        ...{ before, after, decided_by: null, key_name: null, decided_at: null },
      })),
    )
    .execute()
}

/** Texts with undecided suggestions, oldest first, with all of theirs in the order of the text. */
export async function findOpenProposals(db: Db, { workspaceId, id }: ResourceRef): Promise<ProposalRow[]> {
  const { rows } = await sql<ProposalRow>`
    select p.id, p.link_id, p.base_version, p.base_md, p.author_name, p.created_at,
      jsonb_agg(jsonb_build_object('id', s.id, 'start', s.start_at, 'end', s.end_at, 'before', s.before, 'after', s.after,
        'state', s.state) order by s.start_at, s.end_at, s.id) as suggestions
    from document_proposals p
    join document_suggestions s on s.workspace_id = p.workspace_id and s.proposal_id = p.id
    where p.workspace_id = ${workspaceId} and p.document_id = ${id}
    group by p.workspace_id, p.id
    having bool_or(s.state = 'open')
    order by p.created_at, p.id`.execute(db)
  return rows
}

/** @returns how many of them were undecided until now */
export async function decideSuggestions(
  tx: Db,
  { workspaceId, id }: ResourceRef,
  { ids, state, by }: { ids: string[]; state: 'accepted' | 'rejected'; by: ActingMember },
): Promise<number> {
  if (ids.length === 0) return 0
  const { numAffectedRows } = await sql`
    update document_suggestions s set state = ${state}, decided_by = ${by.userId}, key_name = ${by.keyName}, decided_at = now()
    from document_proposals p
    where p.workspace_id = s.workspace_id and p.id = s.proposal_id and p.document_id = ${id}
      and s.workspace_id = ${workspaceId} and s.id = any(${ids}::uuid[]) and s.state = 'open'`.execute(tx)
  await dropDecidedTexts(tx, { workspaceId, id })
  return Number(numAffectedRows ?? 0n)
}

/** Takes suggestions away that a newer text of the same guest has or leaves out. */
export async function deleteSuggestions(tx: Db, document: ResourceRef, proposalId: string, ids: string[]) {
  if (ids.length === 0) return
  await tx
    .deleteFrom('document_suggestions')
    .where('workspace_id', '=', document.workspaceId)
    .where('proposal_id', '=', proposalId)
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .execute()
  await sql`
    delete from document_proposals p
    where p.workspace_id = ${document.workspaceId} and p.id = ${proposalId} and not exists (
      select from document_suggestions s where s.workspace_id = p.workspace_id and s.proposal_id = p.id)`.execute(tx)
  await dropDecidedTexts(tx, document)
}

/** The text that guests started from isn't needed once all is decided. */
async function dropDecidedTexts(tx: Db, { workspaceId, id }: ResourceRef) {
  await sql`
    update document_proposals p set base_md = ''
    where p.workspace_id = ${workspaceId} and p.document_id = ${id} and p.base_md <> '' and not exists (
      select from document_suggestions s
      where s.workspace_id = p.workspace_id and s.proposal_id = p.id and s.state = 'open')`.execute(tx)
}

export async function findSuggestionsForExport(db: Db, workspaceId: string) {
  const { rows } = await sql<object>`
    select p.document_id, s.id, p.id as proposal_id, p.author_name, p.created_at, p.base_version, s.before, s.after, s.state,
      s.decided_at
    from document_suggestions s
    join document_proposals p on p.workspace_id = s.workspace_id and p.id = s.proposal_id
    where s.workspace_id = ${workspaceId} order by p.created_at, p.id, s.start_at, s.id`.execute(db)
  return rows
}
