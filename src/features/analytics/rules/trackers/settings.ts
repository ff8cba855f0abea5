import { refusesTracking } from '../consent.ts'
import { isUnmeasured } from '../unmeasured-pages.ts'
import type { PolicySources } from './tracker.ts'
import { policySources, type TrackerIds } from './tracker-list.ts'

type Settings = Partial<
  Record<
    | 'POSTHOG_KEY'
    | 'POSTHOG_HOST'
    | 'META_PIXEL_ID'
    | 'TIKTOK_PIXEL_ID'
    | 'GA_MEASUREMENT_ID'
    | 'MESSENGER_APP_ID'
    | 'CHAT_WIDGET_ID',
    string
  >
>

/** The trackers that the settings name. */
export const trackerIds = (settings: Settings): TrackerIds => ({
  ...(settings.POSTHOG_KEY && {
    posthog: { key: settings.POSTHOG_KEY, host: settings.POSTHOG_HOST ?? 'https://us.i.posthog.com' },
  }),
  ...(settings.META_PIXEL_ID && { meta: settings.META_PIXEL_ID }),
  ...(settings.TIKTOK_PIXEL_ID && { tiktok: settings.TIKTOK_PIXEL_ID }),
  ...(settings.GA_MEASUREMENT_ID && { google: settings.GA_MEASUREMENT_ID }),
  ...(settings.MESSENGER_APP_ID && { intercom: settings.MESSENGER_APP_ID }),
  ...(settings.CHAT_WIDGET_ID && { crisp: settings.CHAT_WIDGET_ID }),
})

type Page = Pick<Request, 'url' | 'headers'>

export const hasTrackingOptOut = ({ headers }: Page) =>
  refusesTracking({ gpc: headers.get('Sec-GPC'), dnt: headers.get('DNT') })

/** A page of ours that may be measured. Under another name than ours it is a workspace's. */
export function isMeasured({ url }: Page, publicUrl: string) {
  const { pathname, search, host, hostname } = new URL(url)
  const isOurs = host === new URL(publicUrl).host || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  return isOurs && !isUnmeasured(pathname, search)
}

/** What a page may run of others: nothing where the browser refuses it. */
export const trackersFor = (page: Page, trackers: TrackerIds, publicUrl: string): TrackerIds =>
  isMeasured(page, publicUrl) && !hasTrackingOptOut(page) ? trackers : {}

/** Hosts beyond our own that a page may reach. */
export function getThirdParties(
  page: Page,
  given: { trackers: TrackerIds; publicUrl: string; eventsHost: string | undefined },
): PolicySources {
  const sources = policySources(trackersFor(page, given.trackers, given.publicUrl))
  if (!given.eventsHost || !isMeasured(page, given.publicUrl)) return sources
  return { ...sources, connect: [new URL(given.eventsHost).origin, ...(sources.connect ?? [])] }
}
