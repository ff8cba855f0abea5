import { loadScript, type Vendor } from './tracker.ts'

export type PosthogSettings = { key: string; host: string }

/** PostHog Cloud serves scripts from a separate host; self-hosted servers from their own. */
const assetsHost = (host: string) => host.replace('.i.posthog.com', '-assets.i.posthog.com')

type Queue = unknown[][] & {
  __SV?: number
  _i?: unknown[]
  people?: unknown[]
} & Record<string, unknown>

const queued = ['capture', 'identify', 'reset', 'opt_out_capturing'] as const

/** posthog-js by its snippet's protocol: calls wait in an array, `_i` has the settings. Automatic capture is off. */
export const posthog: Vendor<PosthogSettings> = {
  name: 'PostHog',
  category: 'measurement',
  // PostHog documents the wildcard, since its hosts change.
  sources({ host }) {
    const { origin, hostname } = new URL(host)
    const hosts = hostname.endsWith('.posthog.com') ? ['https://*.posthog.com'] : [origin]
    return { script: hosts, connect: hosts }
  },
  storageNames: /^(?:ph_.*_posthog|__ph_opt_in_out_.*)$/,
  create({ key, host }, page) {
    let unload = () => {}
    const call = (name: (typeof queued)[number], ...given: unknown[]) =>
      (page.globals.posthog as Record<string, (...given: unknown[]) => void>)[name]!(...given)
    return {
      start(who) {
        const queue = [] as unknown as Queue
        for (const name of queued) queue[name] = (...given: unknown[]) => queue.push([name, ...given])
        const settings = {
          api_host: host,
          autocapture: false,
          capture_pageview: false,
          capture_pageleave: false,
          disable_session_recording: true,
          disable_surveys: true,
          advanced_disable_feature_flags: true,
          person_profiles: 'identified_only',
        }
        queue._i = [[key, settings, 'posthog']]
        queue.people = []
        queue.__SV = 1
        page.globals.posthog = queue
        unload = loadScript(page, `${assetsHost(host)}/static/array.js`)
        if (who) call('identify', who.id, { plan: who.plan.name })
      },
      page: ({ address }) => call('capture', '$pageview', { $current_url: address }),
      person(person) {
        if (person) call('identify', person.id, { plan: person.plan.name })
        else call('reset')
      },
      stop() {
        call('opt_out_capturing')
        unload()
      },
    }
  },
}
