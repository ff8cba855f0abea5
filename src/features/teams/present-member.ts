import type { Member } from './contract.ts'
import type { MemberRow } from './store/store.ts'

export const presentMember = (row: MemberRow): Member => ({
  _id: row.id,
  user_id: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role,
  status: row.user_id ? 'active' : 'invited',
  invite_expires_at: row.expires_at?.toISOString() ?? null,
  ownership_offered_until: row.offered_until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
