import { data, isRouteErrorResponse } from 'react-router'
import { StaticReport } from '#features/reports/web/demo/static-report.tsx'
import { getReportDirection } from '#features/reports/web/report-direction.ts'
import { getReportSumNote } from '#features/reports/web/volume-notes.ts'
import { AppError } from '#kit/errors.ts'
import { accentVariables } from '#ui/theme/accent-color.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { sharingContract } from '../../contract.ts'
import { ofVisited } from '../shared-report/link-page.ts'
import { getReportContents, ReportContents } from '../shared-report/report-contents.tsx'
import { ReportCover, ReportMethod, ReportSummary } from '../shared-report/report-cover.tsx'
import { ReportOpportunities } from '../shared-report/report-opportunities.tsx'
import { ReportTopics } from '../shared-report/report-topics.tsx'
import { SharedClosed } from '../shared-report/share-not-found.tsx'
import type { Route } from './+types/print-report-page.ts'
import { getExtraPart, ReportExtras } from './report-extras.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = context.get(pageContext)
  try {
    const opened = await call(sharingContract.printable, { pass: params.pass, ...ofVisited(context) })
    return { ...opened, ...(opened.brand ? { accent: accentVariables(opened.brand.color) } : {}) }
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input'))
      throw data('closed', { status: 404 })
    throw error
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData ? `${loaderData.report.title} · ${loaderData.brand?.name ?? 'Earshot report'}` : 'Report' },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'same-origin' },
]

export const headers = () => ({ 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'no-store' })

/** A whole report for paper: Chromium prints it as PDF, or a person does where the server has no Chromium. */
export default function PrintReportPage({
  loaderData: { report, findings, opportunities, topics, extras, brand, can_pdf },
}: Route.ComponentProps) {
  const sumNote = getReportSumNote(report)
  return (
    <main
      dir={getReportDirection(report)}
      className="report-text mx-auto w-full max-w-[1000px] px-5 py-8 print:max-w-none print:p-0"
    >
      <style>{pageNumbers(`${brand?.name ?? 'Earshot'} · ${report.title}`)}</style>
      {!can_pdf && (
        <p role="status" className="mb-6 border-accent border-s-2 ps-3.5 print:hidden">
          This server can’t make PDFs because it has no Chromium. Print this page and select “Save as PDF”.
        </p>
      )}
      <ReportCover report={report} brand={brand} />
      <ReportContents
        parts={[...getReportContents({ report, findings, opportunities, topics }), ...extras.map(getExtraPart)]}
      />
      <ReportSummary findings={findings} sumNote={sumNote} />
      <ReportOpportunities opportunities={opportunities} />
      <ReportTopics topics={topics} sumNote={sumNote} />
      <StaticReport report={report}>
        <ReportMethod report={report} />
      </StaticReport>
      <ReportExtras extras={extras} />
    </main>
  )
}

/** The foot of each sheet. The text is in a CSS string: quotes, backslashes and line ends would end it. */
const pageNumbers = (text: string) => `@page{margin:16mm 14mm 18mm;
@bottom-left{content:"${text.replace(/[\p{Cc}"\\<]/gu, ' ').slice(0, 120)}";font:8pt system-ui,sans-serif;color:#666}
@bottom-right{content:counter(page) " / " counter(pages);font:8pt system-ui,sans-serif;color:#666}}`

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <SharedClosed title="This page is closed" message="Its link works for a short time. Open the report again." />
    )
  return (
    <SharedClosed
      title="This report can’t be shown right now"
      message="Something went wrong on our side and was logged. Try again in a moment."
    />
  )
}
