import { data, isRouteErrorResponse } from 'react-router'
import { SharedClosed } from '#features/sharing/web/shared-report/share-not-found.tsx'
import { AppError } from '#kit/errors.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { briefContract } from '../../contract-brief.ts'
import type { Route } from './+types/print-brief-page.ts'
import '../editor/text.css'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = context.get(pageContext)
  try {
    return await call(briefContract.printable, { pass: params.pass })
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input'))
      throw data('closed', { status: 404 })
    throw error
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.title ?? 'Brief' },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'same-origin' },
]

export const headers = () => ({ 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'no-store' })

/** A brief for paper: Chromium prints it as PDF, or a person does where the server has no Chromium. */
export default function PrintBriefPage({ loaderData: { title, html, can_pdf } }: Route.ComponentProps) {
  return (
    <main className="mx-auto w-full max-w-[46rem] px-5 py-8 print:max-w-none print:p-0">
      <style>{'@page{margin:16mm 14mm 18mm}'}</style>
      {!can_pdf && (
        <p role="status" className="mb-6 border-accent border-s-2 ps-3.5 print:hidden">
          This server can’t make PDFs because it has no Chromium. Print this page and select “Save as PDF”.
        </p>
      )}
      <h1 className="title [overflow-wrap:anywhere]">{title}</h1>
      <div className="document-text">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized in markdown-html.ts */}
        <div dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404)
    return <SharedClosed title="This page is closed" message="Its link works for a short time. Open the brief again." />
  return (
    <SharedClosed
      title="This brief can’t be shown right now"
      message="Something went wrong on our side and was logged. Try again in a moment."
    />
  )
}
