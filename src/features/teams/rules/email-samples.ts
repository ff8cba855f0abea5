import type { EmailSample } from '#kit/email/email.ts'
import { invitationEmail } from './invitation-email.ts'
import { ownershipAcceptedEmail, ownershipDeclinedEmail, ownershipOfferedEmail } from './ownership-emails.ts'

/** Emails of teams, with sample data. */
export function teamEmailSamples(publicUrl: string, until: Date): EmailSample[] {
  const offered = { workspace: 'Hollow Oak Coffee', color: '#c2410c', from: 'Maya Lindqvist', to: 'Jonas Weber' }
  const link = `${publicUrl}/app/settings/team`
  const both = 'both people'
  return [
    {
      name: 'Invitation',
      sentTo: 'the invited address',
      email: invitationEmail({
        ...offered,
        inviter: offered.from,
        role: 'editor',
        link: `${publicUrl}/invite?token=sample`,
        until,
      }),
    },
    { name: 'Ownership offered', sentTo: both, email: ownershipOfferedEmail({ ...offered, until, link }) },
    { name: 'Ownership accepted', sentTo: both, email: ownershipAcceptedEmail({ ...offered, link }) },
    { name: 'Ownership declined', sentTo: 'the owner', email: ownershipDeclinedEmail(offered) },
  ]
}
