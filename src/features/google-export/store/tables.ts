declare module '#platform/database/database.ts' {
  interface Tables {
    google_connections: GoogleConnectionsTable
  }
}

/** Of one member of a workspace. */
export type GoogleConnectionsTable = {
  workspace_id: string
  user_id: string
  /** The refresh token; null until consent is given. */
  sealed_token: string | null
  connected_at: Date | null
  /** Of the consent under way, which Google sends back once. */
  state_hash: Buffer | null
  /** Its PKCE verifier, and what is to be exported afterwards. */
  sealed_pending: string | null
  pending_until: Date | null
}
