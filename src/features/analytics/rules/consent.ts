/**
 * Tracking consent, stored in a first-party cookie so that the server's first render knows it. Used by server and browser.
 */

export const categories = ['measurement', 'advertising', 'chat'] as const
export type Category = (typeof categories)[number]
/** Answers by category; a category that wasn't asked yet is missing. */
export type Consent = Partial<Record<Category, boolean>>

export const categoryWords: Record<Category, { name: string; line: string }> = {
  measurement: { name: 'Measurement', line: 'Lets another company count page views.' },
  advertising: { name: 'Advertising', line: 'Tells an ad network that you visited.' },
  chat: { name: 'Chat', line: 'A chat window run by another company.' },
}

export const consentCookie = 'earshot_consent'
/** Raising the version asks every visitor again. */
export const consentVersion = 1
const maxAgeSeconds = 180 * 86_400

/** Parses the cookie's value. Empty for another version or an invalid value. */
export function readConsent(value: string | null | undefined): Consent {
  const [version, ...answers] = (value ?? '').split('.')
  if (version !== String(consentVersion)) return {}
  const consent: Consent = {}
  for (const answer of answers) {
    const [name, word] = answer.split(':')
    const category = categories.find((each) => each === name)
    if (category && (word === 'yes' || word === 'no')) consent[category] = word === 'yes'
  }
  return consent
}

export const writeConsent = (consent: Consent) =>
  [
    consentVersion,
    ...categories
      .filter((category) => consent[category] !== undefined)
      .map((category) => `${category}:${consent[category] ? 'yes' : 'no'}`),
  ].join('.')

/** The Set-Cookie value, for the browser and for the server on pages without scripts. */
export const consentCookieFor = (consent: Consent, secure: boolean) =>
  `${consentCookie}=${writeConsent(consent)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure ? '; Secure' : ''}`

/** The consent in a Cookie header or `document.cookie`. */
export function getConsent(cookies: string | null | undefined): Consent {
  for (const part of (cookies ?? '').split(';')) {
    const [name, ...value] = part.trim().split('=')
    if (name === consentCookie) return readConsent(value.join('='))
  }
  return {}
}

/** Global Privacy Control or Do Not Track is on, from headers or `navigator`. */
export const refusesTracking = (signals: { gpc: unknown; dnt: unknown }) =>
  signals.gpc === true || signals.gpc === '1' || signals.dnt === '1' || signals.dnt === 'yes'

export type ConsentState = {
  /** Categories with a tracker set up, in order. */
  available: Category[]
  given: Consent
  /** The browser sends GPC or DNT. */
  refused: boolean
}

/** Categories that may run. No answer means no, and GPC or DNT overrides every answer. */
export const allowedCategories = ({ available, given, refused }: ConsentState): Category[] =>
  refused ? [] : available.filter((category) => given[category] === true)

/** Whether to show the consent banner. GPC or DNT counts as an answer. */
export const isOpenQuestion = ({ available, given, refused }: ConsentState) =>
  !refused && available.some((category) => given[category] === undefined)

/** The consent from a form: `choice` is all, none, or some with the chosen categories. */
export function chosenConsent(available: Category[], form: { choice: string | null; chosen: string[] }): Consent {
  const yes = (category: Category) =>
    form.choice === 'all' || (form.choice === 'some' && form.chosen.includes(category))
  return Object.fromEntries(available.map((category) => [category, yes(category)]))
}
