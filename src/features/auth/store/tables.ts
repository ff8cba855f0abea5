import type { Generated, JSONColumnType } from 'kysely'
import type { AccessReset } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    users: UsersTable
    access_tokens: AccessTokensTable
    one_time_tokens: OneTimeTokensTable
    installation: InstallationTable
    two_factors: TwoFactorsTable
    sign_in_codes: SignInCodesTable
  }
}

export type UsersTable = {
  id: string
  email: string
  /** Argon2id, PHC string. Null: signs in by mail or Google only. */
  password_hash: string | null
  first_name: Generated<string>
  last_name: Generated<string>
  timezone: string | null
  email_prefs: JSONColumnType<Record<string, boolean>, string | undefined, string>
  staff: Generated<boolean>
  email_verified: Generated<boolean>
  /** A new address, which counts once its link is opened. */
  pending_email: Generated<string | null>
  /** What was ended when the address was proven, until its owner has read it. */
  access_reset: JSONColumnType<AccessReset, string | null | undefined, string | null> | null
  disabled: Generated<boolean>
  google_subject: Generated<string | null>
  /** The affiliate from `aff` at sign-up. */
  affiliate: string | null
  created_at: Generated<Date>
}

export type AccessTokensTable = {
  id: string
  kind: 'session' | 'key' | 'support'
  token_hash: Buffer
  user_id: string
  workspace_id: string | null
  scopes: Generated<string[]>
  name: string | null
  /** Of an API key: what a list shows of it. */
  last4: string | null
  user_agent: string | null
  address: string | null
  created_at: Generated<Date>
  last_used_at: Generated<Date>
  expires_at: Date | null
  /** The session that created its account. */
  founding: Generated<boolean>
}

export type OneTimeTokensTable = {
  token_hash: Buffer
  purpose: string
  user_id: string | null
  email: string | null
  data: JSONColumnType<Record<string, unknown>, string | undefined, string>
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
}

export type InstallationTable = { key: string; value: JSONColumnType<Record<string, unknown>, string, string> }

export type TwoFactorsTable = {
  user_id: string
  /** Base32, sealed under the installation's secret. */
  sealed_secret: string
  recovery_hashes: Buffer[]
  /** The newest 30-second step whose code was used. */
  last_step: number
  /** Null: begun, not yet on. */
  confirmed_at: Date | null
  created_at: Generated<Date>
}

export type SignInCodesTable = {
  user_id: string
  code_hash: Buffer
  link_hash: Buffer
  tries: number
  expires_at: Date
}
