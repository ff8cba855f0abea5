/** Where the providers' pages send people back to. */
export const paymentPages = {
  /** With `?session_id=` or `?reference=`: waits for what the provider tells us and says how it stands. */
  returned: '/paid',
  /** Public; `?cancelled=<reference>` after somebody turned back. */
  pricing: '/pricing',
  /** Of the signed-in; `?cancelled=<reference>` likewise. */
  billing: '/app/billing',
} as const

/** Who recommended us: the name of the cookie a page sets, and of the field that carries it. */
export const affiliateCookie = 'aff'
