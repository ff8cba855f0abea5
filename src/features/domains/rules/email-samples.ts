import type { EmailSample } from '#kit/email/email.ts'
import { domainLostEmail } from './domain-lost-email.ts'

/** Emails of custom domains, with sample data. */
export function domainEmailSamples(publicUrl: string): EmailSample[] {
  const about = {
    domain: 'blog.example.com',
    workspace: 'Hollow Oak Coffee',
    color: '#c2410c',
    link: `${publicUrl}/app/settings/domain`,
  }
  const sentTo = 'owner and admins'
  const why = { code: 'conflict', reason: 'domain_moved', params: {} } as const
  return [
    { name: 'Domain switched off', sentTo, email: domainLostEmail({ ...about, how: 'switched_off', why }) },
    { name: 'Domain claimed by another', sentTo, email: domainLostEmail({ ...about, how: 'taken_over', why: null }) },
  ]
}
