import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { SourceState } from './contract.ts'
import { findErrorDetails } from './store/store.ts'

/** Adds each source's technical error (settings, hosts). For staff only. */
export async function withErrorDetails(db: Db, ref: ResourceRef, states: SourceState[]): Promise<SourceState[]> {
  const details = await findErrorDetails(db, ref.workspaceId, ref.id)
  return states.map((state) => (details.has(state.id) ? { ...state, error_details: details.get(state.id) } : state))
}
