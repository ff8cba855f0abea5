import { data, redirect } from 'react-router'
import { importsContract } from '#features/keywords/contract.ts'
import { AppError, type ErrorBody, statusOfCode } from '#kit/errors.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { getReportLocale, localeCookie } from '#web/components/locales.ts'
import { useHandedKeywords } from '#web/keyword-handoff.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { readCookie, requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { reportsContract } from '../../contract.ts'
import { reportHref } from '../report-labels.ts'
import type { Route } from './+types/new-report-page.ts'
import { type Draft, draftFrom, getProblem, toInput } from './new-report-draft.ts'
import { NewReportForm } from './new-report-form.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'New report · Earshot' }]

const toLocale = (request: Request) =>
  getReportLocale(readCookie(request, localeCookie), request.headers.get('Accept-Language'))

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const [sources, imports] = await orRespond(
    args.request,
    Promise.all([
      call(reportsContract.sources, {}),
      call(importsContract.list, { workspace_id: workspace._id, limit: 100 }),
    ]),
  )
  return {
    sources: sources.items,
    imports: imports.items,
    draft: draftFrom(new URL(args.request.url).searchParams, toLocale(args.request)),
    /** Names this form: sent twice, it starts one report. */
    key: crypto.randomUUID(),
  }
}

/** Starts what the form holds; works without scripts too. */
export async function action(args: Route.ActionArgs) {
  const { workspace } = await requireWorkspace(args)
  const form = await args.request.formData()
  const draft = draftFrom(form, toLocale(args.request))
  const problem = getProblem(draft, false)
  if (problem) return refusal(draft, problem)
  const key = String(form.get('key') ?? '')
  try {
    const { report, reports } = await startOnce(args, toInput(draft, workspace._id), key)
    const only = report ?? (reports?.length === 1 ? reports[0] : undefined)
    return redirect(only ? reportHref(only._id) : '/app/reports')
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unauthenticated')
      return orRespond(args.request, Promise.reject(error))
    return refusal(draft, error.toBody())
  }
}

type Input = ReturnType<typeof toInput>

/** The same form sent twice at once: the second waits for the first one's answer instead of starting another. */
async function startOnce({ context }: Pick<Route.ActionArgs, 'context'>, input: Input, key: string) {
  const { call } = context.get(pageContext)
  for (let tries = 0; ; tries++) {
    try {
      return await call(reportsContract.new, input, key ? { idempotencyKey: key } : {})
    } catch (error) {
      const still = error instanceof AppError && error.code === 'conflict' && error.retryable
      if (!still || tries >= 8) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

const refusal = (draft: Draft, error: ErrorBody) => data({ error, draft }, { status: statusOfCode[error.code] })

/** Keywords that came along from a list stand in the field for many. */
const withKeywords = (draft: Draft, handed: string[] | null): Draft =>
  handed ? { ...draft, from: 'many', lines: handed.join('\n') } : draft

export default function NewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const handed = useHandedKeywords(useSignedIn().workspace._id)
  if (!canEdit(workspace))
    return (
      <ScreenHead
        title="New report"
        meta="You have view-only access. To run reports, ask the workspace owner to make you an editor."
      />
    )
  return (
    <>
      <ScreenHead title="New report" />
      <NewReportForm
        draft={actionData?.draft ?? withKeywords(loaderData.draft, handed)}
        refused={actionData?.error ?? null}
        sources={loaderData.sources}
        imports={loaderData.imports}
        formKey={loaderData.key}
      />
    </>
  )
}
