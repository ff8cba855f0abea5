import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Secrets } from '#platform/secrets.ts'

export type MailingLinks = ReturnType<typeof createMailingLinks>

const purpose = 'report-mail-unsubscribe'

/** Links of emailed reports. Sealed: a reader learns no id from them. */
export function createMailingLinks({ secrets, publicUrl }: { secrets: Secrets; publicUrl: string }) {
  return {
    getUnsubscribeUrl({ workspaceId, id }: ResourceRef, email: string): string {
      const token = secrets.seal(purpose, JSON.stringify([workspaceId, id, email]), '')
      return `${publicUrl}/unsubscribe?report=${encodeURIComponent(token)}`
    },

    /** Null when the token isn't ours. */
    readUnsubscribe(token: string): { ref: ResourceRef; email: string } | null {
      try {
        const [workspaceId, id, email] = JSON.parse(secrets.open(purpose, token, '')) as [string, string, string]
        return { ref: { workspaceId, id }, email }
      } catch {
        return null
      }
    },
  }
}
