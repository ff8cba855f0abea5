import type { z } from 'zod'
import type { Endpoint, OutputOf, ParsedInputOf } from '#kit/endpoint.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { SendEvent } from '../server-sent-events.ts'
import type { ActingMember, Call, Guest, Located, Requester, ReviewerCall, UserCall, WorkspaceCall } from './context.ts'

/** Binds an endpoint of a contract to its use-case. */

type CallFor<E extends Endpoint> = E['access'] extends { guest: string }
  ? ReviewerCall
  : E['access']['kind'] extends 'workspace' | 'key'
    ? WorkspaceCall
    : E['access']['kind'] extends 'public' | 'loopback'
      ? Call
      : UserCall

export type Route = {
  endpoint: Endpoint
  handle(call: Call, input: never, found: never): Promise<unknown>
  locate?: (input: never, workspaceIds: string[]) => Promise<string | null>
  find?: (input: never, workspaceIds: string[]) => Promise<Located | null>
  guest?: (token: string, input: never) => Promise<Guest | null>
  admit?: (raw: Record<string, unknown>) => Promise<void>
  operatorToken?: OperatorToken
}

/** A Bearer token that allows a `loopback` call from other machines. `required`: callers on this machine need it too. */
export type OperatorToken = { token: string | undefined; required: boolean }

type Options<E extends Endpoint, Found extends Located> = {
  /** For `by: 'resource'` access: the workspace of what the input names, if it is one of these. */
  locate?: (input: ParsedInputOf<E>, workspaceIds: string[]) => Promise<string | null>
  /** Instead of `locate`: what the input names, which the handler then gets, if it is in one of these workspaces. */
  find?: (input: ParsedInputOf<E>, workspaceIds: string[]) => Promise<Found | null>
  /** For `guest` access: whom a token lets in to what the input names. Null: it isn't a guest's token. */
  guest?: (token: string, input: ParsedInputOf<E>) => Promise<Guest | null>
  /** For a key in the body: refuses a caller before the input is checked. */
  admit?: (raw: Record<string, unknown>) => Promise<void>
}

/** What a call names in its workspace. */
export const toRef = ({ workspace }: WorkspaceCall, id: string): ResourceRef => ({
  workspaceId: workspace.workspaceId,
  id,
})

export const toRequester = ({ actor, clientAddress }: UserCall): Requester => ({ actor, address: clientAddress })

export const toMember = ({ actor }: UserCall): ActingMember => ({
  userId: actor.userId,
  keyName: actor.key?.name ?? null,
})

/** The `locate` of calls that name a thing by `_id` in the input, or by `id` in the path. */
export const locateWith = (locate: (workspaceIds: string[], id: string) => Promise<string | null>) => ({
  byId: { locate: ({ _id }: { _id: string }, workspaceIds: string[]) => locate(workspaceIds, _id) },
  byPath: { locate: ({ id }: { id: string }, workspaceIds: string[]) => locate(workspaceIds, id) },
})

/** Binds a JSON call. */
export function serve<E extends Endpoint<z.ZodType, z.ZodType, 'json'>, Found extends Located = never>(
  endpoint: E,
  handle: (call: CallFor<E>, input: ParsedInputOf<E>, found: Found) => Promise<OutputOf<E>>,
  options: Options<E, Found> = {},
): Route {
  return { endpoint, handle: handle as Route['handle'], ...(options as Omit<Route, 'endpoint' | 'handle'>) }
}

/** Binds an event stream. The handler first checks and throws; what it returns then fills the stream. */
export function serveEvents<E extends Endpoint<z.ZodType, z.ZodType, 'events'>, Found extends Located = never>(
  endpoint: E,
  handle: (
    call: CallFor<E>,
    input: ParsedInputOf<E>,
    found: Found,
  ) => Promise<(send: SendEvent, signal: AbortSignal) => Promise<void>>,
  options: Pick<Options<E, Found>, 'locate' | 'find'> = {},
): Route {
  return { endpoint, handle: handle as Route['handle'], ...(options as Pick<Route, 'locate' | 'find'>) }
}

/** Binds a download. */
export function serveFile<E extends Endpoint<z.ZodType, z.ZodType, 'file'>>(
  endpoint: E,
  handle: (call: CallFor<E>, input: ParsedInputOf<E>) => Promise<Response>,
  options: Pick<Options<E, never>, 'locate'> & { operatorToken?: OperatorToken } = {},
): Route {
  return { endpoint, handle: handle as Route['handle'], ...(options as Pick<Route, 'locate' | 'operatorToken'>) }
}
