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

/** Which trackers an installation has set up, by their public ids. None of it is a secret: it stands in the page. */
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
  leaves: RegExp
  sources: PolicySources
  create(page: TrackedPage): Tracker
}

/** Those that have an id. */
export function setUpTrackers(ids: TrackerIds): SetUpTracker[] {
  return (Object.keys(vendors) as (keyof TrackerIds)[]).flatMap((id) => {
    const settings = ids[id]
    if (!settings) return []
    const vendor = vendors[id] as Vendor<typeof settings>
    const { name, category, leaves } = vendor
    return [
      {
        id,
        name,
        category,
        leaves,
        sources: vendor.sources(settings),
        create: (page) => vendor.create(settings, page),
      },
    ]
  })
}

/** What there is to ask a visitor, in the order it is asked. */
export const askedCategories = (ids: TrackerIds): Category[] => {
  const present = new Set(setUpTrackers(ids).map(({ category }) => category))
  return categories.filter((category) => present.has(category))
}

/** The names behind each category, for people. */
export const trackerNames = (ids: TrackerIds, category: Category) =>
  setUpTrackers(ids)
    .filter((tracker) => tracker.category === category)
    .map(({ name }) => name)

/** Exactly the hosts of those that are set up; no directive when there are none. */
export function policySources(ids: TrackerIds): PolicySources {
  const trackers = setUpTrackers(ids)
  return Object.fromEntries(
    policyDirectives.flatMap((directive: PolicyDirective) => {
      const hosts = new Set(trackers.flatMap(({ sources }) => sources[directive] ?? []))
      return hosts.size > 0 ? [[directive, [...hosts]]] : []
    }),
  )
}
