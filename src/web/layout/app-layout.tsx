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
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts'
import { type LinkProps, LinkProvider } from '#ui/link.tsx'
import { Toasts } from '#ui/overlays/toast.tsx'
import { accentVariables } from '#ui/theme/accent-color.ts'
import { lazily } from '../components/lazily.ts'
import { LateHydration } from '../public-pages/late-hydration.tsx'
import { pageContext } from '../public-pages/page-context.ts'
import { chooseWorkspace, requireUser } from '../session/session.ts'
import { SessionDialog } from '../session/session-dialog.tsx'
import type { SignedIn } from '../session/use-signed-in.ts'
import { mute, setPerson } from '../tracking/tracking.ts'
import { toPerson } from '../tracking/tracking-person.ts'
import { useMeasuring } from '../tracking/use-measuring.ts'
import type { Route } from './+types/app-layout.ts'
import { rememberUser, rememberWorkspace } from './app-state.ts'
import { MarkRead } from './mark-read.tsx'
import { PendingBar } from './pending-bar.tsx'
import { Rail } from './sidebar.tsx'

// Rarely on screen: their scripts and the contracts they call load with them.
const AccessResetBanner = import.meta.env.SSR
  ? (await import('./access-reset-banner.tsx')).AccessResetBanner
  : lazily(() => import('./access-reset-banner.tsx').then((file) => file.AccessResetBanner))
const MaintenanceBanner = import.meta.env.SSR
  ? (await import('./maintenance-banner.tsx')).MaintenanceBanner
  : lazily(() => import('./maintenance-banner.tsx').then((file) => file.MaintenanceBanner))
const SupportBanner = import.meta.env.SSR
  ? (await import('./support-banner.tsx')).SupportBanner
  : lazily(() => import('./support-banner.tsx').then((file) => file.SupportBanner))
const StoredConsent = lazy(() => import('../tracking/stored-consent.ts'))
const CommandPalette = lazy(() => import('./command-palette.tsx'))
const KeysDialog = lazy(() => import('./keys-dialog.tsx'))

export const meta: Route.MetaFunction = () => [{ title: 'Earshot' }, { name: 'robots', content: 'noindex' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const workspace = chooseWorkspace(args.request, user)
  const { googleExport } = args.context.get(pageContext)
  const closed = user.staff && (await isInMaintenance(args.context))
  return data({ user, workspace, closed, googleExport, accent: accentVariables(workspace.color) })
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
export default function AppLayout({ loaderData: { user, workspace, closed, googleExport } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const wide = useMatches().some(({ handle }) => (handle as { wide?: boolean } | undefined)?.wide)
  const [railOpen, setRailOpen] = useState(false)
  const palette = usePalette()
  useEffect(() => rememberUser(user), [user])
  useEffect(() => rememberWorkspace(workspace), [workspace])
  useEffect(() => (user.support ? mute() : setPerson(toPerson(user, workspace))), [user, workspace])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the sidebar on small windows
  useEffect(() => setRailOpen(false), [pathname])
  useHeadingFocus(pathname)
  const measuring = useMeasuring()
  return (
    <LinkProvider value={AppLink}>
      <MarkRead pathname={user.support_until ? null : pathname} workspaceId={workspace._id} />
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-m border border-line-2 bg-panel px-3 py-2 text-s focus:translate-y-0"
      >
        Skip to content
      </a>
      <PendingBar />
      <div className="min-h-dvh md:grid md:grid-cols-[var(--rail)_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
        {(user.support_until || closed || user.access_reset) && (
          <Suspense>
            <LateHydration>
              {user.support_until ? (
                <SupportBanner email={user.email} until={user.support_until} />
              ) : closed ? (
                <MaintenanceBanner />
              ) : (
                <AccessResetBanner user={user} />
              )}
            </LateHydration>
          </Suspense>
        )}
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
          <Outlet context={{ user, workspace, googleExport } satisfies SignedIn} />
        </main>
      </div>
      {palette.wasOpened && (
        <Suspense>
          <CommandPalette
            user={user}
            workspace={workspace}
            open={palette.open}
            onOpenChange={palette.setOpen}
            showKeys={() => palette.setKeysShown(true)}
          />
        </Suspense>
      )}
      {palette.keysShown && (
        <Suspense>
          <KeysDialog onClose={() => palette.setKeysShown(false)} />
        </Suspense>
      )}
      {!user.support_until && <SessionDialog key={user.id} user={user} />}
      {measuring !== null && measuring.consent.available.length > 0 && (
        <Suspense>
          <StoredConsent />
        </Suspense>
      )}
      <Toasts />
    </LinkProvider>
  )
}

/** The palette and the list of keys. Their scripts load when they are first asked for. */
function usePalette() {
  const [open, setOpen] = useState(false)
  const wasOpened = useRef(false)
  if (open) wasOpened.current = true
  const [keysShown, setKeysShown] = useState(false)
  useHotkeys({ 'mod+k': () => setOpen((now) => !now), '?': () => setKeysShown(true) })
  return { open, setOpen, wasOpened: wasOpened.current, keysShown, setKeysShown }
}

/** After a navigation the new screen's heading has the focus, so that keyboard and screen reader start there, unless a field took it. */
function useHeadingFocus(pathname: string) {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    const focused = document.activeElement
    // A screen whose first field takes the focus keeps it.
    if (!heading || focused?.matches('main :is(input, textarea)')) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [pathname])
}
