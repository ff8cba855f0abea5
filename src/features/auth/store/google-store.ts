import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** Across all workspaces: sign-in knows only what Google says. */
export function findByGoogleSubject(db: Db, subject: string) {
  return db.selectFrom('users').select(['id', 'disabled']).where('google_subject', '=', subject).executeTakeFirst()
}

export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'google_subject', 'disabled'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** False when the account has another Google sign-in already. */
export async function linkGoogle(db: Db, userId: string, subject: string): Promise<boolean> {
  const linked = await db
    .updateTable('users')
    .set({ google_subject: subject, email_verified: true })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('google_subject', 'is', null), eb('google_subject', '=', subject)]))
    .returning('id')
    .executeTakeFirst()
  return linked !== undefined
}
