/** Pages that payment providers return to. */
export const paymentPages = {
  /** With `?session_id=` or `?reference=`: waits for the provider's confirmation and shows the result. */
  returned: '/paid',
  /** Public; `?cancelled=<reference>` after a canceled checkout. */
  pricing: '/pricing',
  /** Signed in; `?cancelled=<reference>` after a canceled checkout. */
  billing: '/app/billing',
} as const

/** Name of the affiliate cookie and of its API field. */
export const affiliateCookie = 'aff'
