import { createHash, randomBytes } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Requester } from '#platform/http/context.ts'
import { hashToken, type Secrets } from '#platform/secrets.ts'
import type { GoogleDrive } from '#providers/google-drive/port.ts'
import type { GoogleConnection, GoogleTarget } from './contract.ts'
import {
  type ConnectionRow,
  deleteConnection,
  deleteRefused,
  findConnection,
  findConnectionsOfUser,
  type MemberRef,
  saveConnected,
  savePending,
  takePending,
} from './store/store.ts'

export type GoogleConnections = ReturnType<typeof createGoogleConnections>

type Dependencies = {
  db: Database
  audit: Audit
  secrets: Secrets
  drive: GoogleDrive
  /** Whether the operator set it up. */
  isAvailable: boolean
  publicUrl: string
}

type Pending = { verifier: string; target: GoogleTarget | null }

const tokenPurpose = 'google-drive-token'
const pendingPurpose = 'google-drive-pending'
const subject = 'Google Docs and Sheets'

/** A member's consent to create files in their own Drive. Tokens are sealed for one person in one workspace. */
export function createGoogleConnections(dependencies: Dependencies) {
  const { db, audit, secrets, drive, isAvailable, publicUrl } = dependencies
  const redirectUri = `${publicUrl}/app/google`
  const toId = ({ workspaceId, userId }: MemberRef) => `${workspaceId} ${userId}`
  const openToken = ({ workspace_id, user_id, sealed_token }: ConnectionRow) =>
    sealed_token === null
      ? null
      : secrets.open(tokenPurpose, sealed_token, toId({ workspaceId: workspace_id, userId: user_id }))

  return {
    async get(member: MemberRef): Promise<GoogleConnection> {
      const row = isAvailable ? await findConnection(db, member) : undefined
      return { available: isAvailable, connected_at: row?.connected_at?.toISOString() ?? null }
    },

    /** Where consent is asked for. @throws AppError unavailable */
    async start(member: MemberRef, target: GoogleTarget | null): Promise<{ url: string }> {
      refuseUnlessAvailable()
      const state = randomBytes(32).toString('base64url')
      const verifier = randomBytes(48).toString('base64url')
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const pending: Pending = { verifier, target }
      await savePending(db, member, {
        stateHash: hashToken(state),
        sealedPending: secrets.seal(pendingPurpose, JSON.stringify(pending), toId(member)),
      })
      return { url: drive.getConsentUrl({ state, challenge, redirectUri }) }
    },

    /** After consent: only who asked for it, where they still are a member. @throws AppError conflict, `google_…` */
    async finish(requester: Requester, workspaceIds: string[], { state, code }: { state: string; code: string }) {
      const { userId } = requester.actor
      const taken = await takePending(db, { workspaceIds, userId }, hashToken(state))
      if (!taken) throw expired()
      refuseUnlessAvailable()
      const member = { workspaceId: taken.workspace_id, userId }
      const pending: Pending = JSON.parse(secrets.open(pendingPurpose, taken.sealed_pending, toId(member)))
      const token = await drive.exchangeCode({ code, verifier: pending.verifier, redirectUri })
      await db.transaction().execute(async (tx) => {
        if (!(await saveConnected(tx, member, secrets.seal(tokenPurpose, token, toId(member))))) throw expired()
        await audit.recordCall(tx, requester, 'google.connected', subject, { workspace_id: member.workspaceId })
      })
      return { workspace_id: member.workspaceId, export: pending.target }
    },

    /** Deletes the connection first, so that nothing uses it while Google revokes the access. */
    async disconnect(requester: Requester, member: MemberRef): Promise<void> {
      const removed = await db.transaction().execute(async (tx) => {
        const row = await deleteConnection(tx, member)
        if (row?.sealed_token)
          await audit.recordCall(tx, requester, 'google.disconnected', subject, { workspace_id: member.workspaceId })
        return row
      })
      const token = removed && openToken(removed)
      if (token) await drive.revoke(token)
    },

    /** An account is about to be deleted, and its connections with it. Returns what revokes them after the commit. */
    async endOfUser(tx: Db, userId: string): Promise<() => Promise<void>> {
      const rows = await findConnectionsOfUser(tx, userId)
      const tokens = rows.map(openToken).filter((token) => token !== null)
      return async () => {
        for (const token of tokens) await drive.revoke(token)
      }
    },

    /** Does something with the member's token. What Google refuses for good is deleted. @throws AppError conflict */
    async use<T>(member: MemberRef, act: (refreshToken: string) => Promise<T>): Promise<T> {
      refuseUnlessAvailable()
      const row = await findConnection(db, member)
      const token = row && openToken(row)
      if (!token)
        throw new AppError('conflict', 'Your Google account isn’t connected for this workspace.', {
          reason: 'google_not_connected',
        })
      try {
        return await act(token)
      } catch (error) {
        if (error instanceof AppError && error.options.reason === 'google_reconnect')
          await deleteRefused(db, member, row.sealed_token!)
        throw error
      }
    },
  }

  function refuseUnlessAvailable() {
    if (!isAvailable)
      throw new AppError('unavailable', 'GOOGLE_DRIVE isn’t on.', { reason: 'google_not_set_up', retryable: false })
  }
}

const expired = () =>
  new AppError('conflict', 'This connection expired or was started elsewhere. Connect again.', {
    reason: 'google_state_expired',
  })
