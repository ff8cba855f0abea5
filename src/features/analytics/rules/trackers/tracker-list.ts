import { type Category, categories } from '../consent.ts'
import { crisp } from './crisp.ts'
import { googleAnalytics } from './google-analytics.ts'
import { intercom } from './intercom.ts'
import { metaPixel } from './meta-pixel.ts'
import { type PosthogSettings, posthog } from './posthog.ts'
import { tiktokPixel } from './tiktok-pixel.ts'
import {
  type PolicyDirective,
  type PolicySources,
  policyDirectives,
  type TrackedPage,
  type Tracker,
  type Vendor,
} from './tracker.ts'

/** Trackers that are set up, by their public ids. Not secret: they're in the page's HTML. */
export type TrackerIds = {
  posthog?: PosthogSettings
  meta?: string
  tiktok?: string
  google?: string
  intercom?: string
  crisp?: string
}

const vendors = {
  posthog,
  google: googleAnalytics,
  meta: metaPixel,
  tiktok: tiktokPixel,
  intercom,
  crisp,
} satisfies { [Id in keyof TrackerIds]-?: Vendor<NonNullable<TrackerIds[Id]>> }

export type SetUpTracker = {
  id: string
  name: string
  category: Category
  storageNames: RegExp
  sources: PolicySources
  create(page: TrackedPage): Tracker
}

/** Trackers that have an id. */
export function setUpTrackers(ids: TrackerIds): SetUpTracker[] {
  return (Object.keys(vendors) as (keyof TrackerIds)[]).flatMap((id) => {
    const settings = ids[id]
    if (!settings) return []
    const vendor = vendors[id] as Vendor<typeof settings>
    const { name, category, storageNames } = vendor
    return [
      {
        id,
        name,
        category,
        storageNames,
        sources: vendor.sources(settings),
        create: (page) => vendor.create(settings, page),
      },
    ]
  })
}

/** Consent categories with a tracker set up, in display order. */
export const availableCategories = (ids: TrackerIds): Category[] => {
  const present = new Set(setUpTrackers(ids).map(({ category }) => category))
  return categories.filter((category) => present.has(category))
}

/** Names of a category's trackers, for display. */
export const trackerNames = (ids: TrackerIds, category: Category) =>
  setUpTrackers(ids)
    .filter((tracker) => tracker.category === category)
    .map(({ name }) => name)

/** CSP sources of the trackers that are set up, by directive. */
export function policySources(ids: TrackerIds): PolicySources {
  const trackers = setUpTrackers(ids)
  return Object.fromEntries(
    policyDirectives.flatMap((directive: PolicyDirective) => {
      const hosts = new Set(trackers.flatMap(({ sources }) => sources[directive] ?? []))
      return hosts.size > 0 ? [[directive, [...hosts]]] : []
    }),
  )
}
