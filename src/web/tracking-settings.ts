import type { LoaderFunctionArgs } from 'react-router'
import { type ConsentState, getConsent } from '#features/analytics/consent.ts'
import { analyticsContract } from '#features/analytics/contract.ts'
import { availableCategories, type TrackerIds } from '#features/analytics/trackers/catalogue.ts'
import { hasTrackingOptOut, isMeasured, trackersFor } from '#features/analytics/trackers/settings.ts'
import type { OutputOf } from '#kit/endpoint.ts'
import { pageContext } from './page-context.ts'

type EventKeys = OutputOf<typeof analyticsContract.client>

/** What a page knows about being measured; public, all of it. */
export type MeasuringSettings = {
  trackers: TrackerIds
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
  return {
    trackers: measured ? trackersFor(request, trackers, publicUrl) : {},
    consent: {
      available: availableCategories(trackers),
      given: getConsent(request.headers.get('Cookie')),
      refused: hasTrackingOptOut(request),
    },
    asks: measured,
    events: measured ? eventKeys : null,
    signedIn,
  }
}
