import { AppError } from '#kit/errors.ts'
import type { Actor } from '#platform/http/context.ts'

type Accept = (actor: Actor, token: string, address: string) => Promise<unknown>

export type AcceptInvitation = ReturnType<typeof createInvitationAcceptance>

export function createInvitationAcceptance(accept: Accept) {
  return async function acceptInvitation(actor: Actor | null, token: string, address: string) {
    if (!actor)
      throw new AppError('unauthenticated', 'Sign in or sign up with the invited email to accept this invitation.', {
        reason: 'sign_in_to_accept',
      })
    await accept(actor, token, address)
  }
}
