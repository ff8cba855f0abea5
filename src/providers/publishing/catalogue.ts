import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { createGhost } from './ghost.ts'
import type { DestinationKind, PublishingAdapter } from './port.ts'
import { createShopify } from './shopify.ts'
import { createWebflow } from './webflow.ts'
import { createWebhookSite } from './webhook.ts'
import { createWordPress } from './wordpress.ts'

export type AdapterInput = {
  kind: Exclude<DestinationKind, 'blog'>
  url: string
  credentials: {
    username?: string | undefined
    application_password?: string | undefined
    admin_api_key?: string | undefined
    access_token?: string | undefined
    token?: string | undefined
    secret?: string | undefined
  }
  found: Record<string, string>
  defaults: { collection?: string | undefined; fields?: Record<string, string> | undefined }
}

export type AdapterFactory = {
  fetch: OutboundFetch
  /** The operator may put another address in the place of Webflow's. */
  webflow: { url: string; fetch: OutboundFetch }
}

/** Makes adapters with the guarded fetch. */
export const createAdapterFactory =
  ({ fetch, webflow }: AdapterFactory) =>
  ({ kind, url, credentials, found, defaults }: AdapterInput): PublishingAdapter => {
    const { username = '', application_password = '', secret = '', admin_api_key = '' } = credentials
    const { access_token = '', token = '' } = credentials
    const { collection, fields = {} } = defaults
    switch (kind) {
      case 'wordpress':
        return createWordPress({ fetch, url, found, credentials: { username, application_password } })
      case 'ghost':
        return createGhost({ fetch, url, adminApiKey: admin_api_key })
      case 'shopify':
        return createShopify({ fetch, url, accessToken: access_token, blogId: collection, found })
      case 'webflow':
        return createWebflow({
          ...{ fetch: webflow.fetch, apiUrl: webflow.url, token, collectionId: collection, fields, found },
        })
      case 'webhook':
        return createWebhookSite({ fetch, url, secret })
    }
  }
