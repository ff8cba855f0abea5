import { Suspense } from 'react'
import { reportsContract } from '#features/reports/contract.ts'
import { orNull, orRespond } from '#web/calls/loader-calls.ts'
import { lazily } from '#web/components/lazily.ts'
import { useHandedKeywords } from '#web/keyword-handoff.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { aiContentContract, templateNames } from '../../contract.ts'
import type { Route } from './+types/new-document-page.ts'
import { TemplatePicker } from './template-picker.tsx'

const BriefingForm = import.meta.env.SSR
  ? (await import('./briefing-form.tsx')).BriefingForm
  : lazily(() => import('./briefing-form.tsx').then((file) => file.BriefingForm))

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

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
      reportParam ? orNull(call(reportsContract.get, { id: reportParam, sections: 'overview' })) : null,
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
    /** What the text is about, selected in the report. */
    keyword: (report && params.get('keyword')?.trim().slice(0, 200)) || null,
    title: params.get('title')?.slice(0, 300) ?? '',
    /** An item of a content plan, which the document is written for. */
    planItemId: params.get('item'),
  }
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
  const { template, report, clusterId, keyword, title, planItemId } = loaderData
  const carriedParams = new URLSearchParams()
  if (report) carriedParams.set('report', report)
  if (clusterId) carriedParams.set('topic', clusterId)
  if (keyword) carriedParams.set('keyword', keyword)
  if (title) carriedParams.set('title', title)
  if (planItemId) carriedParams.set('item', planItemId)
  return (
    <>
      <ScreenHead title="New document" />
      {template ? (
        <Suspense>
          <LateHydration>
            <BriefingForm
              key={`${template} ${report} ${clusterId} ${keyword} ${planItemId}`}
              {...loaderData}
              template={template}
              keywords={keywords}
              query={carriedParams}
            />
          </LateHydration>
        </Suspense>
      ) : (
        <TemplatePicker carriedParams={carriedParams} />
      )}
    </>
  )
}
