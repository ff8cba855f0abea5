import type { Audit } from '#features/audit/service.ts'
import { issueKey } from '#features/auth/issue-key.ts'
import { revokeTokens } from '#features/auth/revoke-tokens.ts'
import type { Scope } from '#kit/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import type { Requester, StoreResponse } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import type { ApiKey } from './contract.ts'
import { findKeys, findKeyWorkspace, type KeyRow } from './store/store.ts'

export type ApiKeys = ReturnType<typeof createApiKeys>

/** A key has its creator's current role, limited to its scopes. See `authorize` in the router. */
export function createApiKeys({ db, audit }: { db: Database; audit: Audit }) {
  return {
    locate: (workspaceIds: string[], id: string) => findKeyWorkspace(db, workspaceIds, id),

    /**
     * @returns the secret key. Only its hash is stored, so it can't be shown again.
     * @throws AppError not_found if the user left the workspace or the session ended
     */
    async add(
      requester: Requester,
      workspaceId: string,
      input: { name: string; scopes: Scope[] },
      storeResponse: StoreResponse,
    ) {
      const key = newToken('ek')
      return db.transaction().execute(async (tx) => {
        const id = await issueKey(tx, {
          tokenHash: hashToken(key),
          userId: requester.actor.userId,
          madeWith: requester.actor.tokenId,
          workspaceId,
          name: input.name,
          scopes: input.scopes,
          last4: key.slice(-4),
        })
        if (!id) throw notFound('workspace')
        const details = { workspace_id: workspaceId, scopes: input.scopes }
        await audit.recordCall(tx, requester, 'key.added', input.name, details)
        const answer = { key, item: present((await findKeys(tx, workspaceId, id))[0]!) }
        await storeResponse(tx, answer)
        return answer
      })
    },

    async list(workspaceId: string) {
      const items = (await findKeys(db, workspaceId)).map(present)
      return { items, total: items.length }
    },

    /** @throws AppError not_found if the key doesn't exist or was already deleted */
    async remove(requester: Requester, workspaceId: string, id: string) {
      await db.transaction().execute(async (tx) => {
        const [key] = await revokeTokens(tx, { workspaceId, id, kinds: ['key'] })
        if (!key) throw notFound('API key')
        await audit.recordCall(tx, requester, 'key.removed', key.name ?? '', { workspace_id: workspaceId })
      })
    },
  }
}

/** `issueKey` stores equal creation and last-use times, so a later last use means the key was used. */
function present(row: KeyRow): ApiKey {
  const used = row.last_used_at.getTime() > row.created_at.getTime()
  return {
    _id: row.id,
    name: row.name,
    scopes: row.scopes,
    last4: row.last4,
    created_at: row.created_at.toISOString(),
    last_used_at: used ? row.last_used_at.toISOString() : null,
    made_by: row.made_by,
    active: row.active,
  }
}
