import type { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Hono, MiddlewareHandler } from 'hono'
import type { GuestPermission, Role, Scope } from '#kit/endpoint.ts'
import type { Db } from '../database/database.ts'
import type { Log } from '../log.ts'

/** What middleware and handlers know of a request. */

/** Who is calling: a person's session, or an API key bound to one workspace. */
export type Actor = {
  userId: string
  email: string
  staff: boolean
  /** The token's own id: what a log-out ends. */
  tokenId: string
  kind: 'session' | 'key' | 'support'
  /** An API key speaks for one workspace, within its scopes. */
  key: { workspaceId: string; name: string; scopes: Scope[] } | null
  memberships: Membership[]
}

/** Who made a call, and from which IP address: what the audit log records. */
export type Requester = { actor: Actor; address: string }

/** A member who does something. `keyName`: the name of the API key they do it with. */
export type ActingMember = { userId: string; keyName: string | null }

export type Membership = { workspaceId: string; role: Role }

/** A person without an account whom a review link lets in. */
export type Guest = {
  linkId: string
  workspaceId: string
  /** The document or content plan that the link opens. */
  subjectId: string
  may: GuestPermission
}

/** Calls the public API inside this process, with its checks and without the network. */
export type FetchApi = (path: string, init: RequestInit) => Promise<Response>

/** What a handler gets besides its input. */
export type Call = {
  requestId: string
  clientAddress: string
  /** Null on public calls, and on those of guests. */
  actor: Actor | null
  /** Set on workspace calls, after the role was checked. */
  workspace: Membership | null
  /** Set where a review link allows the call. */
  guest: Guest | null
  headers: Headers
  signal: AbortSignal
  log: Log
  /** For calls that spend or create; without an Idempotency-Key it does nothing. */
  storeResponse: StoreResponse
  /** The body as it was sent, of calls with a JSON or raw body. */
  body: Buffer | null
  /** The body as it arrives, of calls whose body is a `stream`. */
  upload: Upload | null
  fetchApi: FetchApi
  /** Sends a cookie with a JSON answer: the whole value of a `Set-Cookie`. */
  setCookie(cookie: string): void
}
/** `bytes`: the length the client announced, or null. */
export type Upload = { stream: Readable; bytes: number | null; type: string }
export type UserCall = Call & { actor: Actor }
export type WorkspaceCall = UserCall & { workspace: Membership }
/** A call that a member or a guest may make. */
export type ReviewerCall = Call & ({ actor: Actor; workspace: Membership; guest: null } | { guest: Guest })

/**
 * Stores the answer under the call's Idempotency-Key in the transaction that does the work: they commit or vanish together, so
 * that a process killed before it could answer doesn't do the work twice.
 * @throws AppError conflict when this call took so long that another was let through with its key
 */
export type StoreResponse = (tx: Db, body: object) => Promise<void>

/** What a call's input names, and the workspace it's in, which decides access. */
export type Located = { workspaceId: string }

/** A custom domain, which shows pages of one workspace only. */
export type MappedHost = {
  workspaceId: string
  domain: string
  target: 'reports' | 'blog'
  /** Replaces our favicon. */
  icon: string | null
}

export type Env = {
  Bindings: HttpBindings
  Variables: {
    /** Set by request-id.ts. */
    requestId: string
    /** Set by server.ts. */
    fetchApi: FetchApi
    /** Set by host-check.ts on custom domains. */
    mapped?: MappedHost
    /** Set by authenticate.ts. */
    call: Call
    tokenHash: Buffer | null
    /** A Bearer token of nobody we know, on a call that guests may make. Set by authenticate.ts. */
    guestToken: string | null
    /** Set by parse-input.ts. */
    input: unknown
    /** Set by authorize.ts where the route finds what its input names. */
    found: Located | null
    /** Set by idempotency.ts when it reads the response. */
    isRecorded?: boolean
  }
}
export type Http = Hono<Env>
export type Middleware = MiddlewareHandler<Env>

export const tokenCookie = 'app_token'
