import type { Secrets } from '#platform/secrets.ts'
import type { DestinationKind, PublishingAdapter } from '#providers/publishing/port.ts'
import type { Credentials, DestinationDefaults } from './contract.ts'
import type { DestinationRow } from './store/destination-store.ts'

/** What an adapter is made of. The blog has none: its posts are ours. */
export type AdapterSettings = {
  kind: Exclude<DestinationKind, 'blog'>
  url: string
  credentials: Credentials
  found: Record<string, string>
  defaults: DestinationDefaults
}
export type CreateAdapter = (settings: AdapterSettings) => PublishingAdapter

const purpose = 'destination-credentials'

export const sealCredentials = (secrets: Secrets, id: string, credentials: Credentials) =>
  secrets.seal(purpose, JSON.stringify(credentials), id)

export const readCredentials = (secrets: Secrets, { id, sealed_credentials }: DestinationRow): Credentials =>
  sealed_credentials ? JSON.parse(secrets.open(purpose, sealed_credentials, id)) : {}

export type OpenDestination = ReturnType<typeof createOpenDestination>

export const createOpenDestination =
  ({ secrets, createAdapter }: { secrets: Secrets; createAdapter: CreateAdapter }) =>
  (row: DestinationRow): PublishingAdapter => {
    if (row.kind === 'blog') throw new Error('The blog has no adapter')
    const { kind, url, found, defaults } = row
    return createAdapter({ kind, url, credentials: readCredentials(secrets, row), found, defaults })
  }

/** The name people know a destination by. */
export const getHost = ({ url, kind }: { url: string; kind: DestinationKind }) =>
  kind === 'webflow' ? 'Webflow' : (URL.parse(url)?.host ?? 'the blog')
