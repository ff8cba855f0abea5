import type { z } from 'zod'

/** Roles of a workspace, weakest first. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

export const scopes = [
  'reports:read',
  'reports:write',
  'content:read',
  'content:write',
  'listeners:read',
  'listeners:write',
  'research',
  'plan:read',
  'plan:write',
  'publish',
  'sites:read',
  'sites:write',
  'images',
  'events_out',
  'visibility:read',
  'visibility:write',
  'mcp',
] as const
export type Scope = (typeof scopes)[number]

/**
 * Who may call. The contracts together are the policy table: the server enforces it and the tests enumerate it.
 * - `public`, `user`, `staff`: as they say. `loopback`: from this machine, by one of its own names, without a
 * forwarding header.
 * - `key`: an API key with the scope, for the workspace it is bound to; no session.
 * - `workspace`: a member with at least that role. The workspace is `workspace_id` in the input, or that of the
 *   thing the input's `_id` names (the feature tells the router how to find it). Scope null: for people only, no API key
 *   has it. With `guest`, a guest of a review link that allows as much may call too, for what the link opens.
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'user' }
  | { kind: 'staff' }
  | { kind: 'loopback' }
  | { kind: 'key'; scope: Scope }
  | { kind: 'workspace'; role: Role; by: 'workspace_id' | 'resource'; scope: Scope | null; guest?: GuestPermission }

/** What a guest may do with what a review link opens, each including the one before. */
export const guestPermissions = ['read', 'comment', 'write'] as const
export type GuestPermission = (typeof guestPermissions)[number]

export const access = {
  public: { kind: 'public' },
  user: { kind: 'user' },
  staff: { kind: 'staff' },
  loopback: { kind: 'loopback' },
  /** An API key: its workspace is the call's. */
  key: (scope: Scope) => ({ kind: 'key', scope }) as const,
  /** A member of `input.workspace_id`. */
  workspace: (role: Role, scope: Scope | null) => ({ kind: 'workspace', role, by: 'workspace_id', scope }) as const,
  /** A member of the workspace that owns what `input._id` names. */
  resource: (role: Role, scope: Scope | null) => ({ kind: 'workspace', role, by: 'resource', scope }) as const,
  /** The same, or a guest of a review link. */
  reviewer: (role: Role, scope: Scope | null, guest: GuestPermission) =>
    ({ kind: 'workspace', role, by: 'resource', scope, guest }) as const,
} satisfies Record<string, Access | ((...given: never[]) => Access)>

export const roleAtLeast = (role: Role, minRole: Role) => roles.indexOf(role) >= roles.indexOf(minRole)

/** `delete`: takes something away, or out of the public. */
export type Effect = 'read' | 'write' | 'delete'

/** Parts of the API reference, in the order they are shown. */
export const apiAreas = ['Research', 'Content', 'Account', 'Server'] as const

/** A page of the API reference: the calls of a feature, or of a part of it. */
export type EndpointGroup = { name: string; area: (typeof apiAreas)[number]; about: string }

/** What a call takes and gives, shared by server, browser and OpenAPI. */
export type Endpoint<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Kind extends 'json' | 'events' | 'file' = 'json' | 'events' | 'file',
  A extends Access = Access,
> = {
  kind: Kind
  method: 'GET' | 'POST'
  /** `/reports/get/:id`: names after a colon come from the path, the rest of a GET's input from the query string. */
  path: string
  access: A
  /** One or two sentences for the API reference. */
  summary: string
  /** The group of the API reference, or the name of one that another contract defines. */
  group: EndpointGroup | string | null
  /** A body with more than the required fields, where those alone don't show what the call is for. */
  example: object | null
  /** The rate limit of the call itself, in words. */
  rate: string | null
  /** Media types of a file download. */
  files: readonly string[]
  input: Input
  output: Output
  /** Honours `Idempotency-Key`: calls that create or spend. */
  idempotent: boolean
  /** What the call does to the workspace. Null: as `getEffect` concludes from its access and path. */
  effect: Effect | null
  /** Whether it may use credits of the plan or money. Null: as `isSpending` concludes from its fields. */
  spends: boolean | null
  /**
   * Whether staff may call it during impersonation (support access). False for calls that protect, delete or export
   * an account, or decide who else gets in.
   */
  support: boolean
  /**
   * `multipart` bodies are parsed to the same input, with `file` as a File. Of a `raw` one nothing is parsed: it comes as
   * `raw`, for signatures are over bytes. A `stream` is a file as it comes, left to the use-case (`call.upload`), however
   * long: the input is what the address says.
   */
  body: 'json' | 'multipart' | 'raw' | 'stream'
  /** Bytes of body accepted. */
  maxBytes: number
  /** Of a JSON answer: 202 when what was asked for is taken in but not looked at yet. */
  successStatus: 200 | 202
  /** Scripts of any site may call it; it never looks at who is signed in. Public calls only. */
  anyOrigin: boolean
}

type Definition<Input extends z.ZodType, Output extends z.ZodType, A extends Access> = {
  method?: 'GET' | 'POST'
  path: string
  access: A
  summary: string
  group?: string
  example?: object
  rate?: string
  files?: readonly string[]
  input: Input
  output: Output
  idempotent?: boolean
  effect?: Effect
  spends?: boolean
  support?: boolean
  body?: 'json' | 'multipart' | 'raw' | 'stream'
  maxBytes?: number
  successStatus?: 200 | 202
  anyOrigin?: boolean
}

/** Media types of a table as a file. */
export const tableFiles = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/json',
  'text/markdown',
] as const

const defaultMaxBytes = 1_000_000

function define<
  Kind extends 'json' | 'events' | 'file',
  Input extends z.ZodType,
  Output extends z.ZodType,
  A extends Access,
>(kind: Kind, definition: Definition<Input, Output, A>): Endpoint<Input, Output, Kind, A> {
  return {
    method: 'POST',
    group: null,
    example: null,
    rate: null,
    files: ['application/octet-stream'],
    idempotent: false,
    effect: null,
    spends: null,
    support: true,
    body: 'json',
    maxBytes: defaultMaxBytes,
    successStatus: 200,
    anyOrigin: false,
    ...definition,
    kind,
  }
}

/** A call that answers JSON: `{success: true, …output}`. */
export const endpoint = <Input extends z.ZodType, Output extends z.ZodType, A extends Access>(
  definition: Definition<Input, Output, A>,
) => define('json', definition)

/** A call that answers Server-Sent Events; `output` is an object of one schema an event name. */
export const eventStream = <Input extends z.ZodType, Output extends z.ZodType, A extends Access>(
  definition: Definition<Input, Output, A>,
) => define('events', definition)

/** A call that answers a file to download. */
export const fileDownload = <Input extends z.ZodType, Output extends z.ZodType, A extends Access>(
  definition: Definition<Input, Output, A>,
) => define('file', definition)

/** Puts calls on one page of the API reference, except those that name another group. */
export const group = <Calls extends Record<string, Endpoint>>(about: EndpointGroup | string, calls: Calls): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, { ...call, group: call.group ?? about }]),
  ) as Calls

export type InputOf<E> = E extends Endpoint<infer I, infer _O> ? z.input<I> : never
export type ParsedInputOf<E> = E extends Endpoint<infer I, infer _O> ? z.output<I> : never
export type OutputOf<E> = E extends Endpoint<infer _I, infer O> ? z.output<O> : never
/** `{name, data}` of every event an event stream may send. */
export type EventOf<E> = OutputOf<E> extends infer M ? { [K in keyof M]: { event: K; data: M[K] } }[keyof M] : never
