import { type Role, roleAtLeast } from '#kit/endpoint.ts'
import type { Db } from '#platform/database/database.ts'
import { tooWeak } from '#platform/http/authorize.ts'
import type { Actor } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { findMember } from './store/store.ts'

/**
 * Reads the role after locking the workspace, so that concurrent changes see each other.
 * @throws AppError forbidden, or not_found for someone who was just removed
 */
export async function requireRole(tx: Db, workspaceId: string, actor: Actor, minRole: Role) {
  const own = await findMember(tx, workspaceId, actor.userId)
  if (!own) throw notFound('workspace')
  if (!roleAtLeast(own.role, minRole)) throw tooWeak(minRole)
  return own
}
