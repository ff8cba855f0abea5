import { reportsContract } from '#features/reports/contract.ts'
import { AppError } from '#kit/errors.ts'
import { useHandedKeywords } from '#web/keyword-handoff.ts'
import { orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-header.tsx'
import { requireWorkspace } from '#web/session.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { aiContentContract, templateNames } from '../contract.ts'
import type { Route } from './+types/new-document-page.ts'
import { BriefingForm } from './briefing-form.tsx'
import { TemplatePicker } from './template-picker.tsx'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'New document · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const params = new URL(args.request.url).searchParams
  const reportParam = params.get('report')
  const workspace_id = workspace._id
  const [reports, voices, models, chosen] = await orRespond(
    args.request,
    Promise.all([
      call(reportsContract.find, { workspace_id, status: 'done', limit: 100 }),
      call(aiContentContract.voices, { workspace_id }),
      call(aiContentContract.models, { workspace_id }),
      reportParam ? call(reportsContract.get, { id: reportParam, sections: 'overview' }).catch(ignoreMissing) : null,
    ]),
  )
  const items = reports.items.map(({ _id, query, language, created_at }) => ({ _id, query, language, created_at }))
  const report = chosen && chosen.report.workspace_id === workspace_id ? chosen.report : null
  if (report && !items.some(({ _id }) => _id === report._id))
    items.unshift({ _id: report._id, query: report.query, language: report.language, created_at: report.created_at })
  const engine = models.workspace ?? models.installation
  return {
    reports: items,
    report: report?._id ?? null,
    voices: voices.items,
    engine: engine && engine.provider !== 'builtin' ? { provider: engine.provider, model: engine.model } : null,
    template: templateNames.find((name) => name === params.get('template')) ?? null,
    /** A topic of the report. */
    clusterId: report ? params.get('topic') : null,
    title: params.get('title')?.slice(0, 300) ?? '',
  }
}

/** The report may have been deleted since the link was created. The form works without it. */
function ignoreMissing(error: unknown) {
  if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')) return null
  throw error
}

/** Template picker first, then the template's form. */
export default function NewDocumentPage({ loaderData }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const keywords = useHandedKeywords(useSignedIn().workspace._id)
  if (!canEdit(workspace))
    return (
      <ScreenHead
        title="New document"
        meta="You can view documents. To create one, ask the workspace owner for the editor role."
      />
    )
  const { template, report, clusterId, title } = loaderData
  const keep = new URLSearchParams()
  if (report) keep.set('report', report)
  if (clusterId) keep.set('topic', clusterId)
  if (title) keep.set('title', title)
  return (
    <>
      <ScreenHead title="New document" />
      {template ? (
        <BriefingForm
          key={`${template} ${report} ${clusterId}`}
          {...loaderData}
          template={template}
          keywords={keywords}
          query={keep}
        />
      ) : (
        <TemplatePicker keep={keep} />
      )}
    </>
  )
}
