/** What the browser remembers between visits, under the names the specification gives. */

export const storedKeys = {
  user: 'app_user',
  email: 'app_email',
  workspace: 'app_workspace',
  workspaceColor: 'workspace-bg-color',
  currentRoute: 'current_route',
  previousRoute: 'previous_route',
  /** The outline someone is gathering now, and whose it is. */
  headings: 'headingsData',
  headingsOwner: 'headingsOwner',
} as const

function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is off or full: nothing depends on it, the cookie carries the workspace.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function rememberUser(user: { id: string; email: string }) {
  const before = read(storedKeys.user)
  // The session of another person ended here without signing out.
  if (before !== null && before !== user.id) forgetUser(user.id)
  write(storedKeys.user, user.id)
  write(storedKeys.email, user.email)
}

/** The cookie lets the server render the right workspace and color on the first paint. */
export function rememberWorkspace(workspace: { _id: string; color: string }) {
  write(storedKeys.workspace, workspace._id)
  write(storedKeys.workspaceColor, workspace.color)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = workspaceCookieFor(workspace._id, location.protocol === 'https:')
}

/** The cookie that makes a workspace the active one; set by the browser, or by the server after an invitation. */
export const workspaceCookieFor = (workspaceId: string, secure: boolean) =>
  `${storedKeys.workspace}=${encodeURIComponent(workspaceId)}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`

/** Clears what belongs to the person who was signed in; what is `next`'s own stays. */
export function forgetUser(next?: string) {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    const outlines = keys.filter((key) => key.startsWith(`${storedKeys.headings}:`))
    const current = localStorage.getItem(storedKeys.headingsOwner)
    const isNext = (owner: string | null) => typeof next === 'string' && owner?.startsWith(`${next}:`)
    for (const key of outlines) if (!isNext(key.slice(storedKeys.headings.length + 1))) localStorage.removeItem(key)
    const removedKeys = [storedKeys.user, storedKeys.email, storedKeys.currentRoute, storedKeys.previousRoute]
    for (const key of isNext(current) ? removedKeys : [...removedKeys, storedKeys.headings, storedKeys.headingsOwner])
      localStorage.removeItem(key)
  } catch {
    // Storage is off: there was nothing to forget.
  }
}

/** Called on every route change. Ignores /login, both as the current and as the previous page. */
export function rememberRoute(path: string) {
  if (isLogin(path)) return
  const current = read(storedKeys.currentRoute)
  if (current === path) return
  if (current !== null) write(storedKeys.previousRoute, current)
  write(storedKeys.currentRoute, path)
}

const isLogin = (path: string) => path === '/login' || path.startsWith('/login?')
