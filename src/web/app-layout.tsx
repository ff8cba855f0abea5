import { useEffect, useState } from 'react'
import { data, Outlet, Link as RouterLink, useLocation } from 'react-router'
import { accentVariables } from '#ui/accent.ts'
import { LinkProvider } from '#ui/link.tsx'
import type { Route } from './+types/app-layout.ts'
import { rememberUser, rememberWorkspace } from './app-state.ts'
import { Rail } from './rail.tsx'
import { chooseWorkspace, requireUser } from './session.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Earshot' }, { name: 'robots', content: 'noindex' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const workspace = chooseWorkspace(args.request, user)
  return data({ user, workspace, accent: accentVariables(workspace.color) })
}

/** The shell of every signed-in screen: the rail at the left, the screen beside it. */
export default function AppLayout({ loaderData: { user, workspace } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const [railOpen, setRailOpen] = useState(false)
  useEffect(() => rememberUser(user), [user])
  useEffect(() => rememberWorkspace(workspace), [workspace])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the rail on small windows
  useEffect(() => setRailOpen(false), [pathname])
  return (
    <LinkProvider value={({ href, ...rest }) => <RouterLink to={href} prefetch="intent" {...rest} />}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-m focus:bg-panel focus:p-2"
      >
        Skip to the screen
      </a>
      <div className="min-h-dvh md:grid md:grid-cols-[var(--rail)_minmax(0,1fr)]">
        <Rail user={user} workspace={workspace} open={railOpen} onOpenChange={setRailOpen} />
        <main id="main" className="mx-auto w-full min-w-0 max-w-[1320px] px-4 pt-5 pb-16 md:px-9 md:pt-7">
          <Outlet context={{ user, workspace }} />
        </main>
      </div>
    </LinkProvider>
  )
}
