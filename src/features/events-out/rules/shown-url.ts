import type { EndpointKind } from '../contract.ts'

/** What screens and lists show of an endpoint's URL. Slack's and Teams' URLs are all that's needed to post, so they stay hidden. */
export function getShownUrl(kind: EndpointKind, url: string): string {
  return kind === 'webhook' ? url : `${new URL(url).origin}/…${url.slice(-4)}`
}
