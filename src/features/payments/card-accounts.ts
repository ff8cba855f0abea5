import { AppError } from '#kit/errors.ts'
import type { CardPayments } from '#providers/card-payments/port.ts'

export type CardProvider = 'stripe' | 'stripe_ae'

export type CardAccounts = Record<CardProvider, CardPayments>

/** Checked before the input, since nothing can be bought. @throws AppError unavailable */
export function requireConfigured(account: CardPayments) {
  if (account.unavailable === null) return
  throw new AppError('unavailable', 'Card payments aren’t set up on this server.', {
    reason: 'card_not_set_up',
    retryable: false,
  })
}
