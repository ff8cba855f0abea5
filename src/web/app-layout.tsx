import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import {
  data,
  Outlet,
  Link as RouterLink,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
} from 'react-router'
import { statusContract } from '#features/status/contract.ts'
import { accentVariables } from '#ui/accent-color.ts'
import { type LinkProps, LinkProvider } from '#ui/link.tsx'
import { Toasts } from '#ui/toast.tsx'
import { useHotkeys } from '#ui/use-hotkeys.ts'
import type { Route } from './+types/app-layout.ts'
import { AccessResetBanner } from './access-reset-banner.tsx'
import { rememberUser, rememberWorkspace } from './app-state.ts'
import { MaintenanceBanner } from './maintenance-banner.tsx'
import { pageContext } from './page-context.ts'
import { PendingBar } from './pending-bar.tsx'
import { chooseWorkspace, requireUser } from './session.ts'
import { SessionDialog } from './session-dialog.tsx'
import { Rail } from './sidebar.tsx'
import { SupportBanner } from './support-banner.tsx'
import { mute, setPerson } from './tracking.ts'
import { toPerson } from './tracking-person.ts'
import { useStoredConsent } from './use-consent.ts'

const CommandPalette = lazy(() => import('./command-palette.tsx'))

export const meta: Route.MetaFunction = () => [{ title: 'Earshot' }, { name: 'robots', content: 'noindex' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const workspace = chooseWorkspace(args.request, user)
  const closed = user.staff && (await isInMaintenance(args.context))
  return data({ user, workspace, closed, accent: accentVariables(workspace.color) })
}

/** Fails open: when the status can't be read, the app renders without the banner. */
const isInMaintenance = (context: Route.LoaderArgs['context']) =>
  context
    .get(pageContext)
    .call(statusContract.updown, {})
    .then(({ maintenance }) => maintenance !== null)
    .catch(() => false)

/** A filter or a tab in the address says nothing new about who is signed in. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const onlySearch = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return onlySearch && !formMethod ? false : defaultShouldRevalidate
}

/** Links of the design system go through the router, except those that leave the app or name a place on the page. */
const AppLink = ({ href, ...rest }: LinkProps) =>
  /^(https?:|mailto:|#)/.test(href) || rest.download !== undefined ? (
    <a href={href} {...rest} />
  ) : (
    <RouterLink to={href} prefetch="intent" {...rest} />
  )

/**
 * The shell of every signed-in screen: the rail at the left, the screen beside it. A screen whose route says
 * `handle = { wide: true }` takes all the room and sets its own margins.
 */
export default function AppLayout({ loaderData: { user, workspace, closed } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const wide = useMatches().some(({ handle }) => (handle as { wide?: boolean } | undefined)?.wide)
  const [railOpen, setRailOpen] = useState(false)
  const palette = usePalette()
  useEffect(() => rememberUser(user), [user])
  useEffect(() => rememberWorkspace(workspace), [workspace])
  useEffect(() => (user.support ? mute() : setPerson(toPerson(user, workspace))), [user, workspace])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the rail on small windows
  useEffect(() => setRailOpen(false), [pathname])
  useHeadingFocus(pathname)
  useStoredConsent()
  return (
    <LinkProvider value={AppLink}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-m border border-line-2 bg-panel px-3 py-2 text-s focus:translate-y-0"
      >
        Skip to content
      </a>
      <PendingBar />
      <div className="min-h-dvh md:grid md:grid-cols-[var(--rail)_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
        {closed && !user.support_until && <MaintenanceBanner />}
        {user.access_reset && !user.support_until && !closed && <AccessResetBanner user={user} />}
        {user.support_until && <SupportBanner email={user.email} until={user.support_until} />}
        <Rail
          user={user}
          workspace={workspace}
          open={railOpen}
          onOpenChange={setRailOpen}
          onSearch={() => palette.setOpen(true)}
        />
        <main
          id="main"
          tabIndex={-1}
          className={
            wide
              ? 'w-full min-w-0 outline-none md:col-start-2 md:row-start-2'
              : 'mx-auto w-full min-w-0 max-w-[1320px] px-4 pt-5 pb-16 outline-none md:col-start-2 md:row-start-2 md:px-9 md:pt-7'
          }
        >
          <Outlet context={{ user, workspace }} />
        </main>
      </div>
      {palette.wanted && (
        <Suspense>
          <CommandPalette user={user} workspace={workspace} open={palette.open} onOpenChange={palette.setOpen} />
        </Suspense>
      )}
      {!user.support_until && <SessionDialog key={user.id} user={user} />}
      <Toasts />
    </LinkProvider>
  )
}

/** The palette's script loads when it is first asked for. */
function usePalette() {
  const [open, setOpen] = useState(false)
  const wanted = useRef(false)
  if (open) wanted.current = true
  useHotkeys({ 'mod+k': () => setOpen((now) => !now) })
  return { open, setOpen, wanted: wanted.current }
}

/** After a navigation the new screen's heading has the focus, so that keyboard and screen reader start there. */
function useHeadingFocus(pathname: string) {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [pathname])
}
