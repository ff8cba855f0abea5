import { type ArchivedTable, secret } from './archived-table.ts'

/** Ids of people mean nothing elsewhere. */
const mentionedNames = {
  mentions: `(select coalesce(jsonb_agg(jsonb_build_object('user_id', null, 'name', m.value ->> 'name') order by m.at), '[]')
    from jsonb_array_elements(t.mentions) with ordinality m(value, at))`,
}

/** What people outside the workspace see and say of documents and content plans. */
export const reviewTables: ArchivedTable[] = [
  {
    name: 'review_links',
    scope: 'workspace_id',
    order: ['document_id'],
    people: ['created_by'],
    refs: { document_id: 'documents' },
    excluded: { password_hash: secret },
    only: {
      where: 't.password_hash is null',
      reason:
        'Documents shared with a password stay unshared until you share them again, because the password isn’t exported.',
    },
  },
  {
    name: 'document_reviews',
    scope: 'workspace_id',
    order: ['document_id'],
    people: ['by_id'],
    refs: { document_id: 'documents' },
  },
  {
    name: 'document_comments',
    scope: 'workspace_id',
    // A thread before its replies.
    order: ['created_at', 'id'],
    people: ['author_id'],
    refs: { document_id: 'documents', parent_id: 'document_comments' },
    exportValues: mentionedNames,
  },
  {
    name: 'document_proposals',
    scope: 'workspace_id',
    order: ['created_at', 'id'],
    refs: { document_id: 'documents' },
    excluded: { link_id: 'The link has another id in the workspace that this is imported to.' },
  },
  {
    name: 'document_suggestions',
    scope: 'workspace_id',
    order: ['proposal_id', 'start_at', 'id'],
    people: ['decided_by'],
    refs: { proposal_id: 'document_proposals' },
  },
]

/** Of content plans, after them. */
export const planReviewTables: ArchivedTable[] = [
  {
    name: 'plan_review_links',
    scope: 'workspace_id',
    order: ['plan_id'],
    people: ['created_by'],
    refs: { plan_id: 'content_plans' },
    excluded: { password_hash: secret },
    only: {
      where: 't.password_hash is null',
      reason:
        'Content plans shared with a password stay unshared until you share them again, because the password isn’t exported.',
    },
  },
  {
    name: 'plan_comments',
    scope: 'workspace_id',
    // A thread before its replies.
    order: ['created_at', 'id'],
    people: ['author_id'],
    refs: { plan_id: 'content_plans', item_id: 'plan_items', parent_id: 'plan_comments' },
    exportValues: mentionedNames,
  },
  {
    name: 'activity_entries',
    scope: 'workspace_id',
    order: ['at', 'id'],
    people: ['actor_id', 'owner_id'],
    refs: { document_id: 'documents', plan_id: 'content_plans', post_id: 'posts' },
  },
]
