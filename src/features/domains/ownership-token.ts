import type { Secrets } from '#platform/secrets.ts'

export type GetToken = ReturnType<typeof createOwnershipToken>

/** The TXT token, derived from workspace and domain. It isn't stored, and isn't secret: DNS is public. */
export function createOwnershipToken(secrets: Secrets) {
  return (workspaceId: string, domain: string) => secrets.sign('domain', `${workspaceId}\n${domain}`).slice(0, 32)
}
