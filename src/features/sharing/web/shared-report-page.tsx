import { data, isRouteErrorResponse, redirect } from 'react-router'
import { BrandMark } from '#features/domains/web/brand-mark.tsx'
import { SourceStrip } from '#features/reports/web/source-status.tsx'
import { PlainReport, ReportFacts } from '#features/reports/web/static-report.tsx'
import { AppError } from '#kit/errors.ts'
import { accentVariables } from '#ui/accent-color.ts'
import { Badge } from '#ui/badge.tsx'
import { getErrorText } from '#web/error-texts.ts'
import { pageContext } from '#web/page-context.ts'
import { publicLinks } from '#web/public-fonts.ts'
import { publicHandle, Wordmark } from '#web/public-frame.tsx'
import { PublicScript } from '#web/public-script.tsx'
import { isSecure } from '#web/session.ts'
import { sharingContract } from '../contract.ts'
import type { Route } from './+types/shared-report-page.ts'
import { sharingErrorTexts } from './error-texts.ts'
import { sharePassCookie, sharePassFrom } from './share-cookie.ts'
import { SharedClosed } from './share-not-found.tsx'
import { SharedPassword } from './share-password-form.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { call } = context.get(pageContext)
  const full = new URL(request.url).searchParams.has('all')
  const opened = await orClosed(
    call(sharingContract.open, { token: params.token, pass: sharePassFrom(request), ...ofVisited(context) }),
  )
  const { brand } = opened
  return { ...opened, full, token: params.token, ...(brand ? { accent: accentVariables(brand.color) } : {}) }
}

/** Under a workspace's own name its own reports alone. */
function ofVisited(context: Route.LoaderArgs['context']) {
  const { mapped } = context.get(pageContext)
  return mapped ? { workspace_id: mapped.workspaceId } : {}
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData()
  const { call } = context.get(pageContext)
  const password = String(form.get('password') ?? '').slice(0, 200)
  if (password === '') return refusePassword({ code: 'invalid_input', field: 'password', reason: 'missing' }, 400)
  try {
    const { pass } = await orClosed(
      call(sharingContract.open, {
        token: params.token,
        password,
        ...ofVisited(context),
      }),
    )
    const cookie: Record<string, string> = pass
      ? { 'Set-Cookie': sharePassCookie(params.token, pass, { secure: isSecure(context) }) }
      : {}
    throw redirect(`/r/${encodeURIComponent(params.token)}`, { status: 303, headers: cookie })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refusePassword(error.toBody(), error.status)
  }
}

const refusePassword = (error: Parameters<typeof getErrorText>[0], status: number) =>
  data({ error: getErrorText(error, sharingErrorTexts) }, { status })

/** An invalid link renders its own 404 page. */
async function orClosed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input'))
      throw data('closed', { status: 404 })
    throw error
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const query = loaderData?.report?.query
  const by = loaderData?.brand?.name
  const title = query ? `${query} · ${by ?? 'Earshot report'}` : by ? `Report by ${by}` : 'Shared report'
  return [
    { title },
    ...(loaderData
      ? [
          { tagName: 'link', rel: 'canonical', href: loaderData.url } as const,
          { property: 'og:type', content: 'article' },
          { property: 'og:site_name', content: by ?? 'Earshot' },
          { property: 'og:title', content: query ?? title },
          { property: 'og:url', content: loaderData.url },
        ]
      : []),
    { name: 'robots', content: 'noindex, nofollow' },
    // Other sites do not learn the link. (With no-referrer, browsers would send our own form without its origin.)
    { name: 'referrer', content: 'same-origin' },
  ]
}

export const headers = () => ({ 'X-Robots-Tag': 'noindex, nofollow' })

export default function SharedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { report, full, token, brand } = loaderData
  if (!report) return <SharedPassword error={actionData?.error} brand={brand} />
  const sample = report.sources.some((source) => source.id === 'sample' && source.state === 'done')
  const unfinished = report.status === 'queued' || report.status === 'running' || report.status === 'partial'
  return (
    <>
      <main className="mx-auto w-full max-w-[1280px] px-5 pt-8 pb-16 sm:px-8 sm:pt-12 print:max-w-none print:p-0">
        {brand && (
          <p className="mb-7 border-line border-b pb-4 print:mb-4 print:pb-2.5">
            <BrandMark brand={brand} />
          </p>
        )}
        <h1 className="title text-[clamp(30px,5vw,48px)]">{report.query}</h1>
        <ReportFacts report={report} />
        {sample && (
          <p className="mt-2.5">
            <Badge tone="accent">Sample data</Badge>
          </p>
        )}
        {unfinished && (
          <p className="mt-4 border-l-2 border-accent pl-3.5 text-ink-2" role="status">
            This report is still running. Reload the page to see new results.
          </p>
        )}
        <div className="mt-7">
          <SourceStrip sources={report.sources} />
        </div>
        <PlainReport report={report} fullHref={full ? undefined : `/r/${token}?all`} />
        <footer className="mt-6 flex items-center gap-3 text-xs text-ink-3">
          {brand ? (
            <p>{brand.name}</p>
          ) : (
            <>
              <a href="/" className="no-underline">
                <Wordmark />
              </a>
              <p>SEO research and AI writing</p>
            </>
          )}
        </footer>
      </main>
      <PublicScript />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <SharedClosed
        title="This link doesn’t work anymore"
        message="It was disabled, has expired or is incomplete. Ask the person who sent it for a new one."
      />
    )
  return (
    <SharedClosed
      title="This report can’t be shown right now"
      message="Something went wrong on our side and was logged. Try again in a moment."
    />
  )
}
