import type { Fault } from '../vendor-client/vendor-errors.ts'

/**
 * Wikimedia refuses clients whose User-Agent has no contact. Null for any other refusal.
 * Source: https://foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy
 */
export function wikimediaRefusal(status: number, text: string): Fault | null {
  if (status !== 403 || !/user[ -]?agent|robot policy|w\.wiki\/4wJS/i.test(text)) return null
  return {
    kind: 'blocked',
    what: 'answered 403: it requires contact details in the User-Agent',
    advice:
      'Set PUBLIC_URL to this installation’s public URL, or BOT_CONTACT to an email address. Both are sent in the User-Agent.',
    retries: 0,
    weighs: true,
  }
}
