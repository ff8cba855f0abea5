import type { DestinationKind } from '#providers/publishing/port.ts'
import type { Credentials, Destination, Publication } from '../contract.ts'

export const kindLabels: Record<DestinationKind, string> = {
  wordpress: 'WordPress',
  ghost: 'Ghost',
  shopify: 'Shopify',
  webflow: 'Webflow',
  webhook: 'Webhook',
  blog: 'Earshot blog',
}

/** Kinds that people add. */
export const addedKinds = ['wordpress', 'ghost', 'shopify', 'webflow', 'webhook'] as const
export type AddedKind = (typeof addedKinds)[number]

type CredentialField = { field: keyof Credentials; label: string; hint: string; isSecret: boolean }

export const credentialFields: Record<AddedKind, CredentialField[]> = {
  wordpress: [
    { field: 'username', label: 'User name', hint: 'An editor or author of the site.', isSecret: false },
    {
      field: 'application_password',
      label: 'Application password',
      hint: 'In WordPress: Users → Profile → Application Passwords. Not the password you sign in with.',
      isSecret: true,
    },
  ],
  ghost: [
    {
      field: 'admin_api_key',
      label: 'Admin API key',
      hint: 'In Ghost: Settings → Integrations → Add custom integration.',
      isSecret: true,
    },
  ],
  shopify: [
    {
      field: 'access_token',
      label: 'Access token',
      hint: 'The Admin API access token of a custom app with the scopes read_content and write_content.',
      isSecret: true,
    },
  ],
  webflow: [
    {
      field: 'token',
      label: 'API token',
      hint: 'In Webflow: Site settings → Apps & integrations → API access, with access to sites and CMS.',
      isSecret: true,
    },
  ],
  webhook: [
    {
      field: 'secret',
      label: 'Secret',
      hint: 'Requests are signed with it. 16 characters or more; your server needs the same.',
      isSecret: true,
    },
  ],
}

export const urlHints: Record<AddedKind, string> = {
  wordpress: 'The address of your home page.',
  shopify: 'Your store’s myshopify.com address.',
  webflow: '',
  ghost: 'The API URL of your custom integration.',
  webhook: 'Your server gets each post there as a signed request.',
}

/** The host people know a destination by. */
export const getHost = ({ url, kind }: Pick<Destination, 'url' | 'kind'>) => URL.parse(url)?.host || kindLabels[kind]

export const isWebUrl = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url)

export const stateLabels: Record<Publication['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  unpublished: 'Unpublished',
  failed: 'Failed',
}
