/** Search Console: what a property’s searches brought. */

export type Property = { url: string; permission: string }

export type Dimension = 'date' | 'query' | 'page'

/** `keys`: values of the dimensions asked for, in that order. */
export type SearchRow = { keys: string[]; clicks: number; impressions: number; position: number }

export type SearchQuery = {
  property: string
  /** First and last day, `YYYY-MM-DD`, in Pacific time. */
  from: string
  to: string
  dimensions: Dimension[]
  /** Days that aren’t complete too. */
  partial?: boolean
}

/** What proves that we may read: a refresh token of a person who allowed it, or the JSON of a service account. */
export type Credential = { kind: 'oauth'; refreshToken: string } | { kind: 'service_account'; json: ServiceAccount }
export type ServiceAccount = { client_email: string; private_key: string }

export type SearchConsole = {
  /** Whether people can connect with their Google account here. */
  canAskConsent: boolean
  /** Google’s page that asks for consent, with PKCE. */
  getConsentUrl(consent: { state: string; challenge: string; redirectUri: string }): string
  /** @throws AppError */
  exchangeCode(code: { code: string; verifier: string; redirectUri: string }): Promise<Credential>
  /** @throws AppError */
  findProperties(credential: Credential, signal?: AbortSignal): Promise<Property[]>
  /**
   * All rows, page by page of at most 25,000. `firstPartialDay`: from that day on the data may still change; null if it’s all complete.
   * @throws AppError `search_console_…`
   */
  read(
    credential: Credential,
    query: SearchQuery,
    onRows: (rows: SearchRow[]) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<{ firstPartialDay: string | null }>
  /** Ends a person’s consent. Never throws. */
  revoke(credential: Credential): Promise<void>
}
