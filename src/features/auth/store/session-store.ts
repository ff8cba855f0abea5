import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Role, Scope } from '#kit/endpoint.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import './tables.ts'

export async function insertSession(
  db: Db,
  session: {
    userId: string
    kind: 'session' | 'support'
    founding: boolean
    tokenHash: Buffer
    expiresAt: Date
    userAgent: string | null
    address: string | null
  },
) {
  await db
    .insertInto('access_tokens')
    .values({
      id: randomUUIDv7(),
      kind: session.kind,
      founding: session.founding,
      token_hash: session.tokenHash,
      user_id: session.userId,
      workspace_id: null,
      name: null,
      user_agent: session.userAgent,
      address: session.address,
      expires_at: session.expiresAt,
    })
    .execute()
}

export type ActorRow = {
  token_id: string
  kind: 'session' | 'key' | 'support'
  /** Of an API key. */
  key_workspace_id: string | null
  key_name: string | null
  scopes: Scope[]
  user_id: string
  email: string
  staff: boolean
  memberships: { workspaceId: string; role: Role }[]
  /** Its last use was recorded over a minute ago. */
  stale: boolean
  /** How long the token is still valid; null when it doesn't expire. */
  expires_in_ms: number | null
}

/** Who a token speaks for, with every membership. Runs on calls the actor cache has no entry for. */
export async function findActorByToken(db: Db, tokenHash: Buffer): Promise<ActorRow | undefined> {
  const { rows } = await sql<ActorRow>`
  select t.id as token_id, t.kind, t.workspace_id as key_workspace_id, t.name as key_name, t.scopes,
    (t.last_used_at < now() - interval '1 minute' or t.last_used_at = t.created_at) as stale,
    (extract(epoch from t.expires_at - now()) * 1000)::float8 as expires_in_ms, u.id as user_id, u.email, u.staff,
    coalesce((select jsonb_agg(jsonb_build_object('workspaceId', m.workspace_id, 'role', m.role)) from members m where m.user_id = u.id), '[]') as memberships
  from access_tokens t join users u on u.id = t.user_id
  where t.token_hash = ${tokenHash} and not u.disabled and (t.expires_at is null or t.expires_at > now()) ${prepared}`.execute(
    db,
  )
  return rows[0]
}

/** When a session was created: a recent sign-in counts as confirmation. */
export async function findSessionStart(db: Db, tokenId: string): Promise<Date | undefined> {
  const found = await db
    .selectFrom('access_tokens')
    .select('created_at')
    .where('id', '=', tokenId)
    .where('kind', '=', 'session')
    .executeTakeFirst()
  return found?.created_at
}

/** Records that a token was used, at most once per minute. */
export async function touchToken(db: Db, tokenId: string) {
  await sql`
    update access_tokens set last_used_at = now()
    where id = ${tokenId} and (last_used_at < now() - interval '1 minute' or last_used_at = created_at)`.execute(db)
}

export function findSessions(db: Db, userId: string) {
  return db
    .selectFrom('access_tokens')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'user_agent', 'address'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'session')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('last_used_at', 'desc')
    .execute()
}
