import type { ItemState, PlanRow } from '../contract-item.ts'

/** The state of a dropped item when it's restored: as far as its work got. */
export function getRestoredState({
  publication_id,
  document_id,
  brief_id,
}: Pick<PlanRow, 'publication_id' | 'document_id' | 'brief_id'>): ItemState {
  if (publication_id) return 'published'
  if (document_id) return 'drafting'
  return brief_id ? 'briefed' : 'idea'
}
