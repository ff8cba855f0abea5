import type { Generated } from 'kysely'
import type { GivenRole } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    invitations: InvitationsTable
    ownership_offers: OwnershipOffersTable
  }
}

export type InvitationsTable = {
  workspace_id: string
  /** Becomes the member's id. */
  id: string
  email: string
  role: GivenRole
  token_hash: Buffer
  invited_by: string | null
  created_at: Generated<Date>
  expires_at: Date
}

export type OwnershipOffersTable = {
  workspace_id: string
  /** The member it is offered to: the offer is deleted with the membership. */
  user_id: string
  offered_by: string
  created_at: Generated<Date>
  expires_at: Date
}
