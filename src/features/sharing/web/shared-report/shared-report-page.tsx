import { Download } from 'lucide-react'
import { isRouteErrorResponse, redirect } from 'react-router'
import type { Report } from '#features/reports/contract.ts'
import { StaticReport } from '#features/reports/web/demo/static-report.tsx'
import { SourceStrip } from '#features/reports/web/report/sources/source-status.tsx'
import { SourceSummary } from '#features/reports/web/report/sources/source-summary.tsx'
import { getReportDirection } from '#features/reports/web/report-direction.ts'
import { getReportSumNote } from '#features/reports/web/volume-notes.ts'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { accentVariables } from '#ui/theme/accent-color.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle, Wordmark } from '#web/public-pages/public-frame.tsx'
import { imageMeta } from '#web/public-pages/public-meta.ts'
import { PublicScript } from '#web/public-pages/public-script.tsx'
import { isSecure } from '#web/session/session.ts'
import { type SharedRows, sharingContract } from '../../contract.ts'
import { countFound } from '../../rules/report-for-readers.ts'
import type { Route } from './+types/shared-report-page.ts'
import { ofVisited, orClosed, refusePassword } from './link-page.ts'
import { ContentsBeside, getReportContents, ReportContents } from './report-contents.tsx'
import { ReportCover, ReportMethod, ReportSummary } from './report-cover.tsx'
import { ReportOpportunities } from './report-opportunities.tsx'
import { ReportTopics } from './report-topics.tsx'
import { sharePassCookie, sharePassFrom } from './share-cookie.ts'
import { SharedClosed } from './share-not-found.tsx'
import { SharedPassword } from './share-password-form.tsx'
import { readSharedRows, SharedFilterNote, toPageHref } from './shared-filter.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { call, publicUrl, mapped } = context.get(pageContext)
  const { searchParams } = new URL(request.url)
  const requested = readSharedRows(searchParams)
  const open = (rows?: SharedRows) =>
    call(sharingContract.open, { token: params.token, pass: sharePassFrom(request), ...ofVisited(context), rows })
  const opened = await orClosed(
    requested === undefined || requested === 'invalid'
      ? open()
      : open(requested).catch((error) => openUnfiltered(error, open)),
  )
  const { brand } = opened
  return {
    ...opened,
    full: searchParams.has('all'),
    requested: opened.rows && requested !== 'invalid' ? requested : undefined,
    isFilterUnusable: opened.report !== null && requested !== undefined && opened.rows === null,
    token: params.token,
    publicUrl,
    mapped: mapped !== null,
    pdfHref: getPdfHref(params.token, opened, context),
    ...(brand ? { accent: accentVariables(brand.color) } : {}),
  }
}

/** A filter that can't be applied doesn't close the report: its page says so. */
function openUnfiltered<T>(error: unknown, open: () => Promise<T>): Promise<T> {
  if (error instanceof AppError && error.code === 'invalid_input') return open()
  throw error
}

/** A finished report has a PDF. */
function getPdfHref(
  token: string,
  { report, pass }: { report: Report | null; pass: string | null },
  context: Route.LoaderArgs['context'],
): string | null {
  if (report?.finished_at == null) return null
  const { workspace_id } = ofVisited(context)
  const query = new URLSearchParams({ ...(workspace_id ? { workspace_id } : {}), ...(pass ? { pass } : {}) })
  return `/shared/pdf/${token}${query.size > 0 ? `?${query}` : ''}`
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
    throw redirect(`/r/${encodeURIComponent(params.token)}${toQuery(request)}`, { status: 303, headers: cookie })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refusePassword(error.toBody(), error.status)
  }
}

/** What of the address outlasts the password: the filter of the table. */
function toQuery(request: Request): string {
  const remaining = [...new URL(request.url).searchParams].filter(([name]) => ['filter', 'sort', 'all'].includes(name))
  return remaining.length > 0 ? `?${new URLSearchParams(remaining)}` : ''
}

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.report?.title
  const by = loaderData?.brand?.name
  const title = name ? `${name} · ${by ?? 'Earshot report'}` : by ? `Report by ${by}` : 'Shared report'
  return [
    { title },
    ...(loaderData
      ? [
          { tagName: 'link', rel: 'canonical', href: loaderData.url } as const,
          { property: 'og:type', content: 'article' },
          { property: 'og:site_name', content: by ?? 'Earshot' },
          { property: 'og:title', content: name ?? title },
          { property: 'og:url', content: loaderData.url },
          ...describeForOtherSites(loaderData),
        ]
      : []),
    { name: 'robots', content: 'noindex, nofollow' },
    // Other sites do not learn the link. (With no-referrer, browsers would send our own form without its origin.)
    { name: 'referrer', content: 'same-origin' },
  ]
}

