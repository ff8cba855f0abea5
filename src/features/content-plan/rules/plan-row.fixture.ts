import type { PlanRow } from '../contract-item.ts'

/** An item for tests. */
export const planRow = (
  _id: string,
  fields: Partial<Omit<PlanRow, 'priority'>> & { score?: number | null } = {},
): PlanRow => {
  const { score = null, ...rest } = fields
  return {
    _id,
    title: _id,
    role: 'spoke',
    parent_id: null,
    intent: null,
    keyword_count: 1,
    volume: null,
    volume_known: 0,
    difficulty: null,
    url: null,
    state: 'idea',
    owner_id: null,
    due_on: null,
    document_id: null,
    brief_id: null,
    publication_id: null,
    page_id: null,
    own: null,
    links_set: 0,
    links_total: 0,
    updated_at: '2026-11-01T00:00:00.000Z',
    ...rest,
    priority: { score, factors: [] },
  }
}
