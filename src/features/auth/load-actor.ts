import type { Database } from '#platform/database/database.ts'
import type { LoadedActor } from '#platform/http/actor-cache.ts'
import type { Actor } from '#platform/http/context.ts'
import { type ActorRow, findActorByToken, touchToken } from './store/session-store.ts'

/** Who a token speaks for: a session, an API key or support access. Null for nobody. The actor cache calls it. */
export async function loadActor(db: Database, tokenHash: Buffer): Promise<LoadedActor | null> {
  const row = await findActorByToken(db, tokenHash)
  if (!row) return null
  // Nobody waits for it, and what is not noted now is noted at the next call.
  if (row.stale) void touchToken(db, row.token_id).catch(() => {})
  return { actor: toActor(row), expiresInMs: row.expires_in_ms }
}

function toActor(row: ActorRow): Actor {
  const { key_workspace_id: workspaceId, key_name, scopes } = row
  return {
    userId: row.user_id,
    email: row.email,
    // Support access lends an account's view, never the powers of staff.
    staff: row.staff && row.kind !== 'support',
    tokenId: row.token_id,
    kind: row.kind,
    key: row.kind === 'key' && workspaceId ? { workspaceId, name: key_name ?? '', scopes } : null,
    memberships: row.memberships,
  }
}
