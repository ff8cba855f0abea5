import type { Db } from '#platform/database/database.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { insertSession } from '../store/session-store.ts'

const sessionSeconds = 30 * 86_400
const supportSeconds = 30 * 60

/** The browser and IP address a session was created from. */
export type Device = { userAgent: string | null; address: string }

export type Session = { token: string; expires_at: string }

export async function createSession(
  db: Db,
  userId: string,
  device: Device,
  kind: 'session' | 'support' = 'session',
  { founding = false }: { founding?: boolean } = {},
): Promise<Session> {
  const token = newToken('es')
  const expiresAt = new Date(Date.now() + (kind === 'support' ? supportSeconds : sessionSeconds) * 1000)
  await insertSession(db, {
    userId,
    kind,
    founding,
    tokenHash: hashToken(token),
    expiresAt,
    userAgent: device.userAgent?.slice(0, 300) ?? null,
    address: device.address,
  })
  return { token, expires_at: expiresAt.toISOString() }
}
