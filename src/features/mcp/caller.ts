import type { Endpoint, Scope } from '#kit/endpoint.ts'
import type { FetchApi, Membership } from '#platform/http/context.ts'

/** The API key of an assistant, with its workspace and scopes. */
export type Caller = {
  /** The Authorization header of the request. Every call a tool makes is sent with it. */
  authorization: string
  address: string
  workspace: Membership
  scopes: Scope[]
  /** Calls the public API inside this process. */
  fetchApi: FetchApi
}

/** Calls an endpoint of the public API as one caller. */
export type CallApi = (
  endpoint: Endpoint,
  input: Record<string, unknown>,
  options?: { signal?: AbortSignal; idempotencyKey?: string },
) => Promise<Response>
