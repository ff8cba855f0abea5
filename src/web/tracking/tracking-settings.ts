import type { LoaderFunctionArgs } from 'react-router'
import { analyticsContract } from '#features/analytics/contract.ts'
import { type Category, type ConsentState, getConsent } from '#features/analytics/rules/consent.ts'
import { hasTrackingOptOut, isMeasured, trackersFor } from '#features/analytics/rules/trackers/settings.ts'
import { availableCategories, type TrackerIds, trackerNames } from '#features/analytics/rules/trackers/tracker-list.ts'
import type { OutputOf } from '#kit/endpoint.ts'
import { pageContext } from '../public-pages/page-context.ts'

type EventKeys = OutputOf<typeof analyticsContract.client>

/** What a page knows about being measured; public, all of it. */
export type MeasuringSettings = {
  trackers: TrackerIds
  /** Names of the trackers, by category. */
  trackerNames: Partial<Record<Category, string[]>>
  consent: ConsentState
  /** Whether the consent banner may be shown here. */
  asks: boolean
  /** Null where nothing is measured: addresses with a secret in them, or the keys could not be had. */
  events: EventKeys | null
  signedIn: boolean
}

let eventKeys: EventKeys | null = null

/** For the document's loader. A page is not worse for being unmeasured: what cannot be had is left out. */
export async function measuringSettings({
  request,
  context,
}: Pick<LoaderFunctionArgs, 'request' | 'context'>): Promise<MeasuringSettings> {
  const { call, trackers, signedIn, publicUrl, mapped } = context.get(pageContext)
  const measured = !mapped && isMeasured(request, publicUrl)
  if (measured) eventKeys ??= await call(analyticsContract.client, {}).catch(() => null)
  const allowed = measured ? trackersFor(request, trackers, publicUrl) : {}
  const available = availableCategories(trackers)
  return {
    trackers: allowed,
    trackerNames: Object.fromEntries(available.map((category) => [category, trackerNames(allowed, category)])),
    consent: {
      available,
      given: getConsent(request.headers.get('Cookie')),
      refused: hasTrackingOptOut(request),
    },
    asks: measured,
    events: measured ? eventKeys : null,
    signedIn,
  }
}
