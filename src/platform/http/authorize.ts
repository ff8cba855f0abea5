import { guestPermissions, type Role, roleAtLeast, type Scope } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ActorCache } from './actor-cache.ts'
import { isOpen, signedOut } from './authenticate.ts'
import type { Actor, Call, Guest, Located, Membership, Middleware } from './context.ts'
import { notFound } from './errors.ts'
import type { Route } from './route.ts'

/** Whether access depends on the workspace that the input names. */
export const needsInput = ({ endpoint }: Route) => endpoint.access.kind === 'workspace'

/**
 * Checks what the contract says about access. A refusal may rest on a cached actor that was just given more access, so it's checked
 * again with a fresh one.
 */
export function authorize(route: Route, { actors }: { actors: ActorCache }): Middleware {
  return async (c, next) => {
    const call = c.get('call')
    const input = c.get('input')
    const tokenHash = c.get('tokenHash')
    const guestToken = c.get('guestToken')
    if (guestToken !== null) {
      call.guest = await admitGuest(route, guestToken, input)
      c.set('found', null)
      return next()
    }
    const found = await check(call, route, input).catch(async (error: unknown) => {
      if (!tokenHash || !isRefusal(error)) throw error
      call.actor = await actors.identify(tokenHash, { fresh: true })
      if (!call.actor && !isOpen(route)) throw signedOut()
      return check(call, route, input)
    })
    c.set('found', found)
    await next()
  }
}

/** @throws AppError unauthenticated, not_found or forbidden */
async function admitGuest({ endpoint: { access }, guest: find }: Route, token: string, input: unknown): Promise<Guest> {
  if (!find || access.kind !== 'workspace' || !access.guest)
    throw new Error('A call for guests needs to know how to find them')
  const guest = await find(token, input as never)
  if (!guest) throw signedOut()
  if (guestPermissions.indexOf(guest.may) < guestPermissions.indexOf(access.guest))
    throw new AppError('forbidden', `This link doesn’t allow that: its guests may ${guest.may}.`, {
      reason: 'guest_not_allowed',
      params: { may: guest.may },
    })
  return guest
}

const isRefusal = (error: unknown) =>
  error instanceof AppError && (error.code === 'forbidden' || error.code === 'not_found')

/** What a caller may reach at all: an API key only its own workspace, and only while its maker is a member. */
const reachableMemberships = ({ key, memberships }: Actor): Membership[] =>
  key ? memberships.filter(({ workspaceId }) => workspaceId === key.workspaceId) : memberships

/** For calls that name several things: the workspaces all of them have to be in. */
export const reachableWorkspaces = (actor: Actor) => reachableMemberships(actor).map(({ workspaceId }) => workspaceId)

/**
 * Sets the call's workspace.
 * @returns what the input names, where the route finds it
 * @throws AppError forbidden or not_found
 */
async function check(call: Call, route: Route, input: unknown): Promise<Located | null> {
  const { access } = route.endpoint
  const { actor } = call
  if (actor?.kind === 'support' && !route.endpoint.support) throw supportRefused()
  if (access.kind === 'public' || access.kind === 'loopback') return null
  if (!actor) throw signedOut()
  if (access.kind === 'user') {
    if (actor.key) throw keyRefused()
    return null
  }
  if (access.kind === 'staff') {
    if (!actor.staff || actor.key) throw new AppError('forbidden', 'Only staff can do this.', { reason: 'staff_only' })
    return null
  }
  if (access.kind === 'key') {
    call.workspace = getKeyWorkspace(actor, access.scope)
    return null
  }
  if (actor.key && access.scope === null) throw keyRefused()
  const reachable = reachableMemberships(actor)
  const workspaceIds = reachable.map((membership) => membership.workspaceId)
  const found = (await route.find?.(input as never, workspaceIds)) ?? null
  const workspaceId =
    access.by === 'workspace_id'
      ? (input as { workspace_id: string }).workspace_id
      : route.find
        ? found?.workspaceId
        : await route.locate!(input as never, workspaceIds)
  const membership = reachable.find((each) => each.workspaceId === workspaceId)
  if (!membership) throw notFound(access.by === 'workspace_id' ? 'workspace' : 'thing')
  if (!roleAtLeast(membership.role, access.role)) throw tooWeak(access.role)
  if (actor.key && access.scope !== null) refuseWithoutScope(actor.key, access.scope)
  call.workspace = membership
  return found
}

function getKeyWorkspace(actor: Actor, scope: Scope): Membership {
  if (!actor.key)
    throw new AppError(
      'forbidden',
      'This call needs an API key as a Bearer token. Create one under Settings → API keys.',
      { reason: 'api_key_required' },
    )
  const [membership] = reachableMemberships(actor)
  if (!membership) throw notFound('workspace')
  refuseWithoutScope(actor.key, scope)
  return membership
}

function refuseWithoutScope({ scopes }: { scopes: Scope[] }, scope: Scope) {
  if (!scopes.includes(scope))
    throw new AppError('forbidden', `This API key lacks the scope ${scope}.`, {
      reason: 'missing_scope',
      params: { scope },
    })
}

const keyRefused = () =>
  new AppError('forbidden', 'API keys can’t do this. Sign in instead.', { reason: 'key_not_allowed' })
const supportRefused = () =>
  new AppError('forbidden', 'Support access can’t do this. Only the account’s owner can.', {
    reason: 'support_not_allowed',
  })
export const tooWeak = (minRole: Role) =>
  new AppError('forbidden', `You need the ${minRole} role or higher in this workspace.`, {
    reason: 'role_too_low',
    params: { role: minRole },
  })
