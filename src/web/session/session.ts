import { type LoaderFunctionArgs, redirect } from 'react-router'
import { authContract, type User } from '#features/auth/contract.ts'
import type { Workspace } from '#features/workspaces/contract.ts'
import { AppError } from '#kit/errors.ts'
import { pageContext } from '../public-pages/page-context.ts'
import { sessionEndedHeader } from './session-recovery.ts'

export const tokenCookie = 'app_token'
export const workspaceCookie = 'app_workspace'
/** The session of staff during impersonation (support access). */
export const staffCookie = 'app_staff_token'

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>

/** The loaders of one request run in parallel and all need the user, who is loaded once. */
const users = new WeakMap<Args['context'], Promise<User | null>>()

/** The signed-in user, or null. */
export function findUser({ context }: Args): Promise<User | null> {
  const known = users.get(context) ?? askForUser(context)
  users.set(context, known)
  return known
}

async function askForUser(context: Args['context']): Promise<User | null> {
  const { call, signedIn } = context.get(pageContext)
  if (!signedIn) return null
  try {
    return (await call(authContract.userdata, {})).user
  } catch (error) {
    // Spec, section 8: when user data cannot be had for this token, the visitor counts as signed out.
    if (error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden')) return null
    throw error
  }
}

/** The signed-in user; a stranger is sent to sign in and comes back here. */
export async function requireUser(args: Args): Promise<User> {
  const user = await findUser(args)
  if (user) return user
  throw toSignIn(args.request)
}

/** To the sign-in page and back here; a page that is open asks in place instead (session-recovery.ts). */
export function toSignIn(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  return redirect(`/login?redirect_to=${encodeURIComponent(pathname.replace(/\.data$/, '') + search)}`, {
    headers: { [sessionEndedHeader]: '1' },
  })
}

/** The remembered workspace if it is still mine, else the first. */
export function chooseWorkspace(request: Request, user: User): Workspace {
  const remembered = readCookie(request, workspaceCookie)
  return user.workspaces.find((workspace) => workspace._id === remembered) ?? user.workspaces[0]!
}

export async function requireWorkspace(args: Args): Promise<{ user: User; workspace: Workspace }> {
  const user = await requireUser(args)
  return { user, workspace: chooseWorkspace(args.request, user) }
}

export function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get('Cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return decoded(value.join('='))
  }
  return null
}

// Anyone can send any cookie: one that can't be decoded is used undecoded.
function decoded(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Where to go after signing in: a path of ours, never another site. */
export function safeRedirect(to: FormDataEntryValue | string | null | undefined): string {
  // Browsers read a backslash as a slash and skip control characters: either could smuggle in another host.
  if (typeof to !== 'string' || !to.startsWith('/') || /[\p{Cc}\\]/u.test(to)) return '/app'
  const url = new URL(to, 'http://ours.invalid')
  // After the dots of "/.//host" are resolved, what is left may name a host too.
  const ours = url.origin === 'http://ours.invalid' && !url.pathname.startsWith('//')
  return ours ? url.pathname + url.search + url.hash : '/app'
}

/** The session cookie: scripts cannot read it; over https it never travels in the clear. */
export function sessionCookie(
  token: string,
  {
    secure,
    maxAgeSeconds = 30 * 86_400,
    name = tokenCookie,
  }: { secure: boolean; maxAgeSeconds?: number; name?: string },
): string {
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`
}

export const clearedSessionCookie = (secure: boolean, name = tokenCookie) =>
  sessionCookie('', { secure, maxAgeSeconds: 0, name })

export function isSecure(context: Args['context']) {
  const { mapped, publicUrl } = context.get(pageContext)
  return (mapped?.origin ?? publicUrl).startsWith('https:')
}
