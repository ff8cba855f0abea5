import {
  allowedCategories,
  type Consent,
  chosenConsent,
  consentCookieFor,
  getConsent,
  refusesTracking,
} from '#features/analytics/rules/consent.ts'
import type { Tracking } from '#features/analytics/rules/create-tracking.ts'
import { createEventClient, type EventClient } from '#features/analytics/rules/event-client.ts'
import type { Facts } from '#features/analytics/rules/event-payload.ts'
import { createEventMemory, memoryStorage, usableStorage } from '#features/analytics/rules/event-storage.ts'
import type { PageView, Person } from '#features/analytics/rules/trackers/tracker.ts'
import { isUnmeasured } from '#features/analytics/rules/unmeasured-pages.ts'
import { forgetUser, rememberRoute, storedKeys } from '../layout/app-state.ts'
import type { MeasuringSettings } from './tracking-settings.ts'

/**
 * Sends events of our own pages to our own collector, and to third parties where they are configured and the
 * visitor consents. One instance per page; `docs/decisions/0025` lists what is sent when.
 */

export type Measured = { person: Person; group: { id: string; facts: Facts } }

let settings: MeasuringSettings | null = null
let events: EventClient | null = null
let tracking: Tracking | null = null
let measured: Measured | null = null
/** During impersonation (support access) nothing is sent, because staff are not that person. */
let muted = false
let lastAddress = ''
let lastView: PageView | null = null

/** Dispatched on the document when the visitor answers the consent question. */
export const consentEvent = 'earshot:consent'

export function startMeasuring(given: MeasuringSettings) {
  if (settings) return
  settings = withSignals(given)
  document.addEventListener('submit', takeConsent)
  if (settings.consent.refused && !given.consent.refused) document.dispatchEvent(new CustomEvent(consentEvent))
  const isNewPerson = !muted && !measured && !settings.signedIn && isRemembered()
  if (hasTrackers(settings)) void startTrackers(settings, isNewPerson)
  if (muted) return
  if (settings.events) events = startEvents(settings, settings.events)
  // Who it is comes first: what follows is theirs.
  if (measured) identify(measured)
  else if (isNewPerson) forgetPerson()
}

const hasTrackers = ({ trackers }: MeasuringSettings) => Object.keys(trackers).length > 0

/** Third parties' trackers, where there are any: their script is loaded, and hears what happened in the meantime. */
async function startTrackers({ trackers }: MeasuringSettings, isNewPerson: boolean) {
  const { createTracking, createTrackerStorage } = await import('#features/analytics/rules/create-tracking.ts')
  tracking = createTracking(
    trackers,
    { document, globals: window as unknown as Record<string, unknown> },
    createTrackerStorage({ document, storage: getStorage(() => localStorage), hostname: location.hostname }),
  )
  if (muted || !settings) return
  tracking.person(measured?.person ?? null)
  if (lastView) tracking.page(lastView)
  // Data that trackers left behind identifies the previous person.
  if (isNewPerson) tracking.allow([])
  tracking.allow(allowedCategories(settings.consent))
}

/** Some browsers say it to scripts only. */
function withSignals(given: MeasuringSettings): MeasuringSettings {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  const refused = given.consent.refused || refusesTracking({ gpc: globalPrivacyControl, dnt: doNotTrack })
  return { ...given, trackers: refused ? {} : given.trackers, consent: { ...given.consent, refused } }
}

function startEvents(
  { consent }: MeasuringSettings,
  { public_key, workspace_id, host }: NonNullable<MeasuringSettings['events']>,
) {
  if (isAnonymous(consent)) forgetAlias()
  return createEventClient({
    public_key,
    workspace_id,
    host: host ?? location.origin,
    // Without a yes where there is a question, and after a no, nothing here is remembered from one page to the next.
    ...(isAnonymous(consent) && { storage: memoryStorage() }),
  })
}