type Described = Pick<Route.ComponentProps['loaderData'], 'report' | 'brand' | 'url' | 'token' | 'workspace_id'>

/** Description and image of a link's preview, on the address it is shared under. */
function describeForOtherSites({ report, brand, url, token, workspace_id }: Described) {
  const description = report ? describeReport(report) : 'Enter the password to open this report.'
  const image = new URL(`/og/${workspace_id}/reports/${token}`, url).href
  return [
    { name: 'description', content: description },
    { property: 'og:description', content: description },
    ...imageMeta(image, `${report?.title ?? 'Shared report'} · ${brand?.name ?? 'Earshot'}`),
  ]
}

function describeReport(report: Report) {
  const found = countFound(report)
  return found === 0
    ? `Keyword research on “${report.title}”.`
    : `${plural(found, 'keyword')} found for “${report.title}”, with sources and method.`
}

export const headers = () => ({ 'X-Robots-Tag': 'noindex, nofollow' })

export default function SharedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { report, findings, opportunities, topics, full, token, brand, pdfHref, requested, rows } = loaderData
  if (!report) return <SharedPassword error={actionData?.error} brand={brand} />
  const parts = getReportContents({ report, findings, opportunities, topics })
  const filtered =
    requested && rows
      ? {
          rows: rows.items,
          isSorted: requested.sort !== undefined,
          note: (
            <SharedFilterNote
              report={report}
              requested={requested}
              found={rows}
              clearHref={`${toPageHref(token, undefined, full)}#keywords`}
            />
          ),
        }
      : undefined
  const sumNote = getReportSumNote(report)
  const unfinished = report.status === 'queued' || report.status === 'running' || report.status === 'partial'
  return (
    <>
      <main
        dir={getReportDirection(report)}
        className="report-text mx-auto w-full max-w-[1280px] px-5 pt-8 pb-16 sm:px-8 sm:pt-12 print:max-w-none print:p-0"
      >
        <ReportCover report={report} brand={brand} />
        {pdfHref && (
          <p className="mt-4 print:hidden">
            <Button href={pdfHref} icon={<Download size={15} aria-hidden />}>
              Download PDF
            </Button>
            {requested && <span className="ms-3 text-ink-3 text-xs">The PDF isn’t filtered. It has all keywords.</span>}
          </p>
        )}
        <ReportContents parts={parts} />
        <div className="min-[1100px]:grid min-[1100px]:grid-cols-[184px_minmax(0,1fr)] min-[1100px]:gap-x-10">
          <ContentsBeside parts={parts} />
          <div className="min-w-0">
            {loaderData.isFilterUnusable && (
              <p className="mt-4 border-s-2 border-accent ps-3.5 text-ink-2" role="status">
                The filter in this link can’t be used with what’s shared, so the report is shown without it.
              </p>
            )}
            <ReportSummary findings={findings} sumNote={sumNote} />
            <ReportOpportunities opportunities={opportunities} />
            <ReportTopics topics={topics} sumNote={sumNote} />
            {unfinished && (
              <p className="mt-4 border-s-2 border-accent ps-3.5 text-ink-2" role="status">
                This report is still running. Reload the page to see new results.
              </p>
            )}
            <div className={unfinished ? 'mt-7' : 'mt-4 print:hidden'}>
              {unfinished ? (
                <SourceStrip sources={report.sources} />
              ) : (
                <SourceSummary sources={report.sources}>
                  <SourceStrip sources={report.sources} over />
                </SourceSummary>
              )}
            </div>
            <StaticReport
              report={report}
              fullHref={full ? undefined : toPageHref(token, requested, true)}
              filtered={filtered}
              navClassName="min-[1100px]:hidden"
            >
              <ReportMethod report={report} />
            </StaticReport>
          </div>
        </div>
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
