/**
 * What a visitor lets other companies' scripts do here. Kept in a cookie of ours, so that the server's first paint knows
 * it; read and written by server and browser alike.
 */

export const categories = ['measurement', 'advertising', 'chat'] as const
export type Category = (typeof categories)[number]
/** What was answered; a category nobody asked about yet is missing. */
export type Consent = Partial<Record<Category, boolean>>

export const categoryWords: Record<Category, { name: string; line: string }> = {
  measurement: { name: 'Measurement', line: 'Another company counts which pages are visited.' },
  advertising: { name: 'Advertising', line: 'Tells an ad network that you visited.' },
  chat: { name: 'Chat', line: 'A chat window run by another company.' },
}

export const consentCookie = 'earshot_consent'
/** Another version of the question asks everybody anew. */
export const consentVersion = 1
const keptSeconds = 180 * 86_400

/** What a cookie's value says; nothing of another version, or of what nobody here wrote. */
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

/** The whole cookie, for whoever sets it: the browser, or the server for a page without scripts. */
export const consentCookieFor = (consent: Consent, secure: boolean) =>
  `${consentCookie}=${writeConsent(consent)}; Path=/; Max-Age=${keptSeconds}; SameSite=Lax${secure ? '; Secure' : ''}`

/** Of a document's or a request's cookies. */
export function getConsent(cookies: string | null | undefined): Consent {
  for (const part of (cookies ?? '').split(';')) {
    const [name, ...value] = part.trim().split('=')
    if (name === consentCookie) return readConsent(value.join('='))
  }
  return {}
}

/** The browser says no for its user: Global Privacy Control, or Do Not Track. As header or as a property of `navigator`. */
export const refusesTracking = (signals: { gpc: unknown; dnt: unknown }) =>
  signals.gpc === true || signals.gpc === '1' || signals.dnt === '1' || signals.dnt === 'yes'

export type ConsentState = {
  /** The categories there is something of, in order. */
  asked: Category[]
  given: Consent
  /** The browser has refused all of it. */
  refused: boolean
}

/** What may run. Silence is no, and what the browser refuses no answer of ours allows. */
export const allowedCategories = ({ asked, given, refused }: ConsentState): Category[] =>
  refused ? [] : asked.filter((category) => given[category] === true)

/** Whether there is anything left to ask. A refusal by the browser is an answer. */
export const isOpenQuestion = ({ asked, given, refused }: ConsentState) =>
  !refused && asked.some((category) => given[category] === undefined)

/** What a form chose: `choice` all, none, or `some` with the names of the chosen. */
export function chosenConsent(asked: Category[], form: { choice: string | null; chosen: string[] }): Consent {
  const yes = (category: Category) =>
    form.choice === 'all' || (form.choice === 'some' && form.chosen.includes(category))
  return Object.fromEntries(asked.map((category) => [category, yes(category)]))
}