const isAnonymous = ({ refused, available: asked, given }: MeasuringSettings['consent']) =>
  refused || given.measurement === false || (asked.includes('measurement') && given.measurement === undefined)

/** What was kept while it might be. */
const forgetAlias = () => createEventMemory(usableStorage(undefined)).forgetWho()

/** A new address is shown: remembered as the route, and seen. */
export function pageSeen() {
  const { pathname, search, href } = location
  rememberRoute(pathname + search)
  if (muted || href === lastAddress) return
  const referrer = lastAddress || document.referrer
  lastAddress = href
  if (isUnmeasured(pathname, search)) return
  events?.page()
  lastView = { address: href, path: pathname, title: document.title, referrer }
  tracking?.page(lastView)
}

/** Something was done that counts, by the name staff find it under. */
export function record(name: string, properties?: Facts) {
  if (!muted) events?.event(name, properties)
}

/** Who is signed in, and in which workspace; called again whenever either changes. Null: signed out. */
export function setPerson(next: Measured | null) {
  measured = next
  if (next) {
    if (settings) identify(next)
    return
  }
  forgetPerson()
}

/** Stops sending events from this page. */
export function mute() {
  muted = true
}

const identifiedKey = 'earshot_events_told'

/** Once a tab: each page that loads would say it again. */
function identify({ person, group }: Measured) {
  if (muted || !settings) return
  const traits = { plan: String(person.plan.name ?? '') }
  const now = JSON.stringify([person.id, traits, group])
  const session = getStorage(() => sessionStorage)
  if (session?.getItem(identifiedKey) !== now || isAnonymous(settings.consent)) {
    events?.identify(person.id, traits)
    events?.group(group.id, group.facts)
    session?.setItem(identifiedKey, now)
  }
  tracking?.person(person)
}

const isRemembered = () => Boolean(getStorage(() => localStorage)?.getItem(storedKeys.user))

/**
 * Clears the identity after signing out or when the session ends, since the next person on this device may be
 * someone else.
 */
function forgetPerson() {
  forgetUser()
  getStorage(() => sessionStorage)?.removeItem(identifiedKey)
  events?.reset()
  tracking?.person(null)
}

/** A form that asks for consent; without scripts it goes to the server. */
function takeConsent(event: SubmitEvent) {
  const form = event.target
  if (!settings || !(form instanceof HTMLFormElement) || !form.matches('form[data-consent]')) return
  event.preventDefault()
  const fields = new FormData(form, event.submitter)
  const given = chosenConsent(settings.consent.available, {
    choice: String(fields.get('choice') ?? ''),
    chosen: fields.getAll('category').map(String),
  })
  for (const box of form.querySelectorAll<HTMLInputElement>('input[name="category"]'))
    box.checked = given[box.value as keyof Consent] === true
  choose(given)
}

/** From now on. The question is gone, unless there is a category it says nothing about. */
export function choose(answers: Consent) {
  if (!settings || settings.consent.refused) return
  const given = { ...settings.consent.given, ...answers }
  const before = allowedCategories(settings.consent)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = consentCookieFor(given, location.protocol === 'https:')
  settings = { ...settings, consent: { ...settings.consent, given } }
  if (isAnonymous(settings.consent)) forgetAlias()
  const allowed = allowedCategories(settings.consent)
  const stopped =
    !muted &&
    (tracking ? tracking.allow(allowed) : hasTrackers(settings) && before.some((one) => !allowed.includes(one)))
  document.dispatchEvent(new CustomEvent(consentEvent, { detail: given }))
  // A script that was let in cannot be taken out of a page: the next page is without it.
  if (stopped) location.reload()
}

/** As it is now, also after it was changed in this page. */
export const currentConsent = (): Consent => getConsent(document.cookie)

/** Null where the browser keeps it from us. */
function getStorage(read: () => Storage): Storage | null {
  try {
    return read()
  } catch {
    return null
  }
}
