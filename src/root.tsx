import { Suspense, useContext, useEffect, useState } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { getFormatStyle, writeFormatStyle } from '#ui/format/format-style.ts'
import { themeScript } from '#ui/theme/theme.ts'
import tokens from '#ui/tokens.css?url'
import { lazily } from '#web/components/lazily.ts'
import { ServerNonce } from '#web/public-pages/csp-nonce.ts'
import { ErrorPage } from '#web/public-pages/error-page.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { earlyEventsScript, releaseEarlyEvents } from '#web/public-pages/replay-early-events.ts'
import { isSecure } from '#web/session/session.ts'
import { affiliateCookieFor } from '#web/tracking/affiliate.ts'
import { useRecordedForms } from '#web/tracking/track-actions.ts'
import { consentEvent, pageSeen, startMeasuring } from '#web/tracking/tracking.ts'
import { measuringSettings } from '#web/tracking/tracking-settings.ts'
import type { Route } from './+types/root.ts'
import { type Consent, isOpenQuestion } from './features/analytics/rules/consent.ts'

// Most installations have nothing to ask. A plain form: a press before its script is there works too.
const ConsentBanner = import.meta.env.SSR
  ? (await import('#web/tracking/consent-banner.tsx')).ConsentBanner
  : lazily(() => import('#web/tracking/consent-banner.tsx').then((file) => file.ConsentBanner))

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: tokens },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { nonce, publicScript, mapped } = context.get(pageContext)
  const page = {
    nonce,
    publicScript,
    mapped: mapped !== null,
    measuring: await measuringSettings({ request, context }),
  }
  const recommended = affiliateCookieFor(request, isSecure(context))
  return data(page, recommended ? { headers: { 'Set-Cookie': recommended } } : undefined)
}

/** The nonce belongs to the document: later navigations must not ask for another. */
export const shouldRevalidate = () => false

/**
 * Before any module: the theme, and that Zod makes no code. It would try whether it may, and the policy refuse and report that on
 * every page; when its own `config` could be called, schemas are made already.
 */
const headScript = `${themeScript};globalThis.__zod_globalConfig={jitless:true}`

type Accented = { accent?: Record<string, string> } | undefined

/** A page whose route says `handle = { scripts: false }` is whole as HTML: the router's scripts stay away from it. */
const needsScripts = (handle: unknown) => (handle as { scripts?: boolean } | undefined)?.scripts !== false

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const serverNonce = useContext(ServerNonce)
  const matches = useMatches()
  // Of the workspace one is in, or whose pages these are.
  const accent = matches.map(({ loaderData }) => (loaderData as Accented)?.accent).find(Boolean)
  const scripts = matches.every(({ handle }) => needsScripts(handle))
  useEffect(() => releaseEarlyEvents(document.documentElement), [])
  const firstScript = scripts ? `${headScript};${earlyEventsScript}` : headScript
  return (
    <html lang="en" data-format={writeFormatStyle(getFormatStyle())} style={accent} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script
          nonce={data?.nonce ?? serverNonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants, run before the first paint
          dangerouslySetInnerHTML={{ __html: firstScript }}
        />
        <Meta />
        {/* Stylesheets need none; the framework's would be there on the server only. */}
        <Links nonce="" />
      </head>
      <body>
        {children}
        {scripts && <ScrollRestoration nonce={data?.nonce} />}
        {scripts && <Scripts nonce={data?.nonce} />}
        {!scripts && data?.publicScript && (
          <script
            type="module"
            src={data.publicScript}
            nonce={data.nonce}
            data-measuring={JSON.stringify(data.measuring)}
            suppressHydrationWarning
          />
        )}
      </body>
    </html>
  )
}

export default function Root({ loaderData: { measuring } }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  const [asks, setAsks] = useState(() => measuring.asks && isOpenQuestion(measuring.consent))
  useRecordedForms()
  useEffect(() => {
    // Without an answer: the browser gave one for its user.
    const answered = ({ detail: given }: CustomEvent<Consent | null>) =>
      setAsks(given !== null && isOpenQuestion({ ...measuring.consent, given }))
    document.addEventListener(consentEvent, answered as EventListener)
    startMeasuring(measuring)
    return () => document.removeEventListener(consentEvent, answered as EventListener)
  }, [measuring])
  useReportedCheckout(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is seen is the address
  useEffect(() => pageSeen(), [pathname, search])
  return (
    <>
      {asks && pathname !== '/consent' && (
        <Suspense>
          <ConsentBanner measuring={measuring} back={pathname + search} />
        </Suspense>
      )}
      <Outlet />
    </>
  )
}

/** Any page that somebody comes back to from a checkout reports it (specification, section 2). */
function useReportedCheckout(search: string) {
  const session = new URLSearchParams(search).get('session_id')
  useEffect(() => {
    if (session) void import('#web/report-checkout.ts').then(({ reportCheckout }) => reportCheckout(session))
  }, [session])
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <ErrorPage
        title="There is no such page"
        message="The address may be mistyped, or the page has moved."
        status={404}
      />
    )
  if (isRouteErrorResponse(error))
    return (
      <ErrorPage
        title="That did not work"
        message={typeof error.data === 'string' && error.data ? error.data : 'Go back and try again.'}
        status={error.status}
      />
    )
  return (
    <ErrorPage
      title="Something went wrong on our side"
      message="It has been logged. Try again in a moment."
      status={500}
    />
  )
}
